import { crc32 } from "node:zlib";
import type { BoxE7 } from "../geo.ts";
import { constantColumn, nullsOf } from "./constant-columns.ts";
import { readIntegers, readTimes } from "./integer-column.decode.ts";
import { writeIntegers } from "./integer-column.encode.ts";
import type { PointShape } from "./point-shape.ts";
import { createByteSink, readVarint } from "./segment-bytes.ts";
import { COLUMNS, TIME_COLUMN, type PointOfKind, type TrackKind } from "./segment-columns.ts";
import { readTexts, writeTexts } from "./text-column.ts";

const VERSION = 1;
const HEADER_BYTES = 41;
const CHECKSUM_BYTES = 4;
export const MAX_SEGMENT_POINTS = 65_535;

type Values = ArrayLike<number | string | null>;

/** The points of a stretch of one track, in order of time. Nothing is read before it is asked for, and then once. */
export type TrackSegment = {
  readonly trackKind: TrackKind;
  readonly count: number;
  /** Capture times of the first and the last point, Unix milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly box: BoxE7;
  readonly timesMs: () => Float64Array;
  /** Index of the first point at or after a time; `count` when there is none. */
  readonly lowerBound: (timeMs: number) => number;
  /** One field of all points, `null` where unknown. */
  readonly column: <F extends string>(field: F) => Values;
  /** Points `from` up to and without `to`, as rows of the track's table would be read. */
  readonly readPoints: <P>(shape: PointShape<P>, from: number, to: number, track: number) => PointsOf<P>;
};
type PointsOf<P> = ReturnType<PointShape<P>["build"]>;

export type OpenedSegment =
  | { readonly kind: "segment"; readonly segment: TrackSegment }
  | { readonly kind: "damaged"; readonly reason: string };

/** Takes the place of the header until everything else is written. */
const NO_HEADER = new Uint8Array(HEADER_BYTES);

const sink = createByteSink();

/**
 * Packs points of one track (docs/telemetry-layout.md). Throws a `RangeError` unless there are 1 to 65,535 of them, with
 * ascending times, whole numbers and positions of 32 bits.
 */
export function encodeSegment<K extends TrackKind>(kind: K, points: readonly PointOfKind[K][]): Uint8Array {
  const count = points.length;
  if (count === 0 || count > MAX_SEGMENT_POINTS) throw new RangeError(`a segment of ${count} points`);
  const box = boxOf(points);
  sink.length = 0;
  sink.append(NO_HEADER);
  let columns = 0;
  const numbers: (readonly (number | null)[])[] = [];
  const kinds = COLUMNS[kind];
  for (let number = 0; number < kinds.length; number++) {
    const { field, isText, reference } = kinds[number]!;
    // Most fields are unknown in most tracks.
    if (!isAnyKnown(points, field)) continue;
    const values = valuesOf(points, field);
    if (!isText) numbers[number] = values as (number | null)[];
    sink.byte(number);
    const start = sink.beginPart();
    if (isText) writeTexts(sink, values as (string | null)[]);
    else writeIntegers(sink, numbers[number]!, reference === undefined ? undefined : numbers[reference]);
    sink.endPart(start);
    columns++;
  }
  const view = sink.view();
  view.setUint8(0, VERSION);
  view.setUint8(1, kind);
  view.setUint16(2, count, true);
  view.setUint32(4, sink.length + CHECKSUM_BYTES, true);
  view.setFloat64(8, points[0]!.timeMs, true);
  view.setFloat64(16, points[count - 1]!.timeMs, true);
  view.setInt32(24, box.west, true);
  view.setInt32(28, box.south, true);
  view.setInt32(32, box.east, true);
  view.setInt32(36, box.north, true);
  view.setUint8(40, columns);
  const written = sink.bytes();
  const bytes = new Uint8Array(sink.length + CHECKSUM_BYTES);
  bytes.set(written);
  new DataView(bytes.buffer).setUint32(sink.length, crc32(written), true);
  return bytes;
}

function isAnyKnown(points: readonly object[], field: string): boolean {
  for (let index = 0; index < points.length; index++) {
    if ((points[index] as Record<string, number | string | null>)[field] !== null) return true;
  }
  return false;
}

