import { createMavlinkParser, type MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import {
  AUTOPILOT_COMPONENT,
  bytesOfFrame,
  isPlaceOnEarth,
  readBatteryPercent,
  readBatteryVolts,
  readEstimatedPosition,
  readHeartbeat,
  readReceivedPosition,
  readSatellites,
} from "../../kernel/mavlink.vehicle.ts";
import type { DecodedVehicle, Refused } from "../decoded.ts";

/** When bytes arrived: by the station's clock, and by a monotonic one. */
export type Arrival = { readonly timeMs: number; readonly monotonicMs: number };

export type VehicleDecoder = {
  push(chunk: Uint8Array, arrival: Arrival): (DecodedVehicle | Refused)[];
  end(arrival: Arrival): (DecodedVehicle | Refused)[];
};

const NOTHING = {
  heartbeat: null,
  estimated: null,
  received: null,
  batteryV: null,
  batteryPercent: null,
  satellites: null,
} as const;

/**
 * The messages of autopilots in a MAVLink 1 or 2 byte stream. Those of ground stations, cameras and gimbals are left
 * out: they are other components or systems. Heartbeats show which systems have an autopilot.
 */
export function createVehicleDecoder(): VehicleDecoder {
  let refused: Refused[] = [];
  const parser = createMavlinkParser({
    onBadChecksum: (messageId) =>
      refused.push({ kind: "refused", reason: "bad_checksum", detail: `MAVLink message ${messageId}` }),
  });
  const decoded = (frames: readonly MavlinkFrame[], arrival: Arrival) => {
    const all: (DecodedVehicle | Refused)[] = refused;
    refused = [];
    for (const frame of frames) if (frame.componentId === AUTOPILOT_COMPONENT) all.push(decodedVehicle(frame, arrival));
    return all;
  };
  return {
    push: (chunk, arrival) => decoded(parser.push(chunk), arrival),
    end: (arrival) => decoded(parser.end(), arrival),
  };
}

function decodedVehicle(frame: MavlinkFrame, arrival: Arrival): DecodedVehicle {
  const { systemId, sequence } = frame;
  const bytes = bytesOfFrame(frame);
  return { kind: "vehicle", reading: { systemId, sequence, ...arrival, ...NOTHING, ...contentOf(frame), bytes } };
}

function contentOf(frame: MavlinkFrame) {
  switch (frame.messageId) {
    case MAVLINK_ID.heartbeat:
      return { heartbeat: readHeartbeat(frame) };
    case MAVLINK_ID.sysStatus:
      return { batteryV: readBatteryVolts(frame), batteryPercent: readBatteryPercent(frame) };
    case MAVLINK_ID.batteryStatus:
      return { batteryPercent: readBatteryPercent(frame) };
    case MAVLINK_ID.globalPositionInt: {
      const estimated = readEstimatedPosition(frame);
      return { estimated: isPlaceOnEarth(estimated) ? estimated : null };
    }
    case MAVLINK_ID.gpsRawInt: {
      const received = readReceivedPosition(frame);
      const isPlaced = received !== undefined && isPlaceOnEarth(received);
      return { received: isPlaced ? received : null, satellites: readSatellites(frame) };
    }
    default:
      return {};
  }
}
