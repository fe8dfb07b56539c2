import type { OperationStatistics } from "../../../../../server/contracts/statistics.ts";
import type { Text } from "../../text/index.ts";
import { formatDuration } from "../../ui/times.ts";
import { formatDistance, formatHeight, formatSpeed, type UnitSystem } from "../../ui/units.ts";
import type { Metric } from "./operation-metrics.ts";

/** The known statistics of the whole operation; unknown ones are left out. */
export function statisticsMetrics(
  statistics: OperationStatistics,
  units: UnitSystem,
  { t, labelFor }: Text,
): readonly Metric[] {
  const range = (from: number | null, to: number | null, format: (value: number) => string) =>
    from === null || to === null || format(from) === format(to)
      ? whenKnown(from ?? to, format)
      : t("operation.statistics.range", { from: format(from), to: format(to) });
  const distance = (metres: number) => formatDistance(metres, units);
  const height = (metres: number) => formatHeight(metres, units);
  const { min_altitude, max_altitude, min_operator_distance, max_operator_distance } = statistics;
  const values = {
    duration: whenKnown(statistics.duration, (seconds) => formatDuration(seconds * 1_000)),
    distance: whenKnown(statistics.total_distance, distance),
    speed: whenKnown(statistics.max_horizontal_speed, (speed) => formatSpeed(speed, units)),
    altitude: range(min_altitude, max_altitude, height),
    operator: range(min_operator_distance, max_operator_distance, distance),
    sensor: range(statistics.min_sensor_distance, statistics.max_sensor_distance, distance),
  };
  return (Object.keys(values) as (keyof typeof values)[]).flatMap((key) => {
    const value = values[key];
    if (value === undefined) return [];
    const reference = labelFor("height", statistics.altitude_reference ?? "");
    return [{ key, value, label: t(`operation.statistics.${key}`, { reference }) }];
  });
}

/**
 * The nearest and farthest distance at which one sensor received the aircraft, from its statistics; otherwise why they
 * are not known. Undefined while the station computes them.
 */
export function sensorDistanceText(
  statistics: OperationStatistics,
  { t, units, isCurrent }: Pick<Text, "t"> & { readonly units: UnitSystem; readonly isCurrent: boolean },
): string | undefined {
  const { min_sensor_distance: min, max_sensor_distance: max, total_distance: flown } = statistics;
  if (min !== null && max !== null) {
    const [from, to] = [formatDistance(min, units), formatDistance(max, units)];
    return from === to ? t("card.sensorAt", { distance: from }) : t("card.sensorBetween", { from, to });
  }
  if (!isCurrent) return undefined;
  // Without a position the flown distance is not known: it is not zero.
  return t(flown === null ? "card.sensorNoPosition" : "card.sensorNoPlace");
}

function whenKnown(value: number | null, format: (value: number) => string): string | undefined {
  return value === null ? undefined : format(value);
}
