import { MAX_TIME_MS, MIN_TIME_MS } from "../../kernel/clock.ts";
import type { PointShape } from "../../kernel/track-segment/point-shape.ts";
import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { OnTrack } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../database.ts";
import { createSegmentFinder, type SegmentFinder, type StoredSegment } from "./segment-finder.ts";
import { createConsistentRead } from "./consistent-read.ts";
import { shapeOf } from "./track-shape.ts";
import { ROW_TABLES, selectedPoints } from "./track-tables.ts";

/** A range of times of a track, both inclusive, Unix milliseconds. */
export type TrackRange = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

export type TrackRead<P> = {
  /** In reading direction. */
  readonly points: readonly OnTrack<P>[];
  /** Where the next read of the range begins; `undefined` at its end. */
  readonly nextMs: number | undefined;
};

export type TrackReader<P> = {
  /**
   * Reads the points of a range from its first time on, or backwards from its last one: about `limit` of them, as a
   * read of that many ends with a whole segment. One below `WHOLE_SEGMENTS_FROM` reads no more than its limit.
   */
  readonly read: (range: TrackRange, isDescending: boolean, limit: number) => TrackRead<P>;
  /** All points of a range, at most `limit`, by time. */
  readonly list: (range: TrackRange, limit: number) => readonly OnTrack<P>[];
  /** The first point at or after a time, and not after another. */
  readonly findFrom: (track: number, fromMs: number, toMs?: number) => OnTrack<P> | undefined;
  /** The last point at or before a time. */
  readonly findUntil: (track: number, untilMs: number) => OnTrack<P> | undefined;
};

/** A segment that is cut is opened again for its rest, so that a read takes all of it where that is not much more. */
export const WHOLE_SEGMENTS_FROM = 128;
/** As many as a full segment has; a read of many points ends before one that it may have no room for. */
const SEGMENT_POINTS = 256;

type Timed = { readonly timeMs: number };

/** Reads the points of tracks, wherever they are kept: as rows, or packed in segments. */
export function createTrackReader<P extends Timed>(
  db: ReadableDb,
  kind: TrackKind,
  fields: readonly string[],
): TrackReader<P> {
  const readConsistently = createConsistentRead(db);
  const parts: Parts<P> = {
    segments: createSegmentFinder(db, kind),
    rows: createRowReader<P>(db, kind, fields),
    shape: shapeOf<P>(kind, fields),
  };

  function read(range: TrackRange, isDescending: boolean, limit: number): TrackRead<P> {
    if (range.firstMs > range.lastMs) return { points: [], nextMs: undefined };
    return readConsistently(() =>
      isDescending ? readBackwards(parts, range, limit) : readForwards(parts, range, limit),
    );
  }

  function list(range: TrackRange, limit: number): readonly OnTrack<P>[] {
    return readConsistently(() => {
      const all: OnTrack<P>[] = [];
      for (let { firstMs } = range; all.length < limit;) {
        const { points, nextMs } = read({ ...range, firstMs }, false, limit - all.length);
        for (const point of points) all.push(point);
        if (nextMs === undefined) break;
        firstMs = nextMs;
      }
      return all.length > limit ? all.slice(0, limit) : all;
    });
  }

  return {
    read,
    list,
    findFrom: (track, fromMs, toMs = MAX_TIME_MS) => read({ track, firstMs: fromMs, lastMs: toMs }, false, 1).points[0],
    findUntil: (track, untilMs) => read({ track, firstMs: MIN_TIME_MS, lastMs: untilMs }, true, 1).points[0],
  };
}

type Parts<P> = {
  readonly segments: SegmentFinder;
  readonly rows: RowReader<P>;
  readonly shape: PointShape<P>;
};

/**
 * Rows and segments alternate: between the first and the last time of a segment there are no rows. A track that is
 * packed completely has none, so that the next row is looked up once for all its segments.
 */
