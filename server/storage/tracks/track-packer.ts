import { encodeSegment } from "../../kernel/track-segment/track-segment.ts";
import { COLUMNS, type PointOfKind, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";
import { lastPackedOf, raiseLastPacked } from "./last-packed.ts";
import { createSegmentFinder } from "./segment-finder.ts";
import { createTrackUnpacker } from "./track-unpacker.ts";
import { ROW_TABLES, selectedPoints } from "./track-tables.ts";

/** How many points a full segment has, and below how many a run is packed together with the segment before it. */
export type SegmentSizes = { readonly full: number; readonly few: number };

const SIZES: SegmentSizes = { full: 256, few: 64 };

export type TrackPacker = {
  /**
   * Packs some points of a track, inside a transaction; returns how many, 0 when there is nothing to pack. Of a track
   * that grows, only full segments of what is not among its newest 64 points; of one that rests, everything.
   */
  readonly pack: (track: number, isResting: boolean) => number;
  /** Whether `pack` would pack anything. */
  readonly hasWork: (track: number, isResting: boolean) => boolean;
  /** The first track after another that has rows. */
  readonly findTrack: (after: number) => number | undefined;
};

/** Moves the points of tracks from rows into segments, one segment at a time. */
export function createTrackPacker(db: WritableDb, kind: TrackKind, sizes = SIZES): TrackPacker {
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
  const rows = db.prepare<[number, number, number], PointOfKind[TrackKind]>(
    `SELECT ${selectedPoints(COLUMNS[kind].map(({ field }) => field))} FROM ${table}
     WHERE suboperation = ? AND time_ms >= ? ORDER BY time_ms LIMIT ?`,
  );
  const remove = db.prepare<[number, number, number]>(
    `DELETE FROM ${table} WHERE suboperation = ? AND time_ms BETWEEN ? AND ?`,
  );
  const insert = db.prepare(
    `INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes)
     VALUES (?, ${kind}, ?, ?, ?, ?)`,
  );

  function packRows(track: number, fromMs: number, count: number): number {
    const points = rows.all(track, fromMs, count);
    const firstMs = points[0]!.timeMs;
    const lastMs = points.at(-1)!.timeMs;
    const bytes = encodeSegment(kind, points);
    // Before the commit: a time that is too late is asked about in vain, one that is too early would hide the segment.
    raiseLastPacked(known, track, lastMs);
    remove.run(track, firstMs, lastMs);
    insert.run(track, firstMs, lastMs, points.length, bytes);
    return points.length;
  }

  /** The first rows between two segments, or after the last one, that are enough. */
  function findRun(track: number, isResting: boolean): Run | undefined {
    for (let fromMs = -8.64e15; ;) {
      const firstMs = firstRow.get(track, fromMs);
      if (firstMs === undefined) return undefined;
      const after = segments.findFrom(track, firstMs);
      const untilMs = after === undefined ? 8.64e15 : after.firstMs - 1;
      const count = countUpTo.get(track, firstMs, untilMs, sizes.full * 2)!;
      const enough = isResting ? 1 : after === undefined ? sizes.full + sizes.few : sizes.full;
      if (count >= enough) return { firstMs, count };
      if (after === undefined) return undefined;
      fromMs = after.lastMs + 1;
    }
  }

  function packRun(track: number, run: Run, isResting: boolean): number {
    const { firstMs, count } = run;
    if (!isResting) return packRows(track, firstMs, sizes.full);
    if (count < sizes.few) {
      const before = segments.findUntil(track, firstMs);
      if (before !== undefined) {
        unpackSegment(track, before);
        return packRows(track, before.firstMs, share(before.count + count, sizes));
      }
    }
    return packRows(track, firstMs, share(count, sizes));
  }

  return {
    findTrack: (after) => trackAfter.get(after),
    hasWork: (track, isResting) => findRun(track, isResting) !== undefined,
    pack(track, isResting) {
      const run = findRun(track, isResting);
      return run === undefined ? 0 : packRun(track, run, isResting);
    },
  };
}

/** Rows without a segment between them, from a time on. */
type Run = { readonly firstMs: number; readonly count: number };

/** How many of some points make the next segment: all, half of them, or a full one, so that none is left with few. */
function share(points: number, { full }: SegmentSizes): number {
  if (points <= full) return points;
  return points < full * 2 ? Math.ceil(points / 2) : full;
}
