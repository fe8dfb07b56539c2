import type { MavlinkFrame } from "./mavlink.frame.ts";
import { MAVLINK_ID } from "./mavlink.ids.ts";
import { courseCdeg, satellitesOf, voltsOf } from "./measured-values.ts";
import type { UaPoint } from "./telemetry.ts";
import { flightModeOf } from "./vehicle-modes.ts";

/** The messages of an autopilot that say where its aircraft is and in what state: for a log and for a live stream. */

/** `MAV_COMP_ID_AUTOPILOT1`. */
export const AUTOPILOT_COMPONENT = 1;
/** `MAV_TYPE` of components that are not aircraft: antenna tracker, ground station, ADS-B receiver. */
const NON_AIRCRAFT_TYPES: ReadonlySet<number> = new Set([5, 6, 27]);
/** `MAV_AUTOPILOT_INVALID`: a component that is not a flight controller. */
const NO_AUTOPILOT = 8;
/** `MAV_MODE_FLAG_SAFETY_ARMED`. */
const ARMED = 0x80;
const FIX_2D = 2;
const FIX_3D = 3;
const UNKNOWN_U16 = 0xffff;
const MAX_PAYLOAD_BYTES = 64;

export type Heartbeat = {
  /** `MAV_TYPE`. */
  readonly type: number;
  /** `MAV_AUTOPILOT`. */
  readonly autopilot: number;
  readonly isAircraft: boolean;
  readonly isAutopilot: boolean;
  readonly isArmed: boolean;
  /** The name that pilots use (`RTL`); `null` where the firmware is not known. */
  readonly mode: string | null;
};

/** HEARTBEAT. */
export function readHeartbeat({ payload }: MavlinkFrame): Heartbeat {
  const view = wholePayload(payload);
  const [type, autopilot, baseMode] = [view.getUint8(4), view.getUint8(5), view.getUint8(6)];
  return {
    type,
    autopilot,
    isAircraft: !NON_AIRCRAFT_TYPES.has(type),
    isAutopilot: autopilot !== NO_AUTOPILOT,
    isArmed: (baseMode & ARMED) !== 0,
    mode: flightModeOf({ type, autopilot, baseMode, customMode: view.getUint32(0, true) }),
  };
}

/** GLOBAL_POSITION_INT: degrees × 10⁷, millimetres, centimetres a second to the north, east and down. */
export function readEstimatedPosition({ payload }: MavlinkFrame): Placed {
  const view = wholePayload(payload);
  const [north, east, down] = [view.getInt16(20, true), view.getInt16(22, true), view.getInt16(24, true)];
  return {
    latitudeE7: view.getInt32(4, true),
    longitudeE7: view.getInt32(8, true),
    altitudeMslMm: view.getInt32(12, true),
    altitudeAtoMm: view.getInt32(16, true),
    headingCdeg: north === 0 && east === 0 ? null : courseCdeg((Math.atan2(east, north) * 180) / Math.PI),
    horizontalSpeedMmps: Math.round(Math.hypot(north, east) * 10),
    verticalSpeedMmps: 0 - down * 10,
    velocityNorthMmps: north * 10,
    velocityEastMmps: east * 10,
    velocityUpMmps: 0 - down * 10,
  };
}

/** GPS_RAW_INT; `undefined` where it has no fix. */
export function readReceivedPosition({ payload }: MavlinkFrame): Placed | undefined {
  const view = wholePayload(payload);
  const fix = view.getUint8(28);
  if (fix < FIX_2D) return undefined;
  const [speed, course] = [view.getUint16(24, true), view.getUint16(26, true)];
  return {
    latitudeE7: view.getInt32(8, true),
    longitudeE7: view.getInt32(12, true),
    // A 2D fix has no height.
    altitudeMslMm: fix < FIX_3D ? null : view.getInt32(16, true),
    horizontalSpeedMmps: speed === UNKNOWN_U16 ? null : speed * 10,
    headingCdeg: course === UNKNOWN_U16 ? null : course % 36_000,
  };
}

/** GPS_RAW_INT: satellites seen; `null` where the receiver does not count them. */
export function readSatellites({ payload }: MavlinkFrame): number | null {
  return satellitesOf(payload[29] ?? 0);
}

/** SYS_STATUS: volts; `null` where the autopilot does not measure them. */
export function readBatteryVolts({ payload }: MavlinkFrame): number | null {
  const millivolts = wholePayload(payload).getUint16(14, true);
  return millivolts === UNKNOWN_U16 ? null : voltsOf(millivolts / 1000);
}

/** SYS_STATUS and BATTERY_STATUS (of the first battery): remaining charge in percent, as the autopilot estimates it. */
export function readBatteryPercent({ messageId, payload }: MavlinkFrame): number | null {
  const view = wholePayload(payload);
  if (messageId === MAVLINK_ID.batteryStatus && view.getUint8(32) !== 0) return null;
  const percent = view.getInt8(messageId === MAVLINK_ID.batteryStatus ? 35 : 30);
  return percent >= 0 && percent <= 100 ? percent : null;
}

type Placed = Pick<UaPoint, "latitudeE7" | "longitudeE7"> & Partial<UaPoint>;

/** Whether a position is a real one: an autopilot without a fix sends zeros. */
export function isPlaceOnEarth({ latitudeE7, longitudeE7 }: Pick<UaPoint, "latitudeE7" | "longitudeE7">): boolean {
  const isFix = latitudeE7 !== 0 || longitudeE7 !== 0;
  return isFix && Math.abs(latitudeE7) <= 900_000_000 && Math.abs(longitudeE7) <= 1_800_000_000;
}

/** The bytes of the frame as they were sent, from its start to its checksum or signature. */
export function bytesOfFrame({ version, payload, isSigned }: MavlinkFrame): Uint8Array {
  const [header, end] = version === 1 ? [6, 2] : [10, isSigned ? 15 : 2];
  return new Uint8Array(payload.buffer, payload.byteOffset - header, header + payload.length + end);
}

/** MAVLink 2 cuts the zeros at the end of a payload. */
function wholePayload(payload: Uint8Array): DataView {
  const whole = new Uint8Array(MAX_PAYLOAD_BYTES);
  whole.set(payload.subarray(0, MAX_PAYLOAD_BYTES));
  return new DataView(whole.buffer);
}
