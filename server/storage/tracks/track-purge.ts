import { MIN_TIME_MS } from "../../kernel/clock.ts";
import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";
import { createSegmentFinder, DamagedSegmentError, type StoredSegment } from "./segment-finder.ts";
import { ROW_TABLES } from "./track-tables.ts";

/** Box (degrees × 10⁷) and time range (Unix milliseconds) of what was removed, all inclusive. */
export type TrackBounds = {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

type Removed = { readonly bounds: TrackBounds | undefined; readonly points: number };

/**
 * Removes the first rows of a track, at most `maxRows`, or its first segment once no rows are left; `bounds` is
 * `undefined` when nothing was.
 */
export function createTrackPurge(db: WritableDb, kind: TrackKind): (track: number, maxRows: number) => Removed {
  const table = ROW_TABLES[kind];
  const segments = createSegmentFinder(db, kind);
  const boundsOfRows = db.prepare<[number, number], TrackBounds | { readonly west: null }>(
    `SELECT min(longitude_e7) AS west, max(longitude_e7) AS east, min(latitude_e7) AS south,
       max(latitude_e7) AS north, min(time_ms) AS firstMs, max(time_ms) AS lastMs
     FROM (SELECT longitude_e7, latitude_e7, time_ms FROM ${table} WHERE suboperation = ? ORDER BY time_ms LIMIT ?)`,
  );
  const removeRows = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE suboperation = ? AND time_ms <= ?`);
  const removeSegment = db.prepare<[number]>("DELETE FROM packed_segment WHERE id = ?");

  function boundsOf(segment: StoredSegment): TrackBounds {
    const { firstMs, lastMs } = segment;
    try {
      return { ...segments.open(segment).box, firstMs, lastMs };
    } catch (error) {
      if (!(error instanceof DamagedSegmentError)) throw error;
      return { west: -180e7, east: 180e7, south: -90e7, north: 90e7, firstMs, lastMs };
    }
  }

  return (track, maxRows) => {
    const bounds = boundsOfRows.get(track, maxRows)!;
    if (bounds.west !== null) return { bounds, points: removeRows.run(track, bounds.lastMs).changes };
    const segment = segments.findFrom(track, MIN_TIME_MS);
    if (segment === undefined) return { bounds: undefined, points: 0 };
    const removed = { bounds: boundsOf(segment), points: segment.count };
    removeSegment.run(segment.id);
    return removed;
  };
}
