import { textOf } from "./bytes.text.ts";
import type { MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import {
  basicIdOf,
  decodeOdidMessages,
  ODID_MESSAGE_BYTES,
  ODID_PACK_MESSAGES,
  odidTimestampMs,
  type DecodedOdid,
} from "./odid.decode.ts";
import { hexOf } from "./bytes.text.ts";
import type { Refused } from "../decoded.ts";
import { decodeAdsbVehicle, type CrewedVehicle, type DroneVehicle } from "./mavlink.traffic.ts";
import type { AuthenticationMessage, LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";

export type MavlinkMessage =
  | {
      readonly kind: "heartbeat";
      readonly vehicleType: number;
      readonly autopilot: number;
      readonly systemStatus: number;
    }
  /** Offset of `id_or_mac`, the transmitter that a message is about, in the payload; `undefined` if it has none. */
  | { readonly kind: "odid"; readonly decoded: DecodedOdid; readonly isPack: boolean; readonly idOrMacAt?: number }
  | CrewedVehicle
  | DroneVehicle
  | Refused
  /** The transmitter's own decision whether the aircraft may arm; the reason is shown as it was sent. */
  | { readonly kind: "arm_status"; readonly isReady: boolean; readonly reason: string };

const UNKNOWN_ALTITUDE_M = -1000;

/** The meaning of one frame, or `undefined` where it is none of the messages above. Never throws. */
export function decodeMavlinkMessage(frame: MavlinkFrame): MavlinkMessage | undefined {
  const { payload } = frame;
  switch (frame.messageId) {
    case MAVLINK_ID.heartbeat:
      return {
        kind: "heartbeat",
        vehicleType: u8(payload, 4),
        autopilot: u8(payload, 5),
        systemStatus: u8(payload, 7),
      };
    case MAVLINK_ID.basicId:
      return odid(2, basicIdOf(u8(payload, 22), u8(payload, 23), payload, 24));
    case MAVLINK_ID.location:
      return odid(32, decodeLocation(payload));
    case MAVLINK_ID.authentication:
      return odid(6, decodeAuthentication(payload));
    case MAVLINK_ID.selfId:
      return odid(2, { type: "self_id", descriptionType: u8(payload, 22), description: textOf(payload, 23, 46) });
    case MAVLINK_ID.system:
      return odid(30, decodeSystem(payload));
    case MAVLINK_ID.operatorId:
      return odid(2, { type: "operator_id", operatorIdType: u8(payload, 22), operatorId: textOf(payload, 23, 43) });
    case MAVLINK_ID.messagePack:
      return { kind: "odid", decoded: decodeMessagePack(payload), isPack: true, idOrMacAt: 2 };
    case MAVLINK_ID.armStatus:
      return { kind: "arm_status", isReady: u8(payload, 0) === 0, reason: textOf(payload, 1, 51) };
    case MAVLINK_ID.systemUpdate:
      return odid(undefined, decodeSystemUpdate(payload));
    case MAVLINK_ID.adsbVehicle:
      return decodeAdsbVehicle(payload);
    default:
      return undefined;
  }
}

function odid(idOrMacAt: number | undefined, message: OdidMessage): MavlinkMessage {
  const decoded = { kind: "messages", messages: [message] } as const;
  return idOrMacAt === undefined
    ? { kind: "odid", decoded, isPack: false }
    : { kind: "odid", decoded, isPack: false, idOrMacAt };
}

/** A pack as long as it can be, for one whose zeros at the end were cut. */
const wholePack = new Uint8Array(24 + ODID_PACK_MESSAGES * ODID_MESSAGE_BYTES);

function decodeMessagePack(payload: Uint8Array): DecodedOdid {
  const size = u8(payload, 22);
  if (size !== ODID_MESSAGE_BYTES) {
    return { kind: "refused", reason: "bad_pack_header", detail: `messages of ${size} bytes, 25 expected` };
  }
  const count = u8(payload, 23);
  const end = 24 + count * ODID_MESSAGE_BYTES;
  if (count > ODID_PACK_MESSAGES || payload.length >= end) return decodeOdidMessages(payload, 24, count);
  // Nothing that is decoded keeps the bytes it was read from.
  wholePack.set(payload);
  for (let at = payload.length; at < end; at += 1) wholePack[at] = 0;
  return decodeOdidMessages(wholePack, 24, count);
}

function decodeLocation(payload: Uint8Array): LocationMessage {
  const latitudeE7 = i32(payload, 0);
  const longitudeE7 = i32(payload, 4);
  const hasPosition = latitudeE7 !== 0 || longitudeE7 !== 0;
  const direction = u16(payload, 24);
  const horizontal = u16(payload, 26);
  const vertical = i16(payload, 28);
  const seconds = f32(payload, 20);
  return {
    type: "location",
    status: u8(payload, 52),
    directionDeg: direction === 36_100 ? null : direction / 100,
    horizontalSpeedMps: horizontal === 25_500 ? null : horizontal / 100,
    verticalSpeedMps: vertical === 6_300 ? null : vertical / 100,
    latitude: hasPosition ? latitudeE7 / 1e7 : null,
    longitude: hasPosition ? longitudeE7 / 1e7 : null,
    altitudePressureM: altitude(f32(payload, 8)),
    altitudeGeodeticM: altitude(f32(payload, 12)),
    heightReference: u8(payload, 53) === 1 ? "ground" : "take_off",
    heightM: altitude(f32(payload, 16)),
    horizontalAccuracyCode: u8(payload, 54),
    verticalAccuracyCode: u8(payload, 55),
    pressureAccuracyCode: u8(payload, 56),
    speedAccuracyCode: u8(payload, 57),
    timestampAccuracyCode: u8(payload, 58),
    secondsAfterHour: seconds === 0xffff ? null : thousandths(seconds),
  };
}

function decodeAuthentication(payload: Uint8Array): AuthenticationMessage {
  const page = u8(payload, 27);
  const isFirst = page === 0;
  return {
    type: "authentication",
    authType: u8(payload, 26),
    page,
    lastPageIndex: isFirst ? u8(payload, 28) : null,
    length: isFirst ? u8(payload, 29) : null,
    timestampMs: isFirst ? odidTimestampMs(u32(payload, 0)) : null,
    dataHex: hexOf(payload, 30, isFirst ? 47 : 53),
  };
}

function decodeSystem(payload: Uint8Array): SystemMessage {
  return {
    type: "system",
    operatorLocationType: u8(payload, 50),
    classificationType: u8(payload, 51),
    ...operatorPosition(i32(payload, 0), i32(payload, 4)),
    areaCount: u16(payload, 24),
    areaRadiusM: u16(payload, 26),
    areaCeilingM: altitude(f32(payload, 8)),
    areaFloorM: altitude(f32(payload, 12)),
    categoryEu: u8(payload, 52),
    classEu: u8(payload, 53),
    operatorAltitudeGeodeticM: altitude(f32(payload, 16)),
    timestampMs: odidTimestampMs(u32(payload, 20)),
  };
}

/** The update has the operator's position only: every other field is given as undeclared. */
function decodeSystemUpdate(payload: Uint8Array): SystemMessage {
  return {
    type: "system",
    operatorLocationType: 1,
    classificationType: 0,
    ...operatorPosition(i32(payload, 0), i32(payload, 4)),
    areaCount: 0,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    categoryEu: 0,
    classEu: 0,
    operatorAltitudeGeodeticM: altitude(f32(payload, 8)),
    timestampMs: odidTimestampMs(u32(payload, 12)),
  };
}

function operatorPosition(
  latitudeE7: number,
  longitudeE7: number,
): Pick<SystemMessage, "operatorLatitude" | "operatorLongitude"> {
  if (latitudeE7 === 0 && longitudeE7 === 0) return { operatorLatitude: null, operatorLongitude: null };
  return { operatorLatitude: latitudeE7 / 1e7, operatorLongitude: longitudeE7 / 1e7 };
}

function altitude(metres: number): number | null {
  return metres === UNKNOWN_ALTITUDE_M ? null : thousandths(metres);
}

/** A 32-bit float without the digits it does not have: -16.22, not -16.219999313354492. `null` for no number. */
function thousandths(value: number): number | null {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null;
}

function u8(payload: Uint8Array, at: number): number {
  return at < payload.length ? payload[at]! : 0;
}

function u16(payload: Uint8Array, at: number): number {
  return u8(payload, at) | (u8(payload, at + 1) << 8);
}

function i16(payload: Uint8Array, at: number): number {
  return (u16(payload, at) << 16) >> 16;
}

function i32(payload: Uint8Array, at: number): number {
  return u16(payload, at) | (u16(payload, at + 2) << 16);
}

function u32(payload: Uint8Array, at: number): number {
  return i32(payload, at) >>> 0;
}

const floatBits = new Int32Array(1);
const floatValue = new Float32Array(floatBits.buffer);

function f32(payload: Uint8Array, at: number): number {
  floatBits[0] = i32(payload, at);
  return floatValue[0]!;
}
