import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import { joined } from "../../kernel/mavlink.frame.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { courseCdeg, satellitesOf, voltsOf } from "../../kernel/measured-values.ts";
import { slicesOf } from "./byte.slices.ts";
import { e7, toThousandths } from "./point.units.ts";
import type { TrackDecoder } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";
import { dataViewOf } from "../../kernel/data-view.ts";

/** Every record begins with these two bytes and the number of its type. */
const MARK = [0xa3, 0x95] as const;
const FORMAT_TYPE = 0x80;
const FORMAT_BYTES = 89;
const HEADER_BYTES = 3;
/** ArduPilot's and PX4's; the unit of ArduPilot's older CURR is unknown. */
const BATTERIES: ReadonlySet<string> = new Set(["BAT", "BATT"]);
const FIX_2D = 2;
const FIX_3D = 3;
const GPS_EPOCH_MS = Date.UTC(1980, 0, 6);
/** How far GPS time is ahead of UTC, and since when, the newest first; the first entry is still valid. */
const LEAPS = [
  { sinceMs: Date.UTC(2017, 0, 1), leapMs: 18 * SECOND_MS },
  { sinceMs: Date.UTC(2015, 6, 1), leapMs: 17 * SECOND_MS },
] as const;
/** Since July 2012; older logs are not expected. */
const FIRST_LEAP_MS = 16 * SECOND_MS;

type Read = (view: DataView, at: number) => number;
type Field = { readonly at: number; readonly read: Read };
type RecordFormat = { readonly name: string; readonly bytes: number; readonly fields: ReadonlyMap<string, Field> };

/** By the letter of a format: its number of bytes, and its value in the unit of its field; text has none. */
const TYPES: Readonly<Record<string, readonly [bytes: number, read: Read | undefined]>> = {
  a: [64, undefined],
  b: [1, (view, at) => view.getInt8(at)],
  B: [1, (view, at) => view.getUint8(at)],
  h: [2, (view, at) => view.getInt16(at, true)],
  H: [2, (view, at) => view.getUint16(at, true)],
  i: [4, (view, at) => view.getInt32(at, true)],
  I: [4, (view, at) => view.getUint32(at, true)],
  f: [4, (view, at) => view.getFloat32(at, true)],
  d: [8, (view, at) => view.getFloat64(at, true)],
  n: [4, undefined],
  N: [16, undefined],
  Z: [64, undefined],
  c: [2, (view, at) => view.getInt16(at, true) / 100],
  C: [2, (view, at) => view.getUint16(at, true) / 100],
  e: [4, (view, at) => view.getInt32(at, true) / 100],
  E: [4, (view, at) => view.getUint32(at, true) / 100],
  L: [4, (view, at) => view.getInt32(at, true) / 1e7],
  M: [1, (view, at) => view.getUint8(at)],
  q: [8, (view, at) => Number(view.getBigInt64(at, true))],
  Q: [8, (view, at) => Number(view.getBigUint64(at, true))],
};

/**
 * Logs that describe themselves with FMT records: DataFlash of ArduPilot (.BIN), and the px4log of PX4 before 2016. The
 * GPS records of the first receiver are used.
 */
