import type { Refused } from "../decoded.ts";
import { bytesOfHex } from "./bytes.text.ts";
import { basicIdOf, ODID_EPOCH_S, ODID_MESSAGE_BYTES, ODID_PACK_MESSAGES, ODID_PACK_TYPE } from "./odid.decode.ts";
import type {
  AuthenticationMessage,
  BasicIdMessage,
  LocationMessage,
  OdidMessage,
  SystemMessage,
} from "./odid.messages.ts";

export type EncodedOdid = { readonly kind: "encoded"; readonly bytes: Uint8Array } | Refused;

/** Protocol version of F3411-22a. */
const CURRENT_VERSION = 2;
const ALTITUDE_MAX_M = 31_767.5;
const encoder = new TextEncoder();

/**
 * Encodes one message into its 25 bytes (ASTM F3411-22a). Values are quantised as in the standard: direction 1°,
 * speed 0.25 or 0.75 m/s, vertical speed and altitudes 0.5 m truncated, position 1e-7°. A value that the encoding
 * cannot hold is refused with the name of its field.
 */
export function encodeOdid(message: OdidMessage, version: number = CURRENT_VERSION): EncodedOdid {
  const writer = new MessageWriter();
  writer.code("version", version, 15);
  switch (message.type) {
    case "basic_id":
      writeBasicId(writer, message);
      break;
    case "location":
      writeLocation(writer, message);
      break;
    case "authentication":
      writeAuthentication(writer, message);
      break;
    case "self_id":
      writer.u8(0, 0x30);
      writer.u8(1, writer.code("descriptionType", message.descriptionType, 255));
      writer.text("description", message.description, 2, 23);
      break;
    case "system":
      writeSystem(writer, message);
      break;
    case "operator_id":
      writer.u8(0, 0x50);
      writer.u8(1, writer.code("operatorIdType", message.operatorIdType, 255));
      writer.text("operatorId", message.operatorId, 2, 20);
      break;
  }
  return writer.finish(version);
}

/** Encodes one to nine messages as a message pack. One message that cannot be encoded refuses the pack. */
export function encodeOdidPack(messages: readonly OdidMessage[], version: number = CURRENT_VERSION): EncodedOdid {
  if (messages.length < 1 || messages.length > ODID_PACK_MESSAGES) {
    return { kind: "refused", reason: "bad_pack_header", detail: `pack of ${messages.length} messages` };
  }
  const bytes = new Uint8Array(3 + messages.length * ODID_MESSAGE_BYTES);
  bytes[0] = (ODID_PACK_TYPE << 4) | (version & 0x0f);
  bytes[1] = ODID_MESSAGE_BYTES;
  bytes[2] = messages.length;
  for (const [index, message] of messages.entries()) {
    const encoded = encodeOdid(message, version);
    if (encoded.kind === "refused") return encoded;
    bytes.set(encoded.bytes, 3 + index * ODID_MESSAGE_BYTES);
  }
  return { kind: "encoded", bytes };
}

/** A Basic ID from its text, or from hexadecimal for the binary id types 3 and 4; the id is cut at 20 bytes. */
export function basicIdMessage(id: { idType: number; uaType: number; uasId: string }): BasicIdMessage {
  const isBinary = id.idType === 3 || id.idType === 4;
  const bytes = (isBinary ? bytesOfHex(id.uasId) : undefined) ?? bytesOfText(id.uasId);
  return basicIdOf(id.idType, id.uaType, bytes, 0);
}

const ID_BYTES = 20;
/** Bytes of the id that is being encoded: nothing keeps them. */
const idBytes = new Uint8Array(ID_BYTES);

function bytesOfText(text: string): Uint8Array {
  if (text.length > ID_BYTES) return encoder.encode(text);
  for (let at = 0; at < ID_BYTES; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (code > 0x7e) return encoder.encode(text);
    idBytes[at] = code;
  }
  return idBytes;
}

function writeBasicId(writer: MessageWriter, message: BasicIdMessage): void {
  writer.u8(0, 0x00);
  writer.u8(1, (writer.code("idType", message.idType, 15) << 4) | writer.code("uaType", message.uaType, 15));
  writer.hex("uasIdHex", message.uasIdHex, 2, 20);
}

/** By their bit. */
const HEIGHT_REFERENCES: readonly LocationMessage["heightReference"][] = ["take_off", "ground"];

function writeLocation(writer: MessageWriter, message: LocationMessage): void {
  const direction = writer.direction(message.directionDeg);
  const speed = writer.horizontalSpeed(message.horizontalSpeedMps);
  const reference = writer.code("heightReference", HEIGHT_REFERENCES.indexOf(message.heightReference), 1) << 2;
  writer.u8(0, 0x10);
  writer.u8(1, (writer.code("status", message.status, 15) << 4) | reference | direction.flag | speed.flag);
  writer.u8(2, direction.encoded);
  writer.u8(3, speed.encoded);
  writer.u8(4, writer.verticalSpeed(message.verticalSpeedMps));
  writer.position("", message.latitude, message.longitude, 5);
  writer.altitude("altitudePressureM", message.altitudePressureM, 13);
  writer.altitude("altitudeGeodeticM", message.altitudeGeodeticM, 15);
  writer.altitude("heightM", message.heightM, 17);
  const horizontal = writer.code("horizontalAccuracyCode", message.horizontalAccuracyCode, 15);
  writer.u8(19, (writer.code("verticalAccuracyCode", message.verticalAccuracyCode, 15) << 4) | horizontal);
  const ofSpeed = writer.code("speedAccuracyCode", message.speedAccuracyCode, 15);
  writer.u8(20, (writer.code("pressureAccuracyCode", message.pressureAccuracyCode, 15) << 4) | ofSpeed);
  const seconds = message.secondsAfterHour;
  writer.u16(21, seconds === null ? 0xffff : Math.round(writer.within("secondsAfterHour", seconds, 0, 3600) * 10));
  writer.u8(23, writer.code("timestampAccuracyCode", message.timestampAccuracyCode, 15));
}

