import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { useText } from "../../text/index.ts";

/** The most names in the sentence, which is beside a button. */
const MAX_NAMED = 2;

/** The zones that a plan touches as one sentence, the strictest by name; empty for none. */
export function touchedSummary(zones: readonly Pick<ZoneProperties, "name" | "restriction">[]): string {
  const { t, count, labelFor } = useText();
  if (zones.length === 0) return "";
  const named = zones
    .slice(0, MAX_NAMED)
    .map(({ name, restriction }) =>
      t("flights.planning.zoneNamed", { restriction: labelFor("zones.restrictions", restriction), name }),
    );
  const others = zones.length - named.length;
  const parts = others > 0 ? [...named, count("flights.planning.zonesMore", others)] : named;
  return t("flights.planning.zonesTouched", { zones: parts.join(", ") });
}
