import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import type { Text } from "../../text/index.ts";
import {
  compassPointOf,
  formatHeading,
  formatHeight,
  formatSpeed,
  formatVerticalSpeed,
  type UnitSystem,
} from "../../ui/units.ts";

/** A number to be read at a glance. */
export interface Metric {
  readonly key: string;
  readonly value: string;
  readonly what: string;
  readonly accuracy?: string;
}

export function heightsOf({ altitudes }: UaTelemetry, units: UnitSystem, { t, word }: Text): readonly Metric[] {
  return altitudes.map(({ type, value, accuracy }) => ({
    key: type,
    value: formatHeight(value, units),
    what: word("height", type),
    ...(accuracy === null ? {} : { accuracy: t("card.accuracy", { value: formatHeight(accuracy, units) }) }),
  }));
}

export function motionOf({ velocity }: UaTelemetry, units: UnitSystem, { t }: Text): readonly Metric[] {
  const { horizontal_speed: speed, vertical_speed: vertical, heading } = velocity;
  const metrics: Metric[] = [];
  if (speed !== null) metrics.push({ key: "speed", value: formatSpeed(speed, units), what: t("card.speed") });
  if (vertical !== null) {
    metrics.push({ key: "vertical", value: formatVerticalSpeed(vertical, units), what: t("card.vertical") });
  }
  if (heading !== null) {
    const value = `${formatHeading(heading)} ${compassPointOf(heading)}`;
    metrics.push({ key: "heading", value, what: t("card.heading") });
  }
  return metrics;
}
