import type { Refused, RefusalReason } from "../decoded.ts";
import { hexOf, textOf } from "./bytes.text.ts";
import type {
  AuthenticationMessage,
  BasicIdMessage,
  LocationMessage,
  OdidMessage,
  OperatorIdMessage,
  SelfIdMessage,
  SystemMessage,
} from "./odid.messages.ts";

/** Bytes of one encoded message. */
export const ODID_MESSAGE_BYTES = 25;
/** The maximum number of messages in one pack. */
export const ODID_PACK_MESSAGES = 9;
/** Message type nibble of a pack. */
export const ODID_PACK_TYPE = 0xf;
/** 2019-01-01T00:00:00Z in Unix seconds: the time base of system and authentication messages. */
export const ODID_EPOCH_S = 1_546_300_800;

/** A serial number and a registration may be broadcast together. */
const MAX_BASIC_IDS = 2;
const NO_ID_HEX = "00".repeat(20);

export type DecodedOdid = { readonly kind: "messages"; readonly messages: readonly OdidMessage[] } | Refused;

/**
 * Decodes one Open Drone ID message of 25 bytes, or a message pack (ASTM F3411-22a).
 *
 * Every protocol version is read alike: versions 0 to 2 differ in nothing that is decoded here but the pages of an
 * authentication, which version 0 counts (`declared.ts` joins them by their length), and a later one keeps the layout of
 * the messages it shares. Values are given as declared, so a latitude of 214° or a direction of
 * 435° comes through for the plausibility rules to judge; only the markers for "unknown" become `null`. Bytes after
 * the message are ignored. Never throws: what cannot be read is a refusal.
 */
export function decodeOdid(bytes: Uint8Array): DecodedOdid {
  if (bytes.length === 0) return refused("truncated_frame", "empty message");
  if (bytes[0]! >> 4 === ODID_PACK_TYPE) return decodePack(bytes);
  if (bytes.length < ODID_MESSAGE_BYTES) {
    return refused("truncated_frame", `message of ${bytes.length} bytes, 25 expected`);
  }
  const message = decodeMessage(bytes, 0);
  return isRefused(message) ? message : { kind: "messages", messages: [message] };
}

/**
 * Decodes `count` messages of 25 bytes that stand one after the other from `offset`, the body of a pack. A pack is
 * taken whole or not at all: an unknown or nested message, or more of one type than the standard allows, refuses it.
 */
export function decodeOdidMessages(bytes: Uint8Array, offset: number, count: number): DecodedOdid {
  if (count < 1 || count > ODID_PACK_MESSAGES) return refused("bad_pack_header", `pack of ${count} messages`);
  if (bytes.length - offset < count * ODID_MESSAGE_BYTES) {
    const missing = count * ODID_MESSAGE_BYTES - (bytes.length - offset);
    return refused("truncated_pack", `pack of ${count} messages is ${missing} bytes short`);
  }
  const messages: OdidMessage[] = [];
  let basicIds = 0;
  let seenTypes = 0;
  for (let index = 0; index < count; index += 1) {
    const message = decodeMessage(bytes, offset + index * ODID_MESSAGE_BYTES);
    if (isRefused(message)) return message;
    const typeBit = 1 << (bytes[offset + index * ODID_MESSAGE_BYTES]! >> 4);
    if (message.type === "basic_id") basicIds += 1;
    else if ((seenTypes & typeBit) !== 0 && message.type !== "authentication") return surplus(message.type);
    seenTypes |= typeBit;
    messages.push(message);
  }
  if (basicIds > MAX_BASIC_IDS) return surplus("basic_id");
  return { kind: "messages", messages: basicIds > 1 ? withoutRepeatedBasicId(messages) : messages };
}

function decodePack(bytes: Uint8Array): DecodedOdid {
  if (bytes.length < 3) return refused("truncated_pack", `pack header of ${bytes.length} bytes, 3 expected`);
  const size = bytes[1]!;
  if (size !== ODID_MESSAGE_BYTES) return refused("bad_pack_header", `messages of ${size} bytes, 25 expected`);
  return decodeOdidMessages(bytes, 3, bytes[2]!);
}

