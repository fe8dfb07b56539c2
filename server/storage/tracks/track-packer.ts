import { MAX_TIME_MS, MIN_TIME_MS } from "../../kernel/clock.ts";
import { encodeSegment } from "../../kernel/track-segment/track-segment.ts";
import { COLUMNS, type PointOfKind, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";
import { lastPackedOf, raiseLastTime } from "./last-times.ts";
import { createSegmentFinder } from "./segment-finder.ts";
import { SEGMENT_SIZES, type SegmentSizes } from "./segment-sizes.ts";
import { createTrackReader } from "./track-reader.ts";
import { createTrackUnpacker } from "./track-unpacker.ts";
import { ROW_TABLES } from "./track-tables.ts";

export type TrackPacker = {
  /**
   * Packs some points of a track, inside a transaction; returns how many, 0 when there is nothing to pack. Of a track
   * that grows, only full segments of what is not among its newest 64 points; of one that rests, everything.
   */
  readonly pack: (track: number, isResting: boolean) => number;
  /** Whether `pack` would pack anything. */
  readonly hasWork: (track: number, isResting: boolean) => boolean;
  /** The first track after another that has rows or runs. */
  readonly findTrack: (after: number) => number | undefined;
};

/** Segments that are examined for one that is to be written: more than enough runs to fill it twice. */
const MAX_EXAMINED_SEGMENTS = 130;

type Piece = { readonly firstMs: number; readonly lastMs: number; readonly count: number; readonly isRun: 0 | 1 };

/** Moves the points of tracks from rows and runs into segments, one segment at a time. */
export function createTrackPacker(db: WritableDb, kind: TrackKind, sizes = SEGMENT_SIZES): TrackPacker {
  const table = ROW_TABLES[kind];
  const known = lastPackedOf(db, kind);
  const segments = createSegmentFinder(db, kind);
  const { unpackSegment } = createTrackUnpacker(db, kind);
  const trackAfter = db
    .prepare<[number], number>(`SELECT suboperation FROM ${table} WHERE suboperation > ? ORDER BY suboperation LIMIT 1`)
    .pluck();
  const firstRow = db
    .prepare<[number, number], number>(
      `SELECT time_ms FROM ${table} WHERE suboperation = ? AND time_ms >= ? ORDER BY time_ms LIMIT 1`,
    )
    .pluck();
  const countUpTo = db
    .prepare<[number, number, number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE suboperation = ? AND time_ms BETWEEN ? AND ? LIMIT ?)`,
    )
    .pluck();
  const trackWithRuns = db
    .prepare<[number], number>(
      `SELECT suboperation FROM packed_segment WHERE suboperation > ? AND kind = ${kind} AND is_run = 1
       ORDER BY suboperation LIMIT 1`,
    )
    .pluck();
  const firstRun = db
    .prepare<[number, number], number>(
      `SELECT first_ms FROM packed_segment WHERE suboperation = ? AND kind = ${kind} AND is_run = 1 AND last_ms >= ?
       ORDER BY last_ms LIMIT 1`,
    )
    .pluck();
  const piecesFrom = db.prepare<[number, number], Piece>(
    `SELECT first_ms AS firstMs, last_ms AS lastMs, point_count AS count, is_run AS isRun FROM packed_segment
     WHERE suboperation = ? AND kind = ${kind} AND last_ms >= ? ORDER BY last_ms LIMIT ${MAX_EXAMINED_SEGMENTS}`,
  );
  const points = createTrackReader<PointOfKind[TrackKind]>(
    db,
    kind,
    COLUMNS[kind].map(({ field }) => field),
  );
  const remove = db.prepare<[number, number, number]>(
    `DELETE FROM ${table} WHERE suboperation = ? AND time_ms BETWEEN ? AND ?`,
  );
  const removeSegments = db.prepare<[number, number, number]>(
    `DELETE FROM packed_segment WHERE suboperation = ? AND kind = ${kind} AND last_ms BETWEEN ? AND ?`,
  );
  const insert = db.prepare(
    `INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes)
     VALUES (?, ${kind}, ?, ?, ?, ?)`,
  );

  /** The next points of a track from a time on become one segment, however they are kept. */
  function packPoints(track: number, fromMs: number, count: number): number {
    const some = points.list({ track, firstMs: fromMs, lastMs: MAX_TIME_MS }, count);
    const firstMs = some[0]!.timeMs;
    const lastMs = some.at(-1)!.timeMs;
    const bytes = encodeSegment(kind, some);
    // The points after the last of them stay as rows.
    const cut = segments.findFrom(track, lastMs);
    if (cut !== undefined && cut.firstMs <= lastMs && cut.lastMs > lastMs) unpackSegment(track, cut);
    // Before the commit: a time that is too late costs a useless look-up, one that is too early would hide the segment.
    raiseLastTime(known, track, lastMs);
    remove.run(track, firstMs, lastMs);
    removeSegments.run(track, firstMs, lastMs);
    insert.run(track, firstMs, lastMs, some.length, bytes);
    return some.length;
  }

  /** The first row or run at or after a time. */
  function firstOpen(track: number, fromMs: number): number | undefined {
    const rowMs = firstRow.get(track, fromMs);
    const runMs = firstRun.get(track, fromMs);
    return rowMs === undefined || runMs === undefined ? (rowMs ?? runMs) : Math.min(rowMs, runMs);
  }

  /** The unpacked points from a time on, up to twice a full segment, and the segment after them. */
  function measureOpen(track: number, firstMs: number): { readonly count: number; readonly after: Piece | undefined } {
    const pieces = piecesFrom.all(track, firstMs);
    const after = pieces.find(({ isRun }) => isRun === 0);
    const runs = after === undefined ? pieces : pieces.slice(0, pieces.indexOf(after));
    const packed = runs.reduce((sum, { count }) => sum + count, 0);
    const isAllSeen = after !== undefined || pieces.length < MAX_EXAMINED_SEGMENTS;
    const untilMs = after === undefined ? (isAllSeen ? MAX_TIME_MS : pieces.at(-1)!.lastMs) : after.firstMs - 1;
    return { count: packed + countUpTo.get(track, firstMs, untilMs, sizes.full * 2)!, after };
  }

  /** The first rows and runs between two segments, or after the last one, that are enough. */
  function findRun(track: number, isResting: boolean): Run | undefined {
    for (let fromMs = MIN_TIME_MS; ;) {
      const firstMs = firstOpen(track, fromMs);
      if (firstMs === undefined) return undefined;
      const { count, after } = measureOpen(track, firstMs);
      const enough = isResting ? 1 : after === undefined ? sizes.full + sizes.few : sizes.full;
      if (count >= enough) return { firstMs, count };
      if (after === undefined) return undefined;
      fromMs = after.lastMs + 1;
    }
  }

  function packRun(track: number, run: Run, isResting: boolean): number {
    const { firstMs, count } = run;
    if (!isResting) return packPoints(track, firstMs, sizes.full);
    if (count < sizes.few) {
      const before = segments.findUntil(track, firstMs - 1);
      if (before !== undefined) return packPoints(track, before.firstMs, share(before.count + count, sizes));
    }
    return packPoints(track, firstMs, share(count, sizes));
  }

  return {
    findTrack(after) {
      const [withRows, withRuns] = [trackAfter.get(after), trackWithRuns.get(after)];
      return withRows === undefined || withRuns === undefined ? (withRows ?? withRuns) : Math.min(withRows, withRuns);
    },
    hasWork: (track, isResting) => findRun(track, isResting) !== undefined,
    pack(track, isResting) {
      const run = findRun(track, isResting);
      return run === undefined ? 0 : packRun(track, run, isResting);
    },
  };
}

/** Rows and runs without another segment between them, from a time on. */
type Run = { readonly firstMs: number; readonly count: number };

/** How many of some points make the next segment: all, half of them, or a full one, so that none is left with few. */
function share(points: number, { full }: SegmentSizes): number {
  if (points <= full) return points;
  return points < full * 2 ? Math.ceil(points / 2) : full;
}
