import type { AlertRule } from "../../../../../server/contracts/alerts.ts";
import { formatDistance, formatHeight, type UnitSystem } from "../../ui/units.ts";

type Limits = Pick<AlertRule, "kind" | "metres" | "horizontal_m">;

/** The height or distance from which a rule raises an alert; undefined where it has none. */
export function ruleLimitOf(
  { kind, metres, horizontal_m: horizontalM }: Limits,
  units: UnitSystem,
): string | undefined {
  if (kind === "height_above") return metres === undefined ? undefined : formatHeight(metres, units);
  const distanceM = kind === "operator_far" ? metres : horizontalM;
  return distanceM === undefined ? undefined : formatDistance(distanceM, units);
}
