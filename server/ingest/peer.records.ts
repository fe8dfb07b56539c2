import { TRANSMISSION_TECHNOLOGIES, type TransmissionTechnology } from "../contracts/common.ts";
import { type Operation, UA_IDENTIFIER_TYPES, type UaIdentifierType } from "../contracts/operations.ts";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { publicOperatorId } from "../kernel/operator-id.rules.ts";
import type { Declared, Sighting } from "../kernel/sighting.ts";
import type { OperatorPoint, SystemPoint, UaPoint } from "../kernel/telemetry.ts";
import { UA_TYPES } from "../kernel/ua-types.ts";
import type { DecodedSighting, DecodedSystem } from "./decoded.ts";
import { relayedSensorId } from "./relayed-records.ts";

type Context = {
  /** Sensor id of the peer here. */
  readonly peerSensorId: string;
  readonly receivedMs: number;
};

/** An aircraft record of a peer's stream, with the peer's data of its operation. */
export function fromUaTelemetry(record: UaTelemetry, operation: Operation, context: Context): DecodedSighting {
  return sighting(record, operation, { ...context, ua: toUaPoint(record, context.receivedMs), operator: null });
}

export function fromOperatorTelemetry(
  record: OperatorTelemetry,
  operation: Operation,
  context: Context,
): DecodedSighting {
  return sighting(record, operation, { ...context, ua: null, operator: toOperatorPoint(record, context.receivedMs) });
}

export function fromSystemTelemetry(record: SystemTelemetry, { peerSensorId, receivedMs }: Context): DecodedSystem {
  return {
    kind: "system",
    sensorId: relayedSensorId(peerSensorId, record.sensor_id),
    point: toSystemPoint(record, receivedMs),
  };
}

function sighting(
  { timestamp, sensor_id, operation_id }: UaTelemetry | OperatorTelemetry,
  operation: Operation,
  { peerSensorId, ua, operator }: Context & Pick<Sighting, "ua" | "operator">,
): DecodedSighting {
  const declared = declaredOf(operation);
  return {
    kind: "sighting",
    sighting: {
      sensorId: relayedSensorId(peerSensorId, sensor_id),
      technology: technologyOf(operation, sensor_id),
      sourceType: "network",
      // Without an identifier only the peer's operation distinguishes it from other aircraft.
      transmitter: declared.identifiers.length === 0 ? `operation ${operation_id}` : null,
      observedAtMs: Date.parse(timestamp),
      declared,
      // The station derives its own warnings.
      warnings: [],
      ua,
      operator,
    },
  };
}

/** The technology of the sensor's newest suboperation; a sensor may receive the same aircraft over several. */
function technologyOf(operation: Operation, sensorId: string): TransmissionTechnology {
  const newest = operation.suboperations
    .filter(({ sensor_id }) => sensor_id === sensorId)
    .toSorted((one, other) => Date.parse(other.time_last_telemetry) - Date.parse(one.time_last_telemetry))[0];
  return TRANSMISSION_TECHNOLOGIES.find((technology) => technology === newest?.transmission_technology) ?? "unknown";
}

function declaredOf(operation: Operation): Declared {
  const isKnown = (type: string): type is UaIdentifierType => UA_IDENTIFIER_TYPES.some((known) => known === type);
  return {
    identifiers: operation.ua_identifiers.flatMap(({ type, value }) => (isKnown(type) ? [{ type, value }] : [])),
    uaType: uaTypeOf(operation),
    operatorId: publicOperatorId(operation.uas_operator_id ?? ""),
    classification: operation.ua_classification,
    classificationType: operation.ua_classification_type,
    descriptions: operation.descriptions.map(({ type, value }) => ({ type, value })),
    authentication: operation.authentication.map(({ type, data, timestamp }) => ({
      type,
      data,
      timestampMs: timestamp === null ? null : Date.parse(timestamp),
    })),
  };
}

/** The code of ASTM F3411 for the name that the API has. */
function uaTypeOf({ aircraft_models }: Operation): number | null {
  const names: readonly string[] = UA_TYPES;
  const code = names.indexOf(aircraft_models[0]?.type ?? "");
  return code <= 0 ? null : code;
}

