import type { z } from "zod";
import type { SetupCheck } from "../../../../../server/contracts/setup.ts";

/** What a person typed for the ready-to-fly check; empty texts are left to the station. */
export interface CheckDraft {
  latitude: string;
  longitude: string;
  operatorId: string;
  description: string;
}

/** What cannot be read as a number is sent as it is: the station names the field. */
function numberOf(text: string): number {
  return Number(text.trim().replace(",", "."));
}

export function checkOf({ latitude, longitude, operatorId, description }: CheckDraft): z.input<typeof SetupCheck> {
  return {
    ...(latitude.trim() === "" ? {} : { latitude: numberOf(latitude) }),
    ...(longitude.trim() === "" ? {} : { longitude: numberOf(longitude) }),
    ...(operatorId.trim() === "" ? {} : { operator_id: operatorId.trim() }),
    ...(description.trim() === "" ? {} : { description: description.trim() }),
  };
}