function writeAuthentication(writer: MessageWriter, message: AuthenticationMessage): void {
  writer.u8(0, 0x20);
  writer.u8(1, (writer.code("authType", message.authType, 15) << 4) | writer.code("page", message.page, 15));
  if (message.page !== 0) {
    writer.hex("dataHex", message.dataHex, 2, 23);
    return;
  }
  const lastPageIndex = writer.code("lastPageIndex", message.lastPageIndex ?? 0, 15);
  writer.u8(2, lastPageIndex);
  writer.u8(3, writer.code("length", message.length ?? 0, Math.min(255, 17 + 23 * lastPageIndex)));
  writer.timestamp(message.timestampMs, 4);
  writer.hex("dataHex", message.dataHex, 8, 17);
}

function writeSystem(writer: MessageWriter, message: SystemMessage): void {
  const classification = writer.code("classificationType", message.classificationType, 7);
  writer.u8(0, 0x40);
  writer.u8(1, (classification << 2) | writer.code("operatorLocationType", message.operatorLocationType, 3));
  writer.position("operator ", message.operatorLatitude, message.operatorLongitude, 2);
  writer.u16(10, writer.code("areaCount", message.areaCount, 65_000));
  writer.u8(12, Math.trunc(writer.within("areaRadiusM", message.areaRadiusM, 0, 2550) / 10));
  writer.altitude("areaCeilingM", message.areaCeilingM, 13);
  writer.altitude("areaFloorM", message.areaFloorM, 15);
  writer.u8(17, (writer.code("categoryEu", message.categoryEu, 15) << 4) | writer.code("classEu", message.classEu, 15));
  writer.altitude("operatorAltitudeGeodeticM", message.operatorAltitudeGeodeticM, 18);
  writer.timestamp(message.timestampMs, 20);
}

/** Writes the 25 bytes and stores the first field that did not fit, so that the writers above need no checks. */
class MessageWriter {
  readonly #bytes = new Uint8Array(ODID_MESSAGE_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #fault: string | undefined;

  finish(version: number): EncodedOdid {
    if (this.#fault !== undefined) return { kind: "refused", reason: "value_out_of_range", detail: this.#fault };
    this.#bytes[0] = this.#bytes[0]! | version;
    return { kind: "encoded", bytes: this.#bytes };
  }

  u8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  u16(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  /** The value, or 0 and a fault where it is not a number from `min` to `max`. */
  within(field: string, value: number, min: number, max: number): number {
    if (value >= min && value <= max) return value;
    this.#fault ??= `${field} ${value} is not within ${min} and ${max}`;
    return 0;
  }

  code(field: string, value: number, max: number): number {
    if (Number.isInteger(value)) return this.within(field, value, 0, max);
    this.#fault ??= `${field} ${value} is not a whole number`;
    return 0;
  }

  direction(degrees: number | null): { flag: number; encoded: number } {
    if (degrees === null) return { flag: 0x02, encoded: 181 };
    const rounded = Math.round(this.within("directionDeg", degrees, 0, 360)) % 360;
    return rounded >= 180 ? { flag: 0x02, encoded: rounded - 180 } : { flag: 0, encoded: rounded };
  }

  horizontalSpeed(mps: number | null): { flag: number; encoded: number } {
    if (mps === null) return { flag: 0x01, encoded: 255 };
    const speed = this.within("horizontalSpeedMps", mps, 0, 254.25);
    if (speed <= 63.75) return { flag: 0, encoded: Math.round(speed / 0.25) };
    return { flag: 0x01, encoded: Math.round((speed - 63.75) / 0.75) };
  }

  verticalSpeed(mps: number | null): number {
    return mps === null ? 126 : Math.trunc(this.within("verticalSpeedMps", mps, -62, 62) / 0.5);
  }

  position(whose: string, latitude: number | null, longitude: number | null, at: number): void {
    if (latitude === null || longitude === null) return;
    this.#view.setInt32(at, degreesE7(this.within(`${whose}latitude`, latitude, -90, 90)), true);
    this.#view.setInt32(at + 4, degreesE7(this.within(`${whose}longitude`, longitude, -180, 180)), true);
  }

  altitude(field: string, metres: number | null, at: number): void {
    if (metres === null) return;
    this.u16(at, Math.trunc((this.within(field, metres, -1000, ALTITUDE_MAX_M) + 1000) / 0.5));
  }

  timestamp(unixMs: number | null, at: number): void {
    if (unixMs === null) return;
    const seconds = Math.floor(unixMs / 1000) - ODID_EPOCH_S;
    this.#view.setUint32(at, this.within("timestampMs", seconds, 0, 0xffff_ffff), true);
  }

  text(field: string, text: string, at: number, capacity: number): void {
    this.#field(field, encoder.encode(text), at, capacity);
  }

  hex(field: string, hex: string, at: number, capacity: number): void {
    const bytes = bytesOfHex(hex);
    if (bytes === undefined) this.#fault ??= `${field} is not hexadecimal`;
    else this.#field(field, bytes, at, capacity);
  }

  #field(field: string, bytes: Uint8Array, at: number, capacity: number): void {
    if (bytes.length <= capacity) this.#bytes.set(bytes, at);
    else this.#fault ??= `${field} is ${bytes.length} bytes long, ${capacity} at most`;
  }
}

function degreesE7(degrees: number): number {
  return Math.sign(degrees) * Math.round(Math.abs(degrees) * 1e7);
}