function toUaPoint(record: UaTelemetry, receivedMs: number): UaPoint {
  const { location, velocity } = record;
  const altitude = (wanted: string) => record.altitudes.find(({ type }) => type === wanted);
  const [msl, wgs84, agl, ato, pressure] = ["MSL", "WGS84", "AGL", "ATO", "pressure"].map(altitude);
  const [east = null, north = null, up = null] = velocity.components ?? [];
  return {
    timeMs: Date.parse(record.timestamp),
    timeAccuracyMs: scaled(record.timestamp_accuracy, 1000),
    ridTimeMs: null,
    receivedMs,
    operationalState: record.operational_state,
    ...positionOf(location),
    altitudeMslMm: scaled(msl?.value, 1000),
    altitudeMslAccuracyMm: scaled(msl?.accuracy, 1000),
    altitudeWgs84Mm: scaled(wgs84?.value, 1000),
    altitudeWgs84AccuracyMm: scaled(wgs84?.accuracy, 1000),
    altitudeAglMm: scaled(agl?.value, 1000),
    altitudeAtoMm: scaled(ato?.value, 1000),
    heightAccuracyMm: scaled((ato ?? agl)?.accuracy, 1000),
    altitudePressureMm: scaled(pressure?.value, 1000),
    altitudePressureAccuracyMm: scaled(pressure?.accuracy, 1000),
    headingCdeg: scaled(velocity.heading, 100),
    horizontalSpeedMmps: scaled(velocity.horizontal_speed, 1000),
    verticalSpeedMmps: scaled(velocity.vertical_speed, 1000),
    velocityEastMmps: scaled(east, 1000),
    velocityNorthMmps: scaled(north, 1000),
    velocityUpMmps: scaled(up, 1000),
    speedAccuracyMmps: scaled(velocity.speed_accuracy, 1000),
    airPressurePa: scaled(record.air_pressure, 100),
    rssiDbm: null,
  };
}

function toOperatorPoint(record: OperatorTelemetry, receivedMs: number): OperatorPoint {
  return {
    timeMs: Date.parse(record.timestamp),
    timeAccuracyMs: scaled(record.timestamp_accuracy, 1000),
    receivedMs,
    ...positionOf(record.location),
    altitudeType: record.altitude?.type ?? null,
    altitudeMm: scaled(record.altitude?.value, 1000),
    altitudeAccuracyMm: scaled(record.altitude?.accuracy, 1000),
    sourceType: record.source_type,
  };
}

function toSystemPoint(record: SystemTelemetry, receivedMs: number): SystemPoint {
  const { location, altitude, power_source: power, lte_connectivity: lte, gnss_connectivity: gnss } = record;
  return {
    timeMs: Date.parse(record.timestamp),
    timeAccuracyMs: scaled(record.timestamp_accuracy, 1000),
    receivedMs,
    systemType: record.system_type,
    systemStatus: record.system_status,
    ...(location === null ? { latitudeE7: null, longitudeE7: null, horizontalAccuracyMm: null } : positionOf(location)),
    altitudeType: altitude?.type ?? null,
    altitudeMm: scaled(altitude?.value, 1000),
    altitudeAccuracyMm: scaled(altitude?.accuracy, 1000),
    powerType: power?.type ?? null,
    inputMillivolts: scaled(power?.input_voltage, 1000),
    chargePercent: scaled(power?.charge_percentage, 1),
    isCharging: power?.is_being_charged ?? null,
    lteStatus: lte?.status ?? null,
    lteRsrqDb: scaled(lte?.rsrq, 1),
    lteRsrpDbm: scaled(lte?.rsrp, 1),
    lteSnrDb: scaled(lte?.snr, 1),
    lteTac: scaled(lte?.tac, 1),
    lteCellId: scaled(lte?.cell_id, 1),
    gnssStatus: gnss?.status ?? null,
    gnssSatellites: scaled(gnss?.satellites, 1),
  };
}

function positionOf({ latitude, longitude, accuracy }: UaTelemetry["location"]) {
  return {
    latitudeE7: Math.round(latitude * 1e7),
    longitudeE7: Math.round(longitude * 1e7),
    horizontalAccuracyMm: scaled(accuracy, 1000),
  };
}

/** Integers in the units of the store; what is unknown stays unknown. */
function scaled(value: number | null | undefined, scale: number): number | null {
  return value === null || value === undefined ? null : Math.round(value * scale);
}
