import { describe, expect, it } from "vitest";
import { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { systemPoint } from "./points.fixture.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "./telemetry-records.ts";
import type { OperatorPoint, UaPoint } from "./telemetry.ts";

const ORIGIN = { sensorId: "receiver-1", operationId: "operation-1" };
const TIME_MS = Date.parse("2026-11-20T08:00:00.007Z");

const UA: UaPoint = {
  timeMs: TIME_MS,
  timeAccuracyMs: 100,
  ridTimeMs: null,
  receivedMs: TIME_MS,
  operationalState: "airborne",
  latitudeE7: 500_755_381,
  longitudeE7: -0,
  horizontalAccuracyMm: 3000,
  altitudeMslMm: -1500,
  altitudeMslAccuracyMm: null,
  altitudeWgs84Mm: 296_040,
  altitudeWgs84AccuracyMm: 10_000,
  altitudeAglMm: 50_000,
  altitudeAtoMm: 49_500,
  heightAccuracyMm: 1000,
  altitudePressureMm: null,
  altitudePressureAccuracyMm: 4000,
  headingCdeg: 35_999,
  horizontalSpeedMmps: 12_250,
  verticalSpeedMmps: -500,
  velocityEastMmps: -8662,
  velocityNorthMmps: 0,
  velocityUpMmps: -500,
  speedAccuracyMmps: 300,
  airPressurePa: 98_765,
  rssiDbm: -71,
};
const OPERATOR: OperatorPoint = {
  timeMs: TIME_MS,
  timeAccuracyMs: null,
  receivedMs: TIME_MS,
  latitudeE7: 1,
  longitudeE7: -1_800_000_000,
  horizontalAccuracyMm: null,
  altitudeType: "WGS84",
  altitudeMm: 245_120,
  altitudeAccuracyMm: null,
  sourceType: "live_gnss",
};
const NOTHING_KNOWN = systemPoint({
  timeMs: TIME_MS,
  receivedMs: TIME_MS,
  systemStatus: "unknown",
  latitudeE7: null,
  longitudeE7: null,
  horizontalAccuracyMm: 1000,
  altitudeType: "MSL",
  altitudeAccuracyMm: 1000,
});

describe("toUaTelemetry", () => {
  it("converts stored integers to the units of the API", () => {
    const record = toUaTelemetry(UA, ORIGIN);
    expect(record).toStrictEqual({
      timestamp: "2026-11-20T08:00:00.007Z",
      timestamp_accuracy: 0.1,
      sensor_id: "receiver-1",
      operation_id: "operation-1",
      operational_state: "airborne",
      location: { latitude: 50.0755381, longitude: 0, accuracy: 3 },
      altitudes: [
        { type: "MSL", value: -1.5, accuracy: null },
        { type: "WGS84", value: 296.04, accuracy: 10 },
        { type: "AGL", value: 50, accuracy: 1 },
        { type: "ATO", value: 49.5, accuracy: 1 },
      ],
      velocity: {
        heading: 359.99,
        horizontal_speed: 12.25,
        vertical_speed: -0.5,
        components: [-8.662, 0, -0.5],
        components_accuracy: 0.3,
        speed_accuracy: 0.3,
      },
      air_pressure: 987.65,
    });
    expect(UaTelemetry.parse(record)).toStrictEqual(record);
  });

  it("returns no velocity components when one of them is unknown", () => {
    const { velocity } = toUaTelemetry({ ...UA, velocityUpMmps: null }, ORIGIN);
    expect(velocity).toMatchObject({
      components: null,
      components_accuracy: null,
      speed_accuracy: 0.3,
    });
  });

  it("throws for a track without an operation", () => {
    expect(() => toUaTelemetry(UA, { sensorId: "receiver-1", operationId: null })).toThrow("has no operation");
  });
});

describe("toOperatorTelemetry", () => {
  it("returns the height with its reference", () => {
    const record = toOperatorTelemetry(OPERATOR, ORIGIN);
    expect(record.altitude).toStrictEqual({ type: "WGS84", value: 245.12, accuracy: null });
    expect(record.location).toStrictEqual({ latitude: 1e-7, longitude: -180, accuracy: null });
    expect(OperatorTelemetry.parse(record)).toStrictEqual(record);
  });

  it("returns no height when its reference is unknown", () => {
    expect(toOperatorTelemetry({ ...OPERATOR, altitudeType: null }, ORIGIN).altitude).toBeNull();
  });
});

describe("toSystemTelemetry", () => {
  it("returns null for every group without known values", () => {
    const record = toSystemTelemetry(NOTHING_KNOWN, { sensorId: "receiver-1", operationId: null });
    expect(record).toStrictEqual({
      timestamp: "2026-11-20T08:00:00.007Z",
      timestamp_accuracy: null,
      sensor_id: "receiver-1",
      operation_id: null,
      system_type: "rid_receiver",
      system_status: "unknown",
      location: null,
      altitude: null,
      power_source: null,
      lte_connectivity: null,
      gnss_connectivity: null,
    });
    expect(SystemTelemetry.parse(record)).toStrictEqual(record);
  });

  it("reports power and connection as unknown when only their values are known", () => {
    const record = toSystemTelemetry(
      { ...NOTHING_KNOWN, inputMillivolts: 3987, lteSnrDb: -0.5, gnssSatellites: 0 },
      ORIGIN,
    );
    expect(record.power_source).toMatchObject({ type: "unknown", input_voltage: 3.987 });
    expect(record.lte_connectivity).toMatchObject({ status: "unknown", snr: -0.5 });
    expect(record.gnss_connectivity).toStrictEqual({ status: "unknown", satellites: 0 });
    expect(record.operation_id).toBeNull();
  });
});
