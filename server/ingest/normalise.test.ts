import { describe, expect, test } from "vitest";
import { location, system } from "../../test/support/frames.ts";
import { normaliseLocation, normaliseOperator, normaliseSensor, resolveHour } from "./normalise.ts";

const clocks = { observedAtMs: Date.UTC(2026, 5, 1, 10, 0, 1), receivedMs: Date.UTC(2026, 5, 1, 10, 0, 2) };

function pointOf(message: ReturnType<typeof location>) {
  const normalised = normaliseLocation(message, clocks, -70);
  if (normalised.kind !== "point") throw new Error(normalised.reason);
  return normalised.point;
}

describe("a Location message", () => {
  test("is converted to whole units", () => {
    const point = pointOf(
      location(45.539309, -122.966389, {
        directionDeg: 90,
        horizontalSpeedMps: 5.5,
        verticalSpeedMps: -0.5,
        altitudePressureM: 100,
        altitudeGeodeticM: 110.5,
        heightM: 80,
        heightReference: "ground",
        pressureAccuracyCode: 5,
      }),
    );
    expect(point).toMatchObject({
      latitudeE7: 455393090,
      longitudeE7: -1229663890,
      headingCdeg: 9000,
      horizontalSpeedMmps: 5500,
      verticalSpeedMmps: -500,
      velocityEastMmps: 5500,
      velocityNorthMmps: 0,
      velocityUpMmps: -500,
      altitudePressureMm: 100_000,
      altitudePressureAccuracyMm: 3000,
      altitudeWgs84Mm: 110_500,
      altitudeAglMm: 80_000,
      altitudeAtoMm: null,
      rssiDbm: -70,
    });
  });

  test.each([
    [359.999, 0],
    [360, 0],
    [361, null],
    [435, null],
    [-1, null],
  ])("of direction %d has the heading %s", (directionDeg, expected) => {
    expect(pointOf(location(1, 1, { directionDeg })).headingCdeg).toBe(expected);
  });

  test("without a position or with an impossible one is refused", () => {
    expect(normaliseLocation(location(null, null), clocks, null)).toMatchObject({ reason: "no_position" });
    expect(normaliseLocation(location(90.1, 0), clocks, null)).toMatchObject({ reason: "value_out_of_range" });
    expect(normaliseLocation(location(0, -180.1), clocks, null)).toMatchObject({ reason: "value_out_of_range" });
  });

  test("with more than 3600 seconds after the hour has no aircraft time", () => {
    expect(pointOf(location(1, 1, { secondsAfterHour: 3600.1 })).ridTimeMs).toBeNull();
  });
});

test.each([
  ["in the middle of the hour", 1800, Date.UTC(2026, 5, 1, 10, 30, 2), Date.UTC(2026, 5, 1, 10, 30, 0)],
  [
    "just before the hour, decoded after it",
    3599.9,
    Date.UTC(2026, 5, 1, 10, 0, 0),
    Date.UTC(2026, 5, 1, 9, 59, 59, 900),
  ],
  ["just after the hour, decoded before it", 0.2, Date.UTC(2026, 5, 1, 9, 59, 59), Date.UTC(2026, 5, 1, 10, 0, 0, 200)],
])("seconds after the hour %s give the nearest full time", (_, seconds, observedAtMs, expected) => {
  expect(resolveHour(seconds, observedAtMs)).toBe(expected);
});

test("an operator without a position yields nothing", () => {
  expect(normaliseOperator(system(null, null), clocks)).toBeUndefined();
  expect(normaliseOperator(system(91, 0), clocks)).toBeUndefined();
});

test("an operator's height is above the ellipsoid", () => {
  expect(normaliseOperator(system(47, 8, { operatorAltitudeGeodeticM: 455.5 }), clocks)).toMatchObject({
    altitudeType: "WGS84",
    altitudeMm: 455_500,
    sourceType: "live_gnss",
  });
});

test("a fraction of a decibel is rounded, because whole ones are stored", () => {
  expect(normaliseLocation(location(1, 1), clocks, -61.5)).toMatchObject({ point: { rssiDbm: -61 } });
});

test("a receiver without satellites is searching; one that does not report them has no status", () => {
  const decoded = {
    kind: "sensor",
    observedAtMs: null,
    sensorId: "scout-1",
    latitude: null,
    longitude: null,
    altitudeMslM: null,
    batteryVolts: null,
  } as const;
  expect(normaliseSensor({ ...decoded, satellites: 0 }, clocks).gnssStatus).toBe("searching");
  expect(normaliseSensor({ ...decoded, satellites: 7 }, clocks)).toMatchObject({
    gnssStatus: "connected",
    gnssSatellites: 7,
  });
  expect(normaliseSensor({ ...decoded, satellites: null }, clocks).gnssStatus).toBeNull();
});
