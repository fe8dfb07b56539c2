import type { Traffic } from "../../../../../server/contracts/traffic.ts";
import { useText } from "../../text/index.ts";
import type { TrafficMark } from "../../tracks/traffic-collection.ts";
import { formatHeading, formatHeight, formatSpeed, formatVerticalSpeed, type UnitSystem } from "../../ui/units.ts";

/** The name of an aircraft with a crew: its call sign, if it sends one. */
export function trafficNameOf({ record }: TrafficMark): string {
  return record.callsign ?? record.icao;
}

/** The facts about an aircraft with a crew, as pairs of a name and a value; unknown values are marked as such. */
export function trafficFacts(record: Traffic, units: UnitSystem): readonly (readonly [name: string, value: string])[] {
  const { t } = useText();
  const unknown = t("common.notKnown");
  const shown = (value: number | null, format: (value: number) => string) => (value === null ? unknown : format(value));
  return [
    [t("traffic.address"), record.icao],
    [t("traffic.category"), categoryOf(record) ?? unknown],
    [t("traffic.height"), heightOf(record, units)],
    [t("traffic.speed"), shown(record.speed, (value) => formatSpeed(value, units))],
    [t("traffic.heading"), shown(record.heading, formatHeading)],
    [t("traffic.climb"), shown(record.vertical_speed, (value) => formatVerticalSpeed(value, units))],
    [t("traffic.source"), record.sensor_id],
  ];
}

/** An aircraft with a crew in one line: what it is, and how high. */
export function trafficSummary(record: Traffic, units: UnitSystem): string {
  const height = record.altitude_m === null ? undefined : heightOf(record, units);
  return [categoryOf(record), height].filter((part) => part !== undefined).join(" · ");
}

function categoryOf({ category }: Traffic): string | undefined {
  return category === null ? undefined : (useText().find(`traffic.categories.${category}`) ?? category);
}

/** A height is never shown without its reference. */
function heightOf({ altitude_m: heightM, altitude_reference: reference }: Traffic, units: UnitSystem): string {
  const { t, labelFor } = useText();
  if (heightM === null || reference === null) return t("common.notKnown");
  if (reference === "AGL" && heightM === 0) return t("traffic.onGround");
  return `${formatHeight(heightM, units)} ${labelFor("height", reference)}`;
}
