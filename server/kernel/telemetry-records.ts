import type { AltitudeType } from "../contracts/common.ts";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { isoFromMs } from "./clock.ts";
import type { OperatorPoint, Exported, SystemPoint, TrackOrigin, UaPoint } from "./telemetry.ts";

type WireAltitude = UaTelemetry["altitudes"][number];

/**
 * The aircraft record of the list endpoint and of the live event `telemetry_ua`. One altitude per known reference, in
 * the order MSL, WGS84, AGL, ATO, pressure; the accuracy of an unknown height is dropped.
 */
export function toUaTelemetry(point: Exported<UaPoint>, origin: TrackOrigin): UaTelemetry {
  const east = thousandth(point.velocityEastMmps);
  const north = thousandth(point.velocityNorthMmps);
  const up = thousandth(point.velocityUpMmps);
  const components = east === null || north === null || up === null ? null : [east, north, up];
  const speedAccuracy = thousandth(point.speedAccuracyMmps);
  return {
    timestamp: isoFromMs(point.timeMs),
    timestamp_accuracy: thousandth(point.timeAccuracyMs),
    sensor_id: unicode(origin.sensorId),
    operation_id: unicode(operationIdOf(origin)),
    operational_state: unicode(point.operationalState),
    location: location(point.latitudeE7, point.longitudeE7, point.horizontalAccuracyMm),
    altitudes: [
      ...altitude("MSL", point.altitudeMslMm, point.altitudeMslAccuracyMm),
      ...altitude("WGS84", point.altitudeWgs84Mm, point.altitudeWgs84AccuracyMm),
      ...altitude("AGL", point.altitudeAglMm, point.heightAccuracyMm),
      ...altitude("ATO", point.altitudeAtoMm, point.heightAccuracyMm),
      ...altitude("pressure", point.altitudePressureMm, point.altitudePressureAccuracyMm),
    ],
    velocity: {
      heading: scaled(point.headingCdeg, 100),
      horizontal_speed: thousandth(point.horizontalSpeedMmps),
      vertical_speed: thousandth(point.verticalSpeedMmps),
      components,
      components_accuracy: components && speedAccuracy,
      speed_accuracy: speedAccuracy,
    },
    air_pressure: scaled(point.airPressurePa, 100),
  };
}

/** The operator record of the list endpoint and of the live event `telemetry_operator`. */
export function toOperatorTelemetry(point: Exported<OperatorPoint>, origin: TrackOrigin): OperatorTelemetry {
  return {
    timestamp: isoFromMs(point.timeMs),
    timestamp_accuracy: thousandth(point.timeAccuracyMs),
    sensor_id: unicode(origin.sensorId),
    operation_id: unicode(operationIdOf(origin)),
    location: location(point.latitudeE7, point.longitudeE7, point.horizontalAccuracyMm),
    altitude: namedAltitude(point),
    source_type: unicode(point.sourceType),
  };
}

/**
 * The system record of the list endpoint and of the live event `telemetry_system`; groups without known values are
 * `null`.
 */
export function toSystemTelemetry(point: Exported<SystemPoint>, origin: TrackOrigin): SystemTelemetry {
  const { latitudeE7, longitudeE7 } = point;
  return {
    timestamp: isoFromMs(point.timeMs),
    timestamp_accuracy: thousandth(point.timeAccuracyMs),
    sensor_id: unicode(origin.sensorId),
    operation_id: null,
    system_type: unicode(point.systemType),
    system_status: unicode(point.systemStatus),
    location:
      latitudeE7 === null || longitudeE7 === null
        ? null
        : location(latitudeE7, longitudeE7, point.horizontalAccuracyMm),
    altitude: namedAltitude(point),
    power_source: hasPower(point)
      ? {
          type: unicode(point.powerType ?? "unknown"),
          input_voltage: thousandth(point.inputMillivolts),
          charge_percentage: scaled(point.chargePercent, 1),
          is_being_charged: point.isCharging,
        }
      : null,
    lte_connectivity: hasLte(point)
      ? {
          status: unicode(point.lteStatus ?? "unknown"),
          rsrq: scaled(point.lteRsrqDb, 1),
          rsrp: scaled(point.lteRsrpDbm, 1),
          snr: scaled(point.lteSnrDb, 1),
          tac: scaled(point.lteTac, 1),
          cell_id: scaled(point.lteCellId, 1),
        }
      : null,
    gnss_connectivity: hasGnss(point)
      ? { status: unicode(point.gnssStatus ?? "unknown"), satellites: scaled(point.gnssSatellites, 1) }
      : null,
  };
}

/** The operation of an aircraft or operator track; these always have one. */
export function operationIdOf(origin: TrackOrigin): string {
  if (origin.operationId === null) throw new Error(`A track of sensor ${origin.sensorId} has no operation`);
  return origin.operationId;
}

/** A height is meaningless without its reference, so both must be known. */
export function hasAltitude(
  point: Exported<OperatorPoint> | Exported<SystemPoint>,
): point is (OperatorPoint | SystemPoint) & { altitudeType: string; altitudeMm: number } {
  return point.altitudeType !== null && point.altitudeMm !== null;
}

export function hasPower(point: Exported<SystemPoint>): boolean {
  return (
    point.powerType !== null ||
    point.inputMillivolts !== null ||
    point.chargePercent !== null ||
    point.isCharging !== null
  );
}

export function hasLte(point: Exported<SystemPoint>): boolean {
  return (
    point.lteStatus !== null ||
    point.lteRsrqDb !== null ||
    point.lteRsrpDbm !== null ||
    point.lteSnrDb !== null ||
    point.lteTac !== null ||
    point.lteCellId !== null
  );
}

export function hasGnss(point: Exported<SystemPoint>): boolean {
  return point.gnssStatus !== null || point.gnssSatellites !== null;
}

function namedAltitude(point: Exported<OperatorPoint> | Exported<SystemPoint>): WireAltitude | null {
  if (!hasAltitude(point)) return null;
  return {
    type: unicode(point.altitudeType),
    value: point.altitudeMm / 1000 + 0,
    accuracy: thousandth(point.altitudeAccuracyMm),
  };
}

function altitude(type: AltitudeType, valueMm: number | null, accuracyMm: number | null): readonly WireAltitude[] {
  const value = thousandth(valueMm);
  return value === null ? [] : [{ type, value, accuracy: thousandth(accuracyMm) }];
}

function location(latitudeE7: number, longitudeE7: number, accuracyMm: number | null) {
  return {
    latitude: latitudeE7 / 1e7 + 0,
    longitude: longitudeE7 / 1e7 + 0,
    accuracy: thousandth(accuracyMm),
  };
}

function thousandth(value: number | null): number | null {
  return scaled(value, 1000);
}

/** Adding zero turns negative zero, which text formats do not preserve, into zero. */
export function scaled(value: number | null, scale: number): number | null {
  return value === null ? null : value / scale + 0;
}

/** A lone surrogate has no UTF-8 encoding and JSON parsers reject its escape, so it becomes U+FFFD. */
function unicode(text: string): string {
  return text.toWellFormed();
}
