import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import {
  AUTOPILOT_COMPONENT,
  readBatteryVolts,
  readEstimatedPosition,
  readHeartbeat,
  readReceivedPosition,
  readSatellites,
} from "../../kernel/mavlink.vehicle.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { slicesOf } from "./byte.slices.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

const REMOTE_ID_IDS = { first: 12_900, last: 12_920 };

/**
 * Telemetry logs of MAVLink 1 and 2. Each system that is an aircraft and reports positions is a flight; the estimates
 * of its autopilot (GLOBAL_POSITION_INT) are used, and its receiver (GPS_RAW_INT) only where they are missing.
 */
export const decodeTlog: TrackDecoder = async (chunks, sink, options) => {
  const parser = createTlogParser();
  /** Systems whose autopilot reports whether they are aircraft. */
  const autopilots = new Map<number, boolean>();
  /** Systems that another component reports not to be aircraft: an antenna tracker, or an ADS-B receiver on board. */
  const others = new Set<number>();
  const isAircraft = (systemId: number) => autopilots.get(systemId) ?? !others.has(systemId);
  let positions = 0;
  let frames = 0;
  let hasRemoteId = false;

  function take({ timeMs, frame }: TlogRecord): void {
    frames++;
    const { messageId, systemId } = frame;
    if (messageId === MAVLINK_ID.heartbeat) {
      const heartbeat = readHeartbeat(frame);
      if (frame.componentId === AUTOPILOT_COMPONENT) autopilots.set(systemId, heartbeat.isAircraft);
      else if (!heartbeat.isAircraft) others.add(systemId);
      return;
    }
    hasRemoteId ||= messageId >= REMOTE_ID_IDS.first && messageId <= REMOTE_ID_IDS.last;
    if (messageId === MAVLINK_ID.sysStatus && timeMs !== null && isAircraft(systemId)) {
      sink.enter(`${systemId}`);
      sink.addState({ timeMs, batteryV: readBatteryVolts(frame), satellites: null });
    }
    if (messageId !== MAVLINK_ID.globalPositionInt && messageId !== MAVLINK_ID.gpsRawInt) return;
    if (!isAircraft(systemId)) return sink.drop("not_aircraft");
    positions++;
    if (timeMs === null) return sink.drop("absurd_time");
    const place = { ...EMPTY_POINT, timeMs, receivedMs: options.receivedMs, operationalState: "airborne" };
    sink.enter(`${systemId}`);
    if (messageId === MAVLINK_ID.globalPositionInt) sink.add({ ...place, ...readEstimatedPosition(frame) });
    else {
      const received = readReceivedPosition(frame);
      if (received !== undefined) sink.addFallback({ ...place, ...received });
      sink.addState({ timeMs, batteryV: null, satellites: readSatellites(frame) });
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
