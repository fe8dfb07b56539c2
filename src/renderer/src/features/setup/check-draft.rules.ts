import type { z } from "zod";
import type { SetupCheck } from "../../../../../server/contracts/setup.ts";
import { parseCoordinates } from "../../ui/coordinates.ts";

/** What a person typed for the ready-to-fly check; empty texts are left to the station. */
export interface CheckDraft {
  /** The operator's place, in any format of coordinates. */
  place: string;
  operatorId: string;
  description: string;
}

/** What the check is asked with; undefined where the place cannot be read. */
export function checkOf({ place, operatorId, description }: CheckDraft): z.input<typeof SetupCheck> | undefined {
  const at = place.trim() === "" ? {} : parseCoordinates(place);
  if (at === undefined) return undefined;
  return {
    ...at,
    ...(operatorId.trim() === "" ? {} : { operator_id: operatorId.trim() }),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
  };
}
