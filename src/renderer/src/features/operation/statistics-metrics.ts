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

function whenKnown(value: number | null, format: (value: number) => string): string | undefined {
  return value === null ? undefined : format(value);
}
