import { ZONE_RESTRICTIONS, type ZoneProperties, type ZoneSet } from "../../../../../server/contracts/zones.ts";
import { useText } from "../../text/index.ts";
import { currentLanguage } from "../../text/language.ts";
import { formatHeight, type UnitSystem } from "../../ui/units.ts";

/** The names of the formats of zone files, the same in every language. */
export const ZONE_FORMAT_NAMES: Readonly<Record<ZoneSet["format"], string>> = {
  ed269: "ED-269",
  ed318: "ED-318",
  openair: "OpenAir",
};

const METRES_PER_FLIGHT_LEVEL = 30.48;

/** In the order of the contract, which begins with prohibited zones; then by name. */
export function strictestFirst<T extends Pick<ZoneProperties, "restriction" | "name">>(
  zones: readonly T[],
): readonly T[] {
  const rankOf = ({ restriction }: T) => ZONE_RESTRICTIONS.indexOf(restriction);
  return zones.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name, currentLanguage()));
}

/** The lower and the upper limit of a zone, each with its reference. */
export function zoneLimitsText({ lower, upper }: Pick<ZoneProperties, "lower" | "upper">, units: UnitSystem): string {
  const { t } = useText();
  return t("zones.limits", {
    lower: lower ? limitOf(lower, units) : t("zones.noLower"),
    upper: upper ? limitOf(upper, units) : t("zones.noUpper"),
  });
}

function limitOf({ value, reference }: NonNullable<ZoneProperties["lower"]>, units: UnitSystem): string {
  const { t, labelFor } = useText();
  if (reference === "ground" && value === 0) return t("zones.noLower");
  if (reference === "standard_pressure") {
    return t("zones.flightLevel", { value: Math.round(value / METRES_PER_FLIGHT_LEVEL) });
  }
  return t("zones.height", { value: formatHeight(value, units), reference: labelFor("zones.references", reference) });
}
