import { bytesOfHex } from "./bytes.text.ts";
import type { MavlinkPayload } from "../../kernel/mavlink.encode.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { encodeOdidPack } from "./odid.encode.ts";
import { ODID_EPOCH_S, ODID_MESSAGE_BYTES } from "./odid.decode.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";
import type { Rejected } from "../decoded.ts";

/** HEARTBEAT of a Remote ID transmitter (MAV_TYPE_ODID, no autopilot, active). */
export function heartbeatPayload(): MavlinkPayload {
  return { kind: "payload", messageId: MAVLINK_ID.heartbeat, payload: Uint8Array.of(0, 0, 0, 0, 34, 8, 0, 4, 3) };
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
export function messagePackPayload(messages: readonly OdidMessage[], mac: string | null): MavlinkPayload | Rejected {
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
