import { distanceM } from "../../../kernel/geo.ts";
import type { Sighting, Warning } from "../../../kernel/sighting.ts";
import type { Fix } from "../model/operation.model.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { isPlausibleMove } from "./fusion.rules.ts";

/** An operator farther away than this cannot keep the aircraft in sight. */
const FAR_OPERATOR_M = 10_000;

/** Warnings about implausible positions: they are shown, and never a reason to drop a record. */
export function placeWarnings(
  suboperation: SuboperationModel,
  sighting: Sighting,
  fix: Fix | null,
): readonly Warning[] {
  const warnings: Warning[] = [];
  if (!isPlausibleMove(suboperation.lastFix, fix)) {
    warnings.push({
      type: "position_implausible",
      msg: "The aircraft moved faster than any aircraft of its kind can.",
    });
  }
  const aircraft = fix ?? suboperation.lastFix;
  if (sighting.operator !== null && aircraft !== null) {
    const operator = { latitude: sighting.operator.latitudeE7 / 1e7, longitude: sighting.operator.longitudeE7 / 1e7 };
    const apartM = distanceM(aircraft, operator);
    if (apartM > FAR_OPERATOR_M) {
      warnings.push({
        type: "operator_far_away",
        msg: `The operator declares a position ${Math.round(apartM / 1000)} km from the aircraft.`,
      });
    }
  }
  return warnings;
}
