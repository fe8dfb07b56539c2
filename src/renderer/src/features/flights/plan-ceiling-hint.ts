import type { Text } from "../../text/index.ts";
import { formatHeight } from "../../ui/units.ts";
import type { CeilingCheck } from "./plan-ceiling.ts";

/** What to say beside the field; undefined as long as the height of the ground is loaded. */
export function ceilingHintOf(check: CeilingCheck | undefined, isDefault: boolean, t: Text["t"]): string {
  // The field is in metres, whatever other heights are shown in.
  const metres = (value: number) => formatHeight(value, "metric");
  switch (check?.kind) {
    case undefined:
      return t("flights.planning.ceilingReference");
    case "above_ground":
      return isDefault
        ? t("flights.planning.ceilingHint", { height: metres(check.ceilingM) })
        : t("flights.planning.ceilingAbove", { height: metres(check.aboveGroundM) });
    case "below_ground":
      return t("flights.planning.ceilingBelow", { ground: metres(check.groundM) });
    case "unknown_ground":
      return t("flights.planning.ceilingUnknownGround");
    case "missing":
      return t("flights.planning.ceilingMissing");
    case "invalid":
      return t("flights.planning.badCeiling");
  }
}