/** The message at `at`, where 25 bytes are known to be. */
function decodeMessage(bytes: Uint8Array, at: number): OdidMessage | Refused {
  switch (bytes[at]! >> 4) {
    case 0:
      return decodeBasicId(bytes, at);
    case 1:
      return decodeLocation(bytes, at);
    case 2:
      return decodeAuthentication(bytes, at);
    case 3:
      return decodeSelfId(bytes, at);
    case 4:
      return decodeSystem(bytes, at);
    case 5:
      return decodeOperatorId(bytes, at);
    default:
      return refused("unknown_message_type", `message type ${bytes[at]! >> 4}`);
  }
}

function decodeBasicId(bytes: Uint8Array, at: number): BasicIdMessage {
  return basicIdOf(bytes[at + 1]! >> 4, bytes[at + 1]! & 0x0f, bytes, at + 2);
}

/** A Basic ID whose 20 bytes of id stand at `at`; shared with MAVLink, which carries the same field. */
export function basicIdOf(idType: number, uaType: number, bytes: Uint8Array, at: number): BasicIdMessage {
  if (idType === 1 || idType === 2) {
    // What follows the first NUL of a text is left over in the sender's buffer; it must not distinguish one id from another.
    let end = at;
    while (end < at + 20 && end < bytes.length && bytes[end] !== 0) end += 1;
    const uasIdHex = hexOf(bytes, at, end) + NO_ID_HEX.slice((end - at) * 2);
    return { type: "basic_id", idType, uaType, uasId: textOf(bytes, at, end), uasIdHex };
  }
  const uasIdHex = hexOf(bytes, at, at + 20);
  // A UTM UUID and a session id are binary: read as text they would end at their first zero byte.
  const isBinary = idType === 3 || idType === 4;
  const uasId = isBinary ? (uasIdHex === NO_ID_HEX ? "" : uasIdHex) : textOf(bytes, at, at + 20);
  return { type: "basic_id", idType, uaType, uasId, uasIdHex };
}

function decodeLocation(bytes: Uint8Array, at: number): LocationMessage {
  const flags = bytes[at + 1]!;
  const latitudeE7 = int32(bytes, at + 5);
  const longitudeE7 = int32(bytes, at + 9);
  const hasPosition = latitudeE7 !== 0 || longitudeE7 !== 0;
  const tenths = uint16(bytes, at + 21);
  return {
    type: "location",
    status: flags >> 4,
    directionDeg: decodeDirection(bytes[at + 2]!, (flags & 0x02) !== 0),
    horizontalSpeedMps: decodeHorizontalSpeed(bytes[at + 3]!, (flags & 0x01) !== 0),
    verticalSpeedMps: decodeVerticalSpeed(bytes[at + 4]!),
    latitude: hasPosition ? latitudeE7 / 1e7 : null,
    longitude: hasPosition ? longitudeE7 / 1e7 : null,
    altitudePressureM: decodeAltitude(uint16(bytes, at + 13)),
    altitudeGeodeticM: decodeAltitude(uint16(bytes, at + 15)),
    heightReference: (flags & 0x04) === 0 ? "take_off" : "ground",
    heightM: decodeAltitude(uint16(bytes, at + 17)),
    horizontalAccuracyCode: bytes[at + 19]! & 0x0f,
    verticalAccuracyCode: bytes[at + 19]! >> 4,
    pressureAccuracyCode: bytes[at + 20]! >> 4,
    speedAccuracyCode: bytes[at + 20]! & 0x0f,
    timestampAccuracyCode: bytes[at + 23]! & 0x0f,
    secondsAfterHour: tenths === 0xffff ? null : tenths / 10,
  };
}

function decodeAuthentication(bytes: Uint8Array, at: number): AuthenticationMessage | Refused {
  const authType = bytes[at + 1]! >> 4;
  const page = bytes[at + 1]! & 0x0f;
  if (page !== 0) {
    const dataHex = hexOf(bytes, at + 2, at + 25);
    return { type: "authentication", authType, page, lastPageIndex: null, length: null, timestampMs: null, dataHex };
  }
  const lastPageIndex = bytes[at + 2]!;
  const length = bytes[at + 3]!;
  if (lastPageIndex > 15) return refused("value_out_of_range", `last authentication page ${lastPageIndex}`);
  if (length > 17 + 23 * lastPageIndex) {
    return refused("value_out_of_range", `${length} bytes of authentication on ${lastPageIndex + 1} pages`);
  }
  return {
    type: "authentication",
    authType,
    page,
    lastPageIndex,
    length,
    timestampMs: odidTimestampMs(uint32(bytes, at + 4)),
    dataHex: hexOf(bytes, at + 8, at + 25),
  };
}

