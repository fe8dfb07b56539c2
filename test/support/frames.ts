import type {
  BasicIdMessage,
  LocationMessage,
  OdidMessage,
  SystemMessage,
} from "../../server/ingest/codecs/odid.messages.ts";
import type { DecodedFrame } from "../../server/ingest/decoded.ts";

/** Invented frames in the form in which codecs return them. Values that are not given are unknown. */

export const SERIAL = "1596F351901936310360";
export const OTHER_SERIAL = "1588E040445AC004418";
export const MAC = "02:00:00:00:00:01";

export function frame(
  messages: readonly OdidMessage[],
  rest: Partial<Omit<DecodedFrame, "kind" | "messages">> = {},
): DecodedFrame {
  return {
    kind: "frame",
    observedAtMs: null,
    sensorId: null,
    transmitter: { kind: "mac", address: MAC },
    technology: "wifi_beacon",
    rssiDbm: -50,
    messages,
    ...rest,
  };
}

export function basicId(uasId: string, rest: Partial<BasicIdMessage> = {}): BasicIdMessage {
  const uasIdHex = Buffer.from(uasId.padEnd(20, "\0"), "latin1").toString("hex");
  return { type: "basic_id", idType: 1, uaType: 2, uasId, uasIdHex, ...rest };
}

export function location(
  latitude: number | null,
  longitude: number | null,
  rest: Partial<LocationMessage> = {},
): LocationMessage {
  return {
    type: "location",
    status: 2,
    directionDeg: null,
    horizontalSpeedMps: null,
    verticalSpeedMps: null,
    latitude,
    longitude,
    altitudePressureM: null,
    altitudeGeodeticM: null,
    heightReference: "take_off",
    heightM: null,
    horizontalAccuracyCode: 0,
    verticalAccuracyCode: 0,
    pressureAccuracyCode: 0,
    speedAccuracyCode: 0,
    timestampAccuracyCode: 0,
    secondsAfterHour: null,
    ...rest,
  };
}

export function system(
  operatorLatitude: number | null,
  operatorLongitude: number | null,
  rest: Partial<SystemMessage> = {},
): SystemMessage {
  return {
    type: "system",
    operatorLocationType: 1,
    classificationType: 0,
    operatorLatitude,
    operatorLongitude,
    areaCount: 1,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    categoryEu: 0,
    classEu: 0,
    operatorAltitudeGeodeticM: null,
    timestampMs: null,
    ...rest,
  };
}
