import type { UaPoint, UaSlice } from "../../server/kernel/telemetry.ts";

const TRACK = 1;

const point: UaPoint & { readonly track: number } = {
  track: TRACK,
  timeMs: Date.UTC(2026, 10, 20, 7),
  timeAccuracyMs: 100,
  ridTimeMs: null,
  receivedMs: Date.UTC(2026, 10, 20, 7),
  operationalState: "airborne",
  latitudeE7: 500_000_000,
  longitudeE7: 144_000_000,
  horizontalAccuracyMm: 3_000,
  altitudeMslMm: null,
  altitudeMslAccuracyMm: null,
  altitudeWgs84Mm: 300_000,
  altitudeWgs84AccuracyMm: 10_000,
  altitudeAglMm: null,
  altitudeAtoMm: null,
  heightAccuracyMm: null,
  altitudePressureMm: null,
  altitudePressureAccuracyMm: null,
  headingCdeg: 9_000,
  horizontalSpeedMmps: 5_000,
  verticalSpeedMmps: 0,
  velocityEastMmps: 5_000,
  velocityNorthMmps: 0,
  velocityUpMmps: 0,
  speedAccuracyMmps: 300,
  airPressurePa: null,
  rssiDbm: null,
};

/** A slice of points of one track, a millisecond apart. */
export function slice(points: number): UaSlice {
  return {
    origins: new Map([[TRACK, { sensorId: "sensor-1", operationId: "operation-1" }]]),
    points: Array.from({ length: points }, (_, at) => ({ ...point, timeMs: point.timeMs + at })),
  };
}

/** A number once it stays the same while the event loop turns a thousand times. */
export async function settled(read: () => number): Promise<number> {
  let last = read();
  for (let turns = 0; turns < 1_000; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (read() !== last) [last, turns] = [read(), 0];
  }
  return last;
}
