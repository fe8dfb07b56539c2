import type { Text } from "../../text/index.ts";
import { unitOf } from "../../ui/lengths.ts";
import { formatHeight, type UnitSystem } from "../../ui/units.ts";
import { type CeilingCheck, checkCeiling, DEFAULT_HEIGHT_M } from "./plan-ceiling.ts";

/** The hint beside the field; undefined while the ground height is being loaded. */
export function ceilingHintOf(
  check: CeilingCheck | undefined,
  isDefault: boolean,
  units: UnitSystem,
  t: Text["t"],
): string {
  const shown = (metres: number) => formatHeight(metres, units);
  switch (check?.kind) {
    case undefined:
      return t("flights.planning.ceilingReference");
    case "above_ground":
      return isDefault
        ? t("flights.planning.ceilingHint", { height: shown(check.ceilingM), above: shown(DEFAULT_HEIGHT_M) })
        : t("flights.planning.ceilingAbove", { height: shown(check.aboveGroundM) });
    case "below_ground":
      return t("flights.planning.ceilingBelow", { ground: shown(check.groundM) });
    case "unknown_ground":
      return t("flights.planning.ceilingUnknownGround");
    case "missing":
      return t("flights.planning.ceilingMissing");
    case "invalid":
      return t("flights.planning.badCeiling", { unit: unitOf("height", units) });
  }
}

/**
 * The ceiling of a stored plan compared with the ground: plans made by other programs were not checked.
 * `groundM`: null if not known, undefined while it is being loaded.
 */
export function plannedCeilingText(
  ceilingM: number,
  groundM: number | null | undefined,
  units: UnitSystem,
  t: Text["t"],
): string {
  const height = formatHeight(ceilingM, units);
  if (groundM === undefined) return t("flights.one.aboveSea", { height });
  const check = checkCeiling(String(ceilingM), groundM);
  if (check.kind === "above_ground") {
    return t("flights.one.ceilingAbove", { height, above: formatHeight(check.aboveGroundM, units) });
  }
  return check.kind === "below_ground"
    ? t("flights.one.ceilingBelow", { height, ground: formatHeight(check.groundM, units) })
    : t("flights.one.ceilingUnknownGround", { height });
}
