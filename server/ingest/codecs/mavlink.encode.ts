import { bytesOfHex } from "./bytes.text.ts";
import type { MavlinkPayload } from "../../kernel/mavlink.frame.encode.ts";
import { ADSB_ALTITUDE_GEOMETRIC, ADSB_EMITTER_UAV, ADSB_FLAG } from "./mavlink.adsb.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { encodeOdidPack } from "./odid.encode.ts";
import { ODID_EPOCH_S, ODID_MESSAGE_BYTES } from "./odid.decode.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";
import type { Refused } from "../decoded.ts";

/** MAV_TYPE: a Remote ID transmitter, and a receiver of traffic. */
const MAV_TYPE = { odid: 34, adsb: 27 } as const;

/** HEARTBEAT of a Remote ID transmitter, or of what reports traffic (no autopilot, active). */
export function heartbeatPayload(type: keyof typeof MAV_TYPE = "odid"): MavlinkPayload {
  const payload = Uint8Array.of(0, 0, 0, 0, MAV_TYPE[type], 8, 0, 4, 3);
  return { kind: "payload", messageId: MAVLINK_ID.heartbeat, payload };
}

/** An unmanned aircraft as ADSB_VEHICLE reports it; `null` is unknown. */
export type AdsbVehicle = {
  /** The address by which a ground station identifies the aircraft, an unsigned whole number of 32 bits. */
  readonly address: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitudeM: number | null;
  readonly headingDeg: number | null;
  readonly horizontalSpeedMps: number | null;
  readonly verticalSpeedMps: number | null;
  /** Eight characters of ASCII at most. */
  readonly callsign: string | null;
  readonly secondsSinceReceived: number;
};

const UNSIGNED_16_MAX = 0xffff;
const SIGNED_16_MAX = 0x7fff;
const SIGNED_32_MAX = 0x7fff_ffff;

/**
 * ADSB_VEHICLE of an unmanned aircraft. `flags` marks the known values; an unknown one has the largest number of its
 * field, so that a reader that ignores the flags shows something impossible rather than something plausible.
 */
export function adsbVehiclePayload(vehicle: AdsbVehicle): MavlinkPayload {
  const { altitudeM, headingDeg, horizontalSpeedMps, verticalSpeedMps, callsign } = vehicle;
  const payload = new Uint8Array(38);
  const view = new DataView(payload.buffer);
  view.setUint32(0, vehicle.address, true);
  view.setInt32(4, Math.round(vehicle.latitude * 1e7), true);
  view.setInt32(8, Math.round(vehicle.longitude * 1e7), true);
  view.setInt32(12, altitudeM === null ? SIGNED_32_MAX : Math.round(altitudeM * 1000), true);
  view.setUint16(16, headingDeg === null ? UNSIGNED_16_MAX : Math.round(headingDeg * 100) % 36_000, true);
  view.setUint16(18, hundredths(horizontalSpeedMps, 0, UNSIGNED_16_MAX), true);
  view.setInt16(20, hundredths(verticalSpeedMps, -SIGNED_16_MAX, SIGNED_16_MAX), true);
  view.setUint16(22, adsbFlags(vehicle), true);
  payload[26] = ADSB_ALTITUDE_GEOMETRIC;
  payload.set(fieldOf(new TextEncoder().encode(callsign ?? ""), 8), 27);
  payload[36] = ADSB_EMITTER_UAV;
  payload[37] = Math.min(255, Math.max(0, Math.floor(vehicle.secondsSinceReceived)));
  return { kind: "payload", messageId: MAVLINK_ID.adsbVehicle, payload };
}

function adsbFlags(vehicle: AdsbVehicle): number {
  const { coordinates, altitude, heading, velocity, callsign, verticalVelocity } = ADSB_FLAG;
  return (
    coordinates |
    (vehicle.altitudeM === null ? 0 : altitude) |
    (vehicle.headingDeg === null ? 0 : heading) |
    (vehicle.horizontalSpeedMps === null ? 0 : velocity) |
    (vehicle.callsign === null ? 0 : callsign) |
    (vehicle.verticalSpeedMps === null ? 0 : verticalVelocity)
  );
}

/** In hundredths, one below the largest number at most, because that one stands for unknown. */
function hundredths(value: number | null, min: number, unknown: number): number {
  return value === null ? unknown : Math.min(unknown - 1, Math.max(min, Math.round(value * 100)));
}

/** OPEN_DRONE_ID_ARM_STATUS: ready, or not and why (50 bytes at most, longer text is cut). */
export function armStatusPayload(status: { readonly isReady: boolean; readonly reason: string }): MavlinkPayload {
  const payload = new Uint8Array(51);
  payload[0] = status.isReady ? 0 : 1;
  payload.set(new TextEncoder().encode(status.reason).subarray(0, 50), 1);
  return { kind: "payload", messageId: MAVLINK_ID.armStatus, payload };
}

/**
 * OPEN_DRONE_ID_MESSAGE_PACK of one to nine messages. `mac` is the transmitter that was decoded (colon separated), or
 * `null` for a bridge that does not report it.
 */
