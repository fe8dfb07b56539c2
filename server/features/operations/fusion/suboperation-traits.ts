import type { Sighting } from "../../../kernel/sighting.ts";
import type { Fix } from "../model/operation.model.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { sensorKeyOf } from "../model/operation.model.ts";
import type { SuboperationTraits } from "./fusion.rules.ts";

/** The traits by which the rules decide whether a sighting continues a suboperation. */
export type TraitsWithFix = SuboperationTraits & { readonly lastFix: Fix | null };

/** The traits of a sighting, as if it were a suboperation. */
export function traitsOfSighting(sighting: Sighting): TraitsWithFix {
  return {
    sensorId: sighting.sensorId,
    technology: sighting.technology,
    transmitter: sighting.transmitter,
    identifiers: sighting.declared.identifiers,
    firstMs: sighting.observedAtMs,
    lastMs: sighting.observedAtMs,
    lastFix: fixOf(sighting),
  };
}

export function traitsOfSuboperation(suboperation: SuboperationModel): TraitsWithFix {
  const { technology, transmitter, declared, firstMs, lastMs, lastFix } = suboperation;
  const sensorId = sensorKeyOf(suboperation);
  return { sensorId, technology, transmitter, identifiers: declared.identifiers, firstMs, lastMs, lastFix };
}

function fixOf({ ua }: Sighting): Fix | null {
  return ua === null ? null : { timeMs: ua.timeMs, latitude: ua.latitudeE7 / 1e7, longitude: ua.longitudeE7 / 1e7 };
}