export const decodeDataflash: TrackDecoder = async (chunks, sink, options) => {
  const formats = new Map<number, RecordFormat>();
  let pending: Uint8Array = new Uint8Array(0);
  let positions = 0;
  /** When the autopilot started, Unix milliseconds. */
  let bootedMs: number | undefined;

  function scan(bytes: Uint8Array): void {
    const view = dataViewOf(bytes);
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const type = bytes[at + 2]!;
      const isRecord = bytes[at] === MARK[0] && bytes[at + 1] === MARK[1];
      const length = type === FORMAT_TYPE ? FORMAT_BYTES : formats.get(type)?.bytes;
      if (!isRecord || length === undefined) {
        at++;
        continue;
      }
      if (at + length > bytes.length) break;
      if (type === FORMAT_TYPE) addRecordFormat(bytes.subarray(at, at + length), formats);
      else takeRecord(formats.get(type)!, view, at);
      at += length;
    }
    pending = bytes.slice(at);
  }

  function takeRecord({ name, fields }: RecordFormat, view: DataView, at: number): void {
    if (name !== "GPS" && !BATTERIES.has(name)) return;
    const value = (...names: readonly string[]) => {
      const field = names.map((one) => fields.get(one)).find((one) => one !== undefined);
      return field === undefined ? Number.NaN : field.read(view, at + field.at);
    };
    // A second receiver or battery has separate records.
    if (value("I", "Inst", "Instance") > 0) return;
    if (name === "GPS") takeGps(value);
    // Without an earlier position its time is unknown.
    else if (bootedMs !== undefined) {
      sink.addState({ timeMs: bootedMs + bootMsOf(value), batteryV: voltsOf(value("Volt", "V")), satellites: null });
    }
  }

  function takeGps(value: Value): void {
    positions++;
    const fix = value("Fix", "Status");
    if (fix < FIX_2D) return sink.drop("no_fix");
    const timeMs = timeOf(value);
    const sinceBootMs = bootMsOf(value);
    if (!Number.isNaN(sinceBootMs)) bootedMs = timeMs - sinceBootMs;
    sink.addState({ timeMs, batteryV: null, satellites: satellitesOf(value("NSats", "nSat", "nSV")) });
    sink.add({
      ...EMPTY_POINT,
      timeMs,
      receivedMs: options.receivedMs,
      operationalState: "airborne",
      latitudeE7: e7(value("Lat")),
      longitudeE7: e7(value("Lon", "Lng")),
      // A 2D fix has no height.
      altitudeMslMm: fix < FIX_3D ? null : toThousandths(value("Alt")),
      ...motionOf(value),
    });
  }

  for await (const slice of slicesOf(chunks, options)) scan(joined(pending, slice));
  if (formats.size === 0) throw new UnreadableFileError("The file contains no records of a flight log.");
  if (positions === 0) throw new UnreadableFileError("The log contains no position of an aircraft.");
};

function addRecordFormat(record: Uint8Array, formats: Map<number, RecordFormat>): void {
  const text = (from: number, to: number) => String.fromCharCode(...record.subarray(from, to)).replace(/\0.*$/s, "");
  const bytes = record[4]!;
  const fields = new Map<string, Field>();
  const labels = text(25, 89).split(",");
  let at = HEADER_BYTES;
  for (const [index, letter] of record.subarray(9, 25).entries()) {
    const [length, read] = TYPES[String.fromCharCode(letter)] ?? [0, undefined];
    if (length === 0 || at + length > bytes) break;
    if (read !== undefined) fields.set(labels[index] ?? "", { at, read });
    at += length;
  }
  if (bytes > HEADER_BYTES) formats.set(record[3]!, { name: text(5, 9), bytes, fields });
}

type Value = (...names: readonly string[]) => number;

/** PX4 writes microseconds since 1970, ArduPilot the week of GPS and milliseconds in it. */
function timeOf(value: Value): number {
  const px4Us = value("GPSTime");
  if (!Number.isNaN(px4Us)) return Math.floor(px4Us / 1000);
  const gpsMs = GPS_EPOCH_MS + value("GWk", "Week") * 7 * DAY_MS + value("GMS", "TimeMS");
  return gpsMs - (LEAPS.find(({ sinceMs, leapMs }) => gpsMs - leapMs >= sinceMs)?.leapMs ?? FIRST_LEAP_MS);
}

/** Since the autopilot started; `NaN` where a record has no such time. */
function bootMsOf(value: Value): number {
  return value("TimeUS") / 1000;
}

function motionOf(value: Value): Partial<UaPoint> {
  const [north, east, down] = [value("VelN"), value("VelE"), value("VelD")];
  if (Number.isNaN(north)) {
    const climb = toThousandths(-value("VZ"));
    return {
      headingCdeg: courseCdeg(value("GCrs")),
      horizontalSpeedMmps: toThousandths(value("Spd")),
      verticalSpeedMmps: climb,
      velocityUpMmps: climb,
    };
  }
  return {
    headingCdeg: north === 0 && east === 0 ? null : courseCdeg((Math.atan2(east, north) * 180) / Math.PI),
    horizontalSpeedMmps: toThousandths(Math.hypot(north, east)),
    verticalSpeedMmps: toThousandths(-down),
    velocityEastMmps: toThousandths(east),
    velocityNorthMmps: toThousandths(north),
    velocityUpMmps: toThousandths(-down),
  };
}