function readForwards<P extends Timed>(parts: Parts<P>, range: TrackRange, limit: number): TrackRead<P> {
  const { segments, rows } = parts;
  const { track, lastMs } = range;
  const points: OnTrack<P>[] = [];
  const next = segmentsFrom(segments, track, Math.max(1, Math.floor(limit / SEGMENT_POINTS)));
  let nextRowMs: number | undefined;
  /** The next segment probably has as many as the last one. */
  let usualPoints = SEGMENT_POINTS;
  for (let fromMs = range.firstMs; ;) {
    if (limit >= WHOLE_SEGMENTS_FROM && points.length > 0 && points.length + usualPoints > limit) {
      return { points, nextMs: fromMs };
    }
    let segment = next(fromMs);
    if (segment !== undefined && segment.firstMs > lastMs) segment = undefined;
    const untilMs = segment === undefined ? lastMs : segment.firstMs - 1;
    nextRowMs ??= rows.firstFrom(track, fromMs);
    if (nextRowMs <= untilMs) {
      const some = rows.ascending(track, fromMs, untilMs, limit - points.length);
      for (const row of some) points.push(row);
      if (points.length >= limit) return { points, nextMs: points.at(-1)!.timeMs + 1 };
      nextRowMs = undefined;
    }
    if (segment === undefined) return { points, nextMs: undefined };
    fromMs = Math.max(fromMs, segment.firstMs);
    if (!isToOpen(segment, points.length, limit)) return { points, nextMs: fromMs };
    const opened = segments.open(segment);
    usualPoints = opened.count;
    const from = opened.lowerBound(fromMs);
    const to = Math.min(
      opened.lowerBound(lastMs + 1),
      limit < WHOLE_SEGMENTS_FROM ? from + limit - points.length : Infinity,
    );
    for (const point of opened.readPoints(parts.shape, from, to, track)) points.push(point);
    if (segment.lastMs >= lastMs && to >= opened.lowerBound(lastMs + 1)) return { points, nextMs: undefined };
    fromMs = to < opened.count ? opened.timesMs()[to]! : segment.lastMs + 1;
    if (points.length >= limit) return { points, nextMs: fromMs };
  }
}

/** Takes the segments of a track one by one, `atOnce` of them with one statement. */
function segmentsFrom(segments: SegmentFinder, track: number, atOnce: number) {
  let loaded: readonly StoredSegment[] = [];
  let taken = atOnce;
  return (fromMs: number): StoredSegment | undefined => {
    if (taken >= atOnce) {
      loaded = segments.loadFrom(track, fromMs, atOnce);
      taken = 0;
    }
    return loaded[taken++];
  };
}

function readBackwards<P extends Timed>(parts: Parts<P>, range: TrackRange, limit: number): TrackRead<P> {
  const { segments, rows } = parts;
  const { track, firstMs } = range;
  const points: OnTrack<P>[] = [];
  for (let untilMs = range.lastMs; ;) {
    let segment = segments.findUntil(track, untilMs);
    if (segment !== undefined && segment.lastMs < firstMs) segment = undefined;
    const fromMs = segment === undefined ? firstMs : segment.lastMs + 1;
    if (fromMs <= untilMs) {
      const some = rows.descending(track, fromMs, untilMs, limit - points.length);
      for (const row of some) points.push(row);
      if (points.length >= limit) return { points, nextMs: points.at(-1)!.timeMs - 1 };
    }
    if (segment === undefined) return { points, nextMs: undefined };
    untilMs = Math.min(untilMs, segment.lastMs);
    if (!isToOpen(segment, points.length, limit)) return { points, nextMs: untilMs };
    const opened = segments.open(segment);
    const to = opened.lowerBound(untilMs + 1);
    const first = opened.lowerBound(firstMs);
    const from = Math.max(first, limit < WHOLE_SEGMENTS_FROM ? to - (limit - points.length) : 0);
    const some = opened.readPoints(parts.shape, from, to, track);
    for (let at = some.length - 1; at >= 0; at--) points.push(some[at]!);
    if (segment.firstMs <= firstMs && from <= first) return { points, nextMs: undefined };
    untilMs = from > 0 ? opened.timesMs()[from - 1]! : segment.firstMs - 1;
    if (points.length >= limit) return { points, nextMs: untilMs };
  }
}

/** A read of many points does not go on to a segment that would make it much longer. */
function isToOpen(segment: StoredSegment, points: number, limit: number): boolean {
  return points === 0 || limit < WHOLE_SEGMENTS_FROM || points + segment.count <= limit;
}

type RowReader<P> = {
  /** The time of the first row at or after a time; infinite where there is none. */
  readonly firstFrom: (track: number, fromMs: number) => number;
  readonly ascending: (track: number, fromMs: number, untilMs: number, limit: number) => readonly OnTrack<P>[];
  readonly descending: (track: number, fromMs: number, untilMs: number, limit: number) => readonly OnTrack<P>[];
};

function createRowReader<P>(db: ReadableDb, kind: TrackKind, fields: readonly string[]): RowReader<P> {
  const statement = (direction: "ASC" | "DESC") =>
    db.prepare<[number, number, number, number], OnTrack<P>>(
      `SELECT ${selectedPoints(fields)} FROM ${ROW_TABLES[kind]} WHERE suboperation = ? AND time_ms BETWEEN ? AND ?
       ORDER BY time_ms ${direction} LIMIT ?`,
    );
  const ascending = statement("ASC");
  const descending = statement("DESC");
  const firstFrom = db
    .prepare<[number, number], number>(
      `SELECT time_ms FROM ${ROW_TABLES[kind]} WHERE suboperation = ? AND time_ms >= ? ORDER BY time_ms LIMIT 1`,
    )
    .pluck();
  return {
    firstFrom: (track, fromMs) => firstFrom.get(track, fromMs) ?? Infinity,
    ascending: (...request) => ascending.all(...request),
    descending: (...request) => descending.all(...request),
  };
}
