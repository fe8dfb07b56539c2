import { OPERATOR_LOCATION_UNKNOWN } from "./odid.messages.ts";
import type { AuthenticationMessage, LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";
import { hexOf, textOf } from "./bytes.text.ts";
import { basicIdOf, odidTimestampMs } from "./odid.decode.ts";
import { dataViewOf } from "../../kernel/data-view.ts";

/**
 * `ODID_UAS_Data` of the reference library (opendroneid-core-c) in the memory layout of a 64-bit little-endian
 * computer: the decoded messages of one aircraft, and for each message a byte that is 1 if it is set. Some receivers pass
 * on these bytes unchanged.
 */
const BASIC_ID_AT = 0;
const BASIC_ID_BYTES = 32;
const BASIC_IDS = 2;
const LOCATION_AT = 64;
const AUTHENTICATION_AT = 136;
const AUTHENTICATION_BYTES = 40;
const AUTHENTICATION_PAGES = 16;
const SELF_ID_AT = 776;
const SYSTEM_AT = 808;
const OPERATOR_ID_AT = 864;
const BASIC_ID_VALID_AT = 892;
const LOCATION_VALID_AT = 894;
const AUTHENTICATION_VALID_AT = 895;
const SELF_ID_VALID_AT = 911;
const SYSTEM_VALID_AT = 912;
const OPERATOR_ID_VALID_AT = 913;

/** Without the six bytes of padding that the compiler adds. */
export const ODID_STRUCT_BYTES = 914;

const UNKNOWN_ALTITUDE_M = -1000;

/** Decodes the messages that are set; `bytes` has at least `ODID_STRUCT_BYTES`. */
export function odidStructMessages(bytes: Uint8Array): OdidMessage[] {
  const view = dataViewOf(bytes);
  const messages: OdidMessage[] = [];
  for (let index = 0; index < BASIC_IDS; index += 1) {
    const at = BASIC_ID_AT + index * BASIC_ID_BYTES;
    if (bytes[BASIC_ID_VALID_AT + index] !== 1) continue;
    messages.push(basicIdOf(codeAt(view, at + 4), codeAt(view, at), bytes.subarray(at + 8, at + 28), 0));
  }
  if (bytes[LOCATION_VALID_AT] === 1) messages.push(locationOf(view));
  for (let page = 0; page < AUTHENTICATION_PAGES; page += 1) {
    if (bytes[AUTHENTICATION_VALID_AT + page] === 1) messages.push(authenticationOf(view, bytes, page));
  }
  if (bytes[SELF_ID_VALID_AT] === 1) {
    const description = textOf(bytes, SELF_ID_AT + 4, SELF_ID_AT + 27);
    messages.push({ type: "self_id", descriptionType: codeAt(view, SELF_ID_AT, 255), description });
  }
  if (bytes[SYSTEM_VALID_AT] === 1) messages.push(systemOf(view));
  if (bytes[OPERATOR_ID_VALID_AT] === 1) {
    const operatorId = textOf(bytes, OPERATOR_ID_AT + 4, OPERATOR_ID_AT + 24);
    messages.push({ type: "operator_id", operatorIdType: codeAt(view, OPERATOR_ID_AT, 255), operatorId });
  }
  return messages;
}

function locationOf(view: DataView): LocationMessage {
  const at = LOCATION_AT;
  const code = (offset: number) => codeAt(view, at + offset);
  return {
    type: "location",
    status: code(0),
    directionDeg: within(float(view, at + 4), 0, 360),
    horizontalSpeedMps: within(float(view, at + 8), 0, 254.25),
    verticalSpeedMps: within(float(view, at + 12), -62, 62),
    ...position(view.getFloat64(at + 16, true), view.getFloat64(at + 24, true)),
    altitudePressureM: altitude(view, at + 32),
    altitudeGeodeticM: altitude(view, at + 36),
    heightReference: code(40) === 1 ? "ground" : "take_off",
    heightM: altitude(view, at + 44),
    horizontalAccuracyCode: code(48),
    verticalAccuracyCode: code(52),
    pressureAccuracyCode: code(56),
    speedAccuracyCode: code(60),
    timestampAccuracyCode: code(64),
    secondsAfterHour: within(float(view, at + 68), 0, 3600),
  };
}

function authenticationOf(view: DataView, bytes: Uint8Array, page: number): AuthenticationMessage {
  const at = AUTHENTICATION_AT + page * AUTHENTICATION_BYTES;
  const isFirst = page === 0;
  return {
    type: "authentication",
    authType: codeAt(view, at + 4),
    page,
    lastPageIndex: isFirst ? Math.min(view.getUint8(at + 8), AUTHENTICATION_PAGES - 1) : null,
    length: isFirst ? view.getUint8(at + 9) : null,
    timestampMs: isFirst ? odidTimestampMs(view.getUint32(at + 12, true)) : null,
    dataHex: hexOf(bytes, at + 16, at + 16 + (isFirst ? 17 : 23)),
  };
}

function systemOf(view: DataView): SystemMessage {
  const at = SYSTEM_AT;
  const code = (offset: number) => codeAt(view, at + offset);
  const operator = position(view.getFloat64(at + 8, true), view.getFloat64(at + 16, true));
  return {
    type: "system",
    operatorLocationType: code(0) <= 3 ? code(0) : OPERATOR_LOCATION_UNKNOWN,
    classificationType: code(4),
    operatorLatitude: operator.latitude,
    operatorLongitude: operator.longitude,
    areaCount: view.getUint16(at + 24, true),
    areaRadiusM: view.getUint16(at + 26, true),
    areaCeilingM: altitude(view, at + 28),
    areaFloorM: altitude(view, at + 32),
    categoryEu: code(36),
    classEu: code(40),
    operatorAltitudeGeodeticM: altitude(view, at + 44),
    timestampMs: odidTimestampMs(view.getUint32(at + 48, true)),
  };
}

/** Reads an enumeration of four bytes; a value that no message can contain becomes 0 (undeclared). */
function codeAt(view: DataView, at: number, max = 15): number {
  const code = view.getUint32(at, true);
  return code <= max ? code : 0;
}

/** (0, 0) and values that are not numbers mean no position. */
function position(latitude: number, longitude: number) {
  const isKnown = Number.isFinite(latitude) && Number.isFinite(longitude) && (latitude !== 0 || longitude !== 0);
  return isKnown
    ? { latitude: degreesE7(latitude), longitude: degreesE7(longitude) }
    : { latitude: null, longitude: null };
}

/** Restores the resolution of the message, which the library converted to a floating-point number. */
function degreesE7(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}

function altitude(view: DataView, at: number): number | null {
  const metres = float(view, at);
  return metres === UNKNOWN_ALTITUDE_M ? null : within(metres, UNKNOWN_ALTITUDE_M, 31_767.5);
}

/** Reads a 32-bit float, rounded to its precision; NaN stays NaN. */
function float(view: DataView, at: number): number {
  return Math.round(view.getFloat32(at, true) * 1000) / 1000;
}

/** The values that mean "unknown" are outside the valid range. */
function within(value: number, min: number, max: number): number | null {
  return value >= min && value <= max ? value : null;
}
