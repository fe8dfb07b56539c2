import { setImmediate } from "node:timers/promises";
import { MessageType, ULog } from "@foxglove/ulog";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { courseCdeg, satellitesOf, voltsOf } from "../../kernel/measured-values.ts";
import type { LogState } from "./log.states.ts";
import { e7, toThousandths } from "./point.units.ts";
import type { TrackDecoder, TrackOptions, TrackSink } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { readWholeFile } from "./whole.file.ts";

const POSITIONS = "vehicle_gps_position";
const BATTERIES = "battery_status";
const FIX_2D = 2;
const FIX_3D = 3;
const MESSAGES_AT_ONCE = 200;
/**
 * The size that the reader processes between two turns of the event loop: the bytes may be very many small messages.
 */
const CHUNK_BYTES = 64 * 1024;

/**
 * Logs of PX4 since 2016. The times are those of the satellites, or since the start where the log has none
 * (simulators).
 */
export const decodeUlog: TrackDecoder = async (chunks, sink, options) => {
  const bytes = await readWholeFile(chunks, options);
  const log = await openLog(bytes, options);
  const idsOf = (wanted: string) =>
    [...log.subscriptions].flatMap(([id, { name, multiId }]) => (name === wanted && multiId === 0 ? [id] : []));
  const batteryIds = new Set(idsOf(BATTERIES));
  const positionIds = idsOf(POSITIONS);
  const msgIds = new Set([...positionIds, ...batteryIds]);
  if (positionIds.length === 0) throw new UnreadableFileError("The log contains no position of an aircraft.");
  const clock = createBootClock(sink, Number(log.timeRange()?.[0] ?? 0n), options.startMs);
  let count = 0;
  try {
    for await (const message of log.readMessages({ msgIds, includeLogs: false })) {
      if (message.type !== MessageType.Data) continue;
      if (batteryIds.has(message.msgId)) {
        takeBattery(message.value as Fields, clock);
        continue;
      }
      takePosition(message.value as Fields, clock, sink, options.receivedMs);
      if (++count % MESSAGES_AT_ONCE === 0) await setImmediate(undefined, { signal: options.signal });
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (count === 0) throw toUnreadableFileError(error);
    sink.note("The log is damaged: the part after the damage is left out.");
  }
  if (count === 0) throw new UnreadableFileError("The log contains no position of an aircraft.");
  clock.end();
};

type Fields = Readonly<Record<string, number | bigint | boolean | undefined>>;

async function openLog(bytes: Uint8Array, { signal }: TrackOptions): Promise<ULog> {
  const file = {
    open: async () => bytes.length,
    size: () => bytes.length,
    read: async (offset: number, length: number) => {
      await setImmediate(undefined, { signal });
      // A copy, because the reader uses the whole memory of the array.
      return bytes.slice(offset, offset + length);
    },
  };
  const log = new ULog(file, { chunkSize: CHUNK_BYTES });
  try {
    await log.open();
    return log;
  } catch (error) {
    signal?.throwIfAborted();
    throw toUnreadableFileError(error);
  }
}

function toUnreadableFileError(cause: unknown): UnreadableFileError {
  return new UnreadableFileError("The ULog is damaged or cut off before its first position.", { cause });
}

type BootClock = {
  readonly add: (point: UaPoint, bootUs: number, utcUs: number) => void;
  /** The only time of a state is that since boot. */
  readonly addState: (state: Omit<LogState, "timeMs">, bootUs: number) => void;
  readonly end: () => void;
};

/**
 * Dates points that only have the time since boot by a later point that also has UTC, so that one log has one clock.
 * Without such a point the times are those since the start.
 */
function createBootClock(sink: TrackSink, startUs: number, startMs: number): BootClock {
  const waiting: { readonly point: UaPoint; readonly bootUs: number }[] = [];
  const states: { readonly state: Omit<LogState, "timeMs">; readonly bootUs: number }[] = [];
  /** Unix microseconds at which the autopilot started. */
  let bootedUs: number | undefined;

  function release(originUs: number): void {
    for (const { point, bootUs } of waiting.splice(0)) {
      sink.add({ ...point, timeMs: Math.floor((originUs + bootUs) / 1000) });
    }
  }

  function releaseStates(originUs: number): void {
    for (const { state, bootUs } of states.splice(0)) {
      sink.addState({ ...state, timeMs: Math.floor((originUs + bootUs) / 1000) });
    }
  }

  return {
    addState: (state, bootUs) => void states.push({ state, bootUs }),
    add(point, bootUs, utcUs) {
      if (utcUs > 0) {
        bootedUs = utcUs - bootUs;
        release(bootedUs);
        sink.add({ ...point, timeMs: Math.floor(utcUs / 1000) });
      } else if (bootedUs === undefined) waiting.push({ point, bootUs });
      else sink.add({ ...point, timeMs: Math.floor((bootedUs + bootUs) / 1000) });
    },
    end() {
      releaseStates(bootedUs ?? startMs * 1000 - startUs);
      if (waiting.length === 0) return;
      sink.describe({ times: "elapsed" });
      release(startMs * 1000 - startUs);
    },
  };
}

function takeBattery(fields: Fields, clock: BootClock): void {
  const batteryV = voltsOf(Number(fields["voltage_v"]));
  if (batteryV !== null) clock.addState({ batteryV, satellites: null }, Number(fields["timestamp"]));
}

/** Two generations of PX4: scaled whole numbers, and degrees and metres. */
function takePosition(fields: Fields, clock: BootClock, sink: TrackSink, receivedMs: number): void {
  const value = (name: string) => (fields[name] === undefined ? Number.NaN : Number(fields[name]));
  const fix = value("fix_type");
  if (fix < FIX_2D) return sink.drop("no_fix");
  const isScaled = fields["lat"] !== undefined;
  const speed = value("vel_m_s");
  const ellipsoidMm = isScaled ? value("alt_ellipsoid") : value("altitude_ellipsoid_m") * 1000;
  // A 2D fix has no height; a receiver without the height above the ellipsoid reports 0.
  const hasHeight = !(fix < FIX_3D);
  const hasEllipsoid = hasHeight && Number.isFinite(ellipsoidMm) && ellipsoidMm !== 0;
  const point: UaPoint = {
    ...EMPTY_POINT,
    timeMs: Number.NaN,
    receivedMs,
    operationalState: "airborne",
    latitudeE7: isScaled ? value("lat") : e7(value("latitude_deg")),
    longitudeE7: isScaled ? value("lon") : e7(value("longitude_deg")),
    horizontalAccuracyMm: toThousandths(value("eph")),
    altitudeMslMm: !hasHeight ? null : isScaled ? value("alt") : toThousandths(value("altitude_msl_m")),
    altitudeWgs84Mm: hasEllipsoid ? Math.round(ellipsoidMm) : null,
    headingCdeg: speed > 0 ? courseCdeg((value("cog_rad") * 180) / Math.PI) : null,
    horizontalSpeedMmps: toThousandths(speed),
    verticalSpeedMmps: toThousandths(0 - value("vel_d_m_s")),
    velocityEastMmps: toThousandths(value("vel_e_m_s")),
    velocityNorthMmps: toThousandths(value("vel_n_m_s")),
    velocityUpMmps: toThousandths(0 - value("vel_d_m_s")),
  };
  const satellites = satellitesOf(value("satellites_used"));
  if (satellites !== null) clock.addState({ batteryV: null, satellites }, value("timestamp"));
  clock.add(point, value("timestamp"), value("time_utc_usec"));
}
