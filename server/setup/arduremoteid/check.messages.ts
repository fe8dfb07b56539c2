import type { MavlinkPayload } from "../../kernel/mavlink.frame.encode.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import type { CheckRequest } from "../family.ts";

type Message = Omit<MavlinkPayload, "kind">;

/** MAV_TYPE_ONBOARD_CONTROLLER: a module ignores the system id of a ground control station (6). */
const TYPE_ONBOARD_CONTROLLER = 18;
const AUTOPILOT_INVALID = 8;
const STATE_ACTIVE = 4;
const MAVLINK_VERSION = 3;
/** Time stamps of Remote ID count from 2019-01-01. */
const EPOCH_S = Date.UTC(2019, 0, 1) / 1000;
const UNKNOWN_HEIGHT_M = -1000;
/** MAV_ODID_OPERATOR_LOCATION_TYPE_LIVE_GNSS and _FIXED; the station stands still. */
const LOCATION_FIXED = 2;

export function heartbeatMessage(): Message {
  return {
    messageId: MAVLINK_ID.heartbeat,
    payload: Uint8Array.of(0, 0, 0, 0, TYPE_ONBOARD_CONTROLLER, AUTOPILOT_INVALID, 0, STATE_ACTIVE, MAVLINK_VERSION),
  };
}

export function operatorIdMessage(operatorId: string | null): Message {
  return { messageId: MAVLINK_ID.operatorId, payload: textPayload(operatorId, 20) };
}

export function selfIdMessage(description: string | null): Message {
  return { messageId: MAVLINK_ID.selfId, payload: textPayload(description, 23) };
}

/** OPEN_DRONE_ID_SYSTEM with the operator's place at that time; the module ignores one whose time does not advance. */
export function systemMessage(request: CheckRequest, timeS: number): Message {
  const payload = new Uint8Array(54);
  const view = new DataView(payload.buffer);
  view.setInt32(0, Math.round(request.latitude * 1e7), true);
  view.setInt32(4, Math.round(request.longitude * 1e7), true);
  view.setFloat32(8, UNKNOWN_HEIGHT_M, true);
  view.setFloat32(12, UNKNOWN_HEIGHT_M, true);
  view.setFloat32(16, request.altitude ?? UNKNOWN_HEIGHT_M, true);
  view.setUint32(20, Math.max(1, timeS - EPOCH_S), true);
  // One aircraft, no area.
  view.setUint16(24, 1, true);
  payload[50] = LOCATION_FIXED;
  return { messageId: MAVLINK_ID.system, payload };
}

/** A text of type 0 after the targets and the address of another aircraft, which is not set. */
function textPayload(text: string | null, capacity: number): Uint8Array {
  const payload = new Uint8Array(23 + capacity);
  payload.set(new TextEncoder().encode(text ?? "").subarray(0, capacity), 23);
  return payload;
}
