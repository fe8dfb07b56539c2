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

/** A measured value with its label. */
export interface Metric {
  readonly key: string;
  readonly value: string;
  readonly label: string;
  readonly accuracy?: string;
  /** Where the value comes from, where it is not measured. */
  readonly hint?: string;
}

export function heightMetricsOf(
  { altitudes }: UaTelemetry,
  units: UnitSystem,
  { t, labelFor }: Text,
): readonly Metric[] {
  return altitudes.map(({ type, value, accuracy }) => ({
    key: type,
    value: formatHeight(value, units),
    label: labelFor("height", type),
    ...(accuracy === null ? {} : { accuracy: t("card.accuracy", { value: formatHeight(accuracy, units) }) }),
  }));
}

export function motionMetricsOf(
  { velocity }: UaTelemetry,
  units: UnitSystem,
  { t, labelFor }: Text,
): readonly Metric[] {
  const { horizontal_speed: speed, vertical_speed: vertical, heading, speed_accuracy: accuracy } = velocity;
  const metrics: Metric[] = [];
  if (speed !== null) {
    const within = accuracy === null ? {} : { accuracy: t("card.accuracy", { value: formatSpeed(accuracy, units) }) };
    metrics.push({ key: "speed", value: formatSpeed(speed, units), label: t("card.speed"), ...within });
  }
  if (vertical !== null) {
    metrics.push({ key: "vertical", value: formatVerticalSpeed(vertical, units), label: t("card.vertical") });
  }
  if (heading !== null) {
    const value = `${formatHeading(heading)} ${labelFor("compass", compassPointOf(heading))}`;
    metrics.push({ key: "heading", value, label: t("card.heading") });
  }
  return metrics;
}
