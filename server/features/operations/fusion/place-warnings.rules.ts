import { distanceM } from "../../../contracts/great-circle.ts";
import type { Position } from "../../../kernel/geo.ts";
import { geodesicM } from "../../../kernel/geodesic.ts";
import type { Warning } from "../../../kernel/sighting.ts";
import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import { isPlausibleMove } from "./fusion.rules.ts";

/** An operator farther away than this cannot keep the aircraft in sight. */
export const FAR_OPERATOR_M = 10_000;
/** Distances on a sphere differ by up to 0.6 %; the exact formula costs more and is used only near the limit. */
const MAYBE_FAR_M = 0.99 * FAR_OPERATOR_M;

/**
 * Warnings about implausible positions: they are shown, but no record is dropped because of them. `operator` is the
 * operator's last position.
 */
export function placeWarnings(
  suboperation: SuboperationModel,
  fix: Fix | null,
  operator: Position | null,
): readonly Warning[] {
  const warnings: Warning[] = [];
  if (!isPlausibleMove(suboperation.lastFix, fix)) {
    warnings.push({
      type: "position_implausible",
      msg: "The aircraft moved faster than any aircraft of its kind can.",
    });
  }
  const aircraft = fix ?? suboperation.lastFix;
  if (operator !== null && aircraft !== null) warnings.push(...farOperator(aircraft, operator));
  return warnings;
}

/** Measured and rounded as in the statistics, so that both show the same distance. */
function farOperator(aircraft: Position, operator: Position): readonly Warning[] {
  if (distanceM(aircraft, operator) < MAYBE_FAR_M) return [];
  const exactM = Math.round(geodesicM(aircraft, operator) * 1000) / 1000;
  return exactM <= FAR_OPERATOR_M ? [] : [farOperatorWarning(exactM)];
}

export function farOperatorWarning(distanceM: number) {
  return {
    type: "operator_far_away",
    msg: `The operator declares a position up to ${Math.round(distanceM / 1000)} km from the aircraft.`,
    distanceM,
  } as const;
}