function decodeSelfId(bytes: Uint8Array, at: number): SelfIdMessage {
  return { type: "self_id", descriptionType: bytes[at + 1]!, description: textOf(bytes, at + 2, at + 25) };
}

function decodeSystem(bytes: Uint8Array, at: number): SystemMessage {
  const flags = bytes[at + 1]!;
  const latitudeE7 = int32(bytes, at + 2);
  const longitudeE7 = int32(bytes, at + 6);
  const hasPosition = latitudeE7 !== 0 || longitudeE7 !== 0;
  return {
    type: "system",
    operatorLocationType: flags & 0x03,
    classificationType: (flags >> 2) & 0x07,
    operatorLatitude: hasPosition ? latitudeE7 / 1e7 : null,
    operatorLongitude: hasPosition ? longitudeE7 / 1e7 : null,
    areaCount: uint16(bytes, at + 10),
    areaRadiusM: bytes[at + 12]! * 10,
    areaCeilingM: decodeAltitude(uint16(bytes, at + 13)),
    areaFloorM: decodeAltitude(uint16(bytes, at + 15)),
    categoryEu: bytes[at + 17]! >> 4,
    classEu: bytes[at + 17]! & 0x0f,
    operatorAltitudeGeodeticM: decodeAltitude(uint16(bytes, at + 18)),
    timestampMs: odidTimestampMs(uint32(bytes, at + 20)),
  };
}

function decodeOperatorId(bytes: Uint8Array, at: number): OperatorIdMessage {
  return { type: "operator_id", operatorIdType: bytes[at + 1]!, operatorId: textOf(bytes, at + 2, at + 22) };
}

/** Unix milliseconds of a timestamp in seconds since 2019; `null` for 0, which senders without a clock send. */
export function odidTimestampMs(seconds: number): number | null {
  return seconds === 0 ? null : (seconds + ODID_EPOCH_S) * 1000;
}

function decodeDirection(encoded: number, isWest: boolean): number | null {
  if (encoded === 181) return null;
  return isWest ? encoded + 180 : encoded;
}

function decodeHorizontalSpeed(encoded: number, isFast: boolean): number | null {
  if (!isFast) return encoded * 0.25;
  return encoded === 255 ? null : encoded * 0.75 + 63.75;
}

function decodeVerticalSpeed(encoded: number): number | null {
  return encoded === 126 ? null : ((encoded << 24) >> 24) * 0.5;
}

function decodeAltitude(encoded: number): number | null {
  return encoded === 0 ? null : encoded * 0.5 - 1000;
}

// The reference library keeps one Basic ID of a repeated pair. Only true repetitions are dropped here: two different
// ids of one type are something that the operator must see.
function withoutRepeatedBasicId(messages: readonly OdidMessage[]): OdidMessage[] {
  const first = messages.find((message) => message.type === "basic_id");
  return messages.filter((message) => {
    if (message.type !== "basic_id" || first === undefined || message === first) return true;
    return message.idType !== first.idType || message.uaType !== first.uaType || message.uasIdHex !== first.uasIdHex;
  });
}

function surplus(type: OdidMessage["type"]): Refused {
  return refused("bad_pack_header", `more ${type} messages in a pack than the standard allows`);
}

/** Reads a field, for `in` costs as much as decoding some of the messages. */
function isRefused(message: OdidMessage | Refused): message is Refused {
  return (message as Partial<Refused>).kind === "refused";
}

function refused(reason: RefusalReason, detail: string): Refused {
  return { kind: "refused", reason, detail };
}

function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function int32(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function uint32(bytes: Uint8Array, at: number): number {
  return int32(bytes, at) >>> 0;
}
