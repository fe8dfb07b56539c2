import { expect, it } from "vitest";
import { documentOf, ofUa } from "../../export/samples/document.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { found, OPTIONS } from "./log.fixture.ts";

const T0 = Date.UTC(2026, 3, 1, 10);
const ORIGIN = { sensorId: "receiver", operationId: "0197f1f2-5a6b-7c3d-8e4f-0123456789ab" };

/** Ten a second; every third knows less. */
const POINTS: readonly UaPoint[] = Array.from({ length: 500 }, (_, index) => ({
  ...EMPTY_POINT,
  timeMs: T0 + index * 100,
  receivedMs: OPTIONS.receivedMs,
  operationalState: "airborne",
  latitudeE7: 500_000_000 + index * 37,
  longitudeE7: -140_000_000 - index * 41,
  ...(index % 3 === 0
    ? {}
    : {
        horizontalAccuracyMm: 3000,
        altitudeMslMm: 251_500 + index,
        altitudeMslAccuracyMm: 1500,
        altitudeWgs84Mm: 296_040 - index,
        altitudeWgs84AccuracyMm: 2500,
        altitudeAglMm: 40_000 + index,
        altitudeAtoMm: 41_000 + index,
        heightAccuracyMm: 500,
        altitudePressureMm: 260_000,
        headingCdeg: (index * 100) % 36_000,
        horizontalSpeedMmps: 4470,
        verticalSpeedMmps: -250,
        velocityEastMmps: 1000,
        velocityNorthMmps: -2000,
        velocityUpMmps: -250,
        speedAccuracyMmps: 300,
        airPressurePa: 98_765,
      }),
}));

const SLICES = [0, 1].map((half) => ({
  origins: new Map([[1, ORIGIN]]),
  points: POINTS.slice(half * 250, (half + 1) * 250).map((point) => ({ ...point, track: 1 })),
}));

/** Fields that map formats cannot hold. */
const NOT_ON_MAPS: Partial<UaPoint> = {
  horizontalAccuracyMm: null,
  altitudeMslAccuracyMm: null,
  altitudeWgs84AccuracyMm: null,
  heightAccuracyMm: null,
  altitudePressureMm: null,
  velocityEastMmps: null,
  velocityNorthMmps: null,
  velocityUpMmps: null,
  speedAccuracyMmps: null,
  airPressurePa: null,
};

it.each(["gpx", "kml"] as const)("a flight exported as %s reads back to the same points", async (format) => {
  const { flights, points, dropped } = await found(await documentOf(ofUa(SLICES), format));
  expect(flights.map(({ name, times }) => [name, times])).toEqual([[ORIGIN.operationId, "utc"]]);
  expect(points).toEqual(POINTS.map((point) => ({ ...point, ...NOT_ON_MAPS })));
  expect(dropped).toEqual({});
});

it("a flight exported as csv reads back to the same points, with everything that is known", async () => {
  const { flights, points, dropped } = await found(await documentOf(ofUa(SLICES), "csv"));
  expect(flights.map(({ name }) => name)).toEqual([ORIGIN.operationId]);
  expect(points).toEqual(POINTS);
  expect(dropped).toEqual({});
});
