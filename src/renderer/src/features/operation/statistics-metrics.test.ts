import { expect, it } from "vitest";
import type { OperationStatistics } from "../../../../../server/contracts/statistics.ts";
import { useText } from "../../text/index.ts";
import { sensorDistanceText, statisticsMetrics } from "./statistics-metrics.ts";

const STATISTICS: OperationStatistics = {
  timestamp: "2026-11-20T12:00:00.000Z",
  duration: null,
  total_distance: null,
  max_horizontal_speed: null,
  min_altitude: 400,
  max_altitude: 520,
  altitude_reference: "WGS84",
  min_operator_distance: null,
  max_operator_distance: null,
  min_sensor_distance: null,
  max_sensor_distance: null,
};
const shown = (statistics: Partial<OperationStatistics>) =>
  statisticsMetrics({ ...STATISTICS, ...statistics }, "metric", useText()).map(
    ({ label, value }) => `${label}: ${value.replaceAll("\u00a0", " ")}`,
  );

it("the heights of an operation have the reference that they are measured from", () => {
  expect(shown({})).toEqual(["Height above ellipsoid: 400 m – 520 m"]);
  expect(shown({ altitude_reference: "MSL" })).toEqual(["Height above sea level: 400 m – 520 m"]);
  expect(shown({ min_altitude: null, max_altitude: null, altitude_reference: null })).toEqual([]);
});

it("the distance to a sensor is a number only where both places are known, and otherwise says which is not", () => {
  const distance = (statistics: Partial<OperationStatistics>, isCurrent = true) =>
    sensorDistanceText({ ...STATISTICS, ...statistics }, { ...useText(), units: "metric", isCurrent })?.replaceAll(
      "\u00a0",
      " ",
    );
  const known = { total_distance: 900, min_sensor_distance: 120, max_sensor_distance: 1_300 };
  expect(distance(known)).toBe("Distance of the aircraft: nearest 120 m, farthest 1.30 km.");
  expect(distance({ ...known, max_sensor_distance: 120.2 })).toBe("Distance of the aircraft: 120 m.");
  expect(distance({ total_distance: 0 })).toBe("Distance unknown: this sensor had no known place.");
  expect(distance({})).toBe("Distance unknown: this sensor received no position of the aircraft.");
  expect(distance({}, false)).toBeUndefined();
});
