import type { z } from "zod";
import type { SetupCheck } from "../../../../../server/contracts/setup.ts";
import { parseCoordinates } from "../../ui/coordinates.ts";

/** The typed values of the ready-to-fly check; the station fills in empty ones. */
export interface CheckDraft {
  /** The operator's place, in any format of coordinates. */
  place: string;
  operatorId: string;
  description: string;
}

/** The request of the check; undefined if the place is not valid. */
export function checkRequestOf({ place, operatorId, description }: CheckDraft): z.input<typeof SetupCheck> | undefined {
  const at = place.trim() === "" ? {} : parseCoordinates(place);
  if (at === undefined) return undefined;
  return {
    ...at,
    ...(operatorId.trim() === "" ? {} : { operator_id: operatorId.trim() }),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
  };
}