function valuesOf(points: readonly object[], field: string): readonly (number | string | null)[] {
  const values: (number | string | null)[] = nullsOf(points.length);
  for (let index = 0; index < points.length; index++) {
    values[index] = (points[index] as Record<string, number | string | null>)[field]!;
  }
  return values;
}

function boxOf(points: readonly PointOfKind[TrackKind][]): BoxE7 {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  let beforeMs = -Infinity;
  for (const { timeMs, latitudeE7, longitudeE7 } of points) {
    if (!(timeMs > beforeMs)) throw new RangeError(`a segment whose times do not ascend at ${timeMs}`);
    beforeMs = timeMs;
    box.west = Math.min(box.west, longitudeE7);
    box.east = Math.max(box.east, longitudeE7);
    box.south = Math.min(box.south, latitudeE7);
    box.north = Math.max(box.north, latitudeE7);
  }
  const { west, south, east, north } = box;
  if (west !== (west | 0) || south !== (south | 0) || east !== (east | 0) || north !== (north | 0)) {
    throw new RangeError(`a position between ${west}, ${south} and ${east}, ${north}`);
  }
  return box;
}

/** Checks the checksum and reads the header. The bytes must not change as long as the segment is used. */
export function openSegment(bytes: Uint8Array): OpenedSegment {
  if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES) return damaged("shorter than its header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(4, true) !== bytes.length) return damaged("not as long as it says");
  const end = bytes.length - CHECKSUM_BYTES;
  if (crc32(bytes.subarray(0, end)) !== view.getUint32(end, true)) return damaged("wrong checksum");
  if (bytes[0] !== VERSION) return damaged(`unknown version ${bytes[0]}`);
  const kind = bytes[1]!;
  if (kind !== 0 && kind !== 1) return damaged(`unknown kind ${kind}`);
  const columns = COLUMNS[kind];
  const places: (number | undefined)[] = columns.map(() => undefined);
  const reader = { bytes, view, at: HEADER_BYTES };
  try {
    for (let left = bytes[40]!; left > 0; left--) {
      const number = bytes[reader.at++]!;
      const length = readVarint(reader);
      if (number >= columns.length || reader.at + length > end) return damaged("columns beyond its end");
      places[number] = reader.at;
      reader.at += length;
    }
  } catch {
    return damaged("columns beyond its end");
  }
  if (reader.at !== end || places[TIME_COLUMN] === undefined) return damaged("columns beyond its end");
  return { kind: "segment", segment: segmentOf(kind, { bytes, view, places }) };
}

function damaged(reason: string): OpenedSegment {
  return { kind: "damaged", reason };
}

type Opened = { readonly bytes: Uint8Array; readonly view: DataView; readonly places: readonly (number | undefined)[] };

function segmentOf(trackKind: TrackKind, { bytes, view, places }: Opened): TrackSegment {
  const count = view.getUint16(2, true);
  const columns = COLUMNS[trackKind];
  const read: (Values | undefined)[] = places.map(() => undefined);

  function timesMs(): Float64Array {
    return (read[TIME_COLUMN] ??= readTimes({ bytes, view, at: places[TIME_COLUMN]! }, count)) as Float64Array;
  }

  function columnAt(number: number): Values {
    const known = read[number];
    if (known !== undefined) return known;
    if (number === TIME_COLUMN) return timesMs();
    const at = places[number];
    if (at === undefined) return constantColumn(null, count);
    const { isText, reference } = columns[number]!;
    const reader = { bytes, view, at };
    return (read[number] = isText
      ? readTexts(reader, count)
      : readIntegers(reader, count, () => columnAt(reference!) as ArrayLike<number | null>));
  }

  return {
    trackKind,
    count,
    firstMs: view.getFloat64(8, true),
    lastMs: view.getFloat64(16, true),
    box: {
      west: view.getInt32(24, true),
      south: view.getInt32(28, true),
      east: view.getInt32(32, true),
      north: view.getInt32(36, true),
    },
    timesMs,
    lowerBound(timeMs) {
      const times = timesMs();
      let from = 0;
      let to = count;
      while (from < to) {
        const middle = (from + to) >> 1;
        if (times[middle]! < timeMs) from = middle + 1;
        else to = middle;
      }
      return from;
    },
    column: (field) => columnAt(columns.findIndex((column) => column.field === field)),
    readPoints: (shape, from, to, track) => shape.build(shape.numbers.map(columnAt), { from, to, track }),
  };
}