export function messagePackPayload(messages: readonly OdidMessage[], mac: string | null): MavlinkPayload | Refused {
  const pack = encodeOdidPack(messages);
  if (pack.kind === "refused") return pack;
  const payload = new Uint8Array(249);
  setMac(payload, 2, mac);
  payload[22] = ODID_MESSAGE_BYTES;
  payload[23] = messages.length;
  payload.set(pack.bytes.subarray(3), 24);
  return { kind: "payload", messageId: MAVLINK_ID.messagePack, payload };
}

/** The single OPEN_DRONE_ID_* message for one message; `mac` as for packs, `null` for the sender's own aircraft. */
export function odidPayload(message: OdidMessage, mac: string | null = null): MavlinkPayload {
  switch (message.type) {
    case "basic_id": {
      const payload = new Uint8Array(44);
      setMac(payload, 2, mac);
      payload.set([message.idType, message.uaType], 22);
      payload.set(fieldOf(bytesOfHex(message.uasIdHex), 20), 24);
      return { kind: "payload", messageId: MAVLINK_ID.basicId, payload };
    }
    case "location":
      return { kind: "payload", messageId: MAVLINK_ID.location, payload: locationPayload(message, mac) };
    case "authentication": {
      const payload = new Uint8Array(53);
      if (message.timestampMs !== null) new DataView(payload.buffer).setUint32(0, secondsOf(message.timestampMs), true);
      setMac(payload, 6, mac);
      payload.set([message.authType, message.page, message.lastPageIndex ?? 0, message.length ?? 0], 26);
      payload.set(fieldOf(bytesOfHex(message.dataHex), 23), 30);
      return { kind: "payload", messageId: MAVLINK_ID.authentication, payload };
    }
    case "self_id":
      return textPayload(MAVLINK_ID.selfId, mac, {
        type: message.descriptionType,
        text: message.description,
        capacity: 23,
      });
    case "system":
      return { kind: "payload", messageId: MAVLINK_ID.system, payload: systemPayload(message, mac) };
    case "operator_id":
      break;
  }
  return textPayload(MAVLINK_ID.operatorId, mac, {
    type: message.operatorIdType,
    text: message.operatorId,
    capacity: 20,
  });
}

function locationPayload(message: LocationMessage, mac: string | null): Uint8Array {
  const payload = new Uint8Array(59);
  const view = new DataView(payload.buffer);
  view.setInt32(0, Math.round((message.latitude ?? 0) * 1e7), true);
  view.setInt32(4, Math.round((message.longitude ?? 0) * 1e7), true);
  view.setFloat32(8, message.altitudePressureM ?? -1000, true);
  view.setFloat32(12, message.altitudeGeodeticM ?? -1000, true);
  view.setFloat32(16, message.heightM ?? -1000, true);
  view.setFloat32(20, message.secondsAfterHour ?? 0xffff, true);
  view.setUint16(24, Math.round((message.directionDeg ?? 361) * 100), true);
  view.setUint16(26, Math.round((message.horizontalSpeedMps ?? 255) * 100), true);
  view.setInt16(28, Math.round((message.verticalSpeedMps ?? 63) * 100), true);
  setMac(payload, 32, mac);
  payload.set(
    [
      message.status,
      message.heightReference === "ground" ? 1 : 0,
      message.horizontalAccuracyCode,
      message.verticalAccuracyCode,
      message.pressureAccuracyCode,
      message.speedAccuracyCode,
      message.timestampAccuracyCode,
    ],
    52,
  );
  return payload;
}

function systemPayload(message: SystemMessage, mac: string | null): Uint8Array {
  const payload = new Uint8Array(54);
  const view = new DataView(payload.buffer);
  view.setInt32(0, Math.round((message.operatorLatitude ?? 0) * 1e7), true);
  view.setInt32(4, Math.round((message.operatorLongitude ?? 0) * 1e7), true);
  view.setFloat32(8, message.areaCeilingM ?? -1000, true);
  view.setFloat32(12, message.areaFloorM ?? -1000, true);
  view.setFloat32(16, message.operatorAltitudeGeodeticM ?? -1000, true);
  view.setUint32(20, message.timestampMs === null ? 0 : secondsOf(message.timestampMs), true);
  view.setUint16(24, message.areaCount, true);
  view.setUint16(26, message.areaRadiusM, true);
  setMac(payload, 30, mac);
  payload.set([message.operatorLocationType, message.classificationType, message.categoryEu, message.classEu], 50);
  return payload;
}

/** A text with its type; `capacity` in bytes. */
type TextField = { readonly type: number; readonly text: string; readonly capacity: number };

function textPayload(messageId: number, mac: string | null, { type, text, capacity }: TextField): MavlinkPayload {
  const payload = new Uint8Array(23 + capacity);
  setMac(payload, 2, mac);
  payload[22] = type;
  payload.set(fieldOf(new TextEncoder().encode(text), capacity), 23);
  return { kind: "payload", messageId, payload };
}

function setMac(payload: Uint8Array, at: number, mac: string | null): void {
  if (mac !== null) payload.set(fieldOf(bytesOfHex(mac.replaceAll(":", "")), 6), at);
}

function fieldOf(bytes: Uint8Array | undefined, capacity: number): Uint8Array {
  return bytes === undefined ? new Uint8Array(capacity) : bytes.subarray(0, capacity);
}

function secondsOf(unixMs: number): number {
  return Math.floor(unixMs / 1000) - ODID_EPOCH_S;
}
