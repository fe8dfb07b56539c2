import type { MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { slicesOf } from "./byte.slices.ts";
import { satellitesOf, voltsOf } from "./log.states.ts";
import { courseCdeg } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

const HEARTBEAT = 0;
const SYS_STATUS = 1;
const GPS_RAW_INT = 24;
const GLOBAL_POSITION_INT = 33;
const REMOTE_ID_IDS = { first: 12_900, last: 12_920 };
/** `MAV_TYPE` of those that are no aircraft: antenna tracker, ground station, receiver of ADS-B. */
const NON_AIRCRAFT_TYPES = new Set([5, 6, 27]);
const AUTOPILOT = 1;
const FIX_2D = 2;
const FIX_3D = 3;
const UNKNOWN_U16 = 0xffff;
const MAX_PAYLOAD_BYTES = 64;

/**
 * Telemetry logs of MAVLink 1 and 2. Each system that is an aircraft and reports positions is a flight; what its
 * autopilot estimates (GLOBAL_POSITION_INT) counts, and its receiver (GPS_RAW_INT) only where that is missing.
 */
export const decodeTlog: TrackDecoder = async (chunks, sink, options) => {
  const parser = createTlogParser();
  const notAircraft = new Set<number>();
  let positions = 0;
  let frames = 0;
  let hasRemoteId = false;

  function take({ timeMs, frame }: TlogRecord): void {
    frames++;
    const { messageId, systemId } = frame;
    if (messageId === HEARTBEAT) {
      if (NON_AIRCRAFT_TYPES.has(frame.payload[4] ?? 0)) notAircraft.add(systemId);
      else if (frame.componentId === AUTOPILOT) notAircraft.delete(systemId);
      return;
    }
    hasRemoteId ||= messageId >= REMOTE_ID_IDS.first && messageId <= REMOTE_ID_IDS.last;
    if (messageId === SYS_STATUS && timeMs !== null && !notAircraft.has(systemId)) {
      sink.enter(`${systemId}`);
      sink.addState({ timeMs, batteryV: batteryOf(frame), satellites: null });
    }
    if (messageId !== GLOBAL_POSITION_INT && messageId !== GPS_RAW_INT) return;
    if (notAircraft.has(systemId)) return sink.drop("not_aircraft");
    positions++;
    if (timeMs === null) return sink.drop("absurd_time");
    const place = { ...EMPTY_POINT, timeMs, receivedMs: options.receivedMs, operationalState: "airborne" };
    sink.enter(`${systemId}`);
    if (messageId === GLOBAL_POSITION_INT) sink.add({ ...place, ...estimated(frame) });
    else {
      const received = measured(frame);
      if (received !== undefined) sink.addFallback({ ...place, ...received });
      sink.addState({ timeMs, batteryV: null, satellites: satellitesOf(frame.payload[29] ?? 0) });
    }
  }

  for await (const slice of slicesOf(chunks, options)) for (const record of parser.push(slice)) take(record);
  for (const record of parser.end()) take(record);
  for (let bad = parser.counts().badChecksums; bad > 0; bad--) sink.drop("bad_checksum");
  if (positions === 0) throw new UnreadableFileError(describeNoTrack(frames, hasRemoteId));
};

function describeNoTrack(frames: number, hasRemoteId: boolean): string {
  if (frames === 0) return "The file contains no MAVLink messages.";
  return hasRemoteId
    ? "The log holds Remote ID and no position of an autopilot: replay it as a source instead."
    : "The log contains no position of an aircraft.";
}

/** GLOBAL_POSITION_INT: degrees × 10⁷, millimetres, centimetres a second to the north, east and down. */
function estimated({ payload }: MavlinkFrame): Partial<UaPoint> {
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

/** SYS_STATUS: millivolts, the greatest number where nobody measures them. */
function batteryOf({ payload }: MavlinkFrame): number | null {
  const millivolts = wholePayload(payload).getUint16(14, true);
  return millivolts === UNKNOWN_U16 ? null : voltsOf(millivolts / 1000);
}

/** GPS_RAW_INT, where it has a fix. */
function measured({ payload }: MavlinkFrame): Partial<UaPoint> | undefined {
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

/** MAVLink 2 cuts the zeros at the end of a payload. */
function wholePayload(payload: Uint8Array): DataView {
  const whole = new Uint8Array(MAX_PAYLOAD_BYTES);
  whole.set(payload.subarray(0, MAX_PAYLOAD_BYTES));
  return new DataView(whole.buffer);
}
