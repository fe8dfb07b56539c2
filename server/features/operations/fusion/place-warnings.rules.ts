import { distanceM } from "../../../contracts/great-circle.ts";
import type { Position } from "../../../kernel/geo.ts";
import { geodesicM } from "../../../kernel/geodesic.ts";
import type { Warning } from "../../../kernel/sighting.ts";
import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import { isPlausibleMove } from "./fusion.rules.ts";

/** An operator farther away than this cannot keep the aircraft in sight. */
export const FAR_OPERATOR_M = 10_000;
/** On a sphere distances are up to 0.6 % off; the exact formula costs more and is left to those that may matter. */
const MAYBE_FAR_M = 0.99 * FAR_OPERATOR_M;

/**
 * Warnings about implausible positions: they are shown, and never a reason to drop a record. `operator` is where the
 * operator was last.
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

/** Measured and rounded as the statistics do, so that both give one distance. */
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
