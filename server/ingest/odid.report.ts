import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Declared, Identifier } from "../kernel/sighting.ts";
import { basicIdMessage } from "./codecs/odid.encode.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "./codecs/odid.messages.ts";
import {
  descriptionTypeCode,
  euClassificationCodes,
  horizontalAccuracyCode,
  identifierTypeCode,
  operationalStateCode,
  operatorLocationTypeCode,
  speedAccuracyCode,
  timestampAccuracyCode,
  verticalAccuracyCode,
} from "./odid.codes.ts";

/** The present state of an aircraft in flight. */
export type AircraftReport = {
  readonly ua: UaTelemetry;
  readonly operator: OperatorTelemetry | null;
  readonly declared: Declared;
};

/**
 * The Open Drone ID messages (ASTM F3411-22a) that report an aircraft: the inverse of `normalise.ts` and `declared.ts`.
 * Unknown values stay unknown.
 */
export function odidReport({ ua, operator, declared }: AircraftReport): readonly OdidMessage[] {
  const uaType = declared.uaType ?? 0;
  const messages: OdidMessage[] = declared.identifiers.map(({ type, value }) =>
    basicIdMessage({ idType: identifierTypeCode(type), uaType, uasId: encodedUasId(type, value) }),
  );
  messages.push(locationOf(ua));
  if (operator !== null || declared.classification !== null) messages.push(systemOf(operator, declared));
  if (declared.operatorId !== null) {
    messages.push({ type: "operator_id", operatorIdType: 0, operatorId: declared.operatorId });
  }
  const description = descriptionOf(declared);
  if (description !== undefined) {
    const { type, value } = description;
    messages.push({ type: "self_id", descriptionType: descriptionTypeCode(type), description: value });
  }
  return messages;
}

/** An aircraft sends one description at a time, here the newest; an emergency is never replaced by another. */
function descriptionOf({ descriptions }: Declared): Declared["descriptions"][number] | undefined {
  return descriptions.findLast(({ type }) => type === "emergency") ?? descriptions.at(-1);
}

/** A UTM assigned id is sent as the bytes of its UUID. */
function encodedUasId(type: Identifier["type"], value: string): string {
  return type === "utm_assigned_uuid" ? value.replaceAll("-", "") : value;
}

function locationOf(ua: UaTelemetry): LocationMessage {
  const heights = new Map(ua.altitudes.map((altitude) => [altitude.type, altitude]));
  const wgs84 = heights.get("WGS84");
  const pressure = heights.get("pressure");
  const aboveTakeOff = heights.get("ATO");
  const aboveGround = heights.get("AGL");
  const { heading, horizontal_speed, vertical_speed, speed_accuracy } = ua.velocity;
  return {
    type: "location",
    status: operationalStateCode(ua.operational_state),
    directionDeg: heading,
    horizontalSpeedMps: within(horizontal_speed, 0, 254.25),
    verticalSpeedMps: within(vertical_speed, -62, 62),
    latitude: ua.location.latitude,
    longitude: ua.location.longitude,
    altitudePressureM: pressure?.value ?? null,
    altitudeGeodeticM: wgs84?.value ?? null,
    heightReference: aboveTakeOff === undefined && aboveGround !== undefined ? "ground" : "take_off",
    heightM: (aboveTakeOff ?? aboveGround)?.value ?? null,
    horizontalAccuracyCode: horizontalAccuracyCode(ua.location.accuracy),
    verticalAccuracyCode: verticalAccuracyCode(wgs84?.accuracy ?? null),
    pressureAccuracyCode: verticalAccuracyCode(pressure?.accuracy ?? null),
    speedAccuracyCode: speedAccuracyCode(speed_accuracy),
    timestampAccuracyCode: timestampAccuracyCode(ua.timestamp_accuracy),
    secondsAfterHour: (Date.parse(ua.timestamp) % HOUR_MS) / SECOND_MS,
  };
}

function systemOf(operator: OperatorTelemetry | null, declared: Declared): SystemMessage {
  const isEu = declared.classification === "EU";
  return {
    type: "system",
    operatorLocationType: operatorLocationTypeCode(operator?.source_type ?? "unknown"),
    classificationType: isEu ? 1 : 0,
    operatorLatitude: operator?.location.latitude ?? null,
    operatorLongitude: operator?.location.longitude ?? null,
    areaCount: 1,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    ...euClassificationCodes(isEu ? declared.classificationType : null),
    operatorAltitudeGeodeticM: operator?.altitude?.type === "WGS84" ? operator.altitude.value : null,
    timestampMs: operator === null ? null : Date.parse(operator.timestamp),
  };
}

function within(value: number | null, min: number, max: number): number | null {
  return value === null ? null : Math.min(max, Math.max(min, value));
}
