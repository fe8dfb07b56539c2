import { type TrackSegment, openSegment } from "../../kernel/track-segment/track-segment.ts";
import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../database.ts";

/** Where a segment is, without its points. Times are Unix milliseconds, both inclusive. */
export type StoredSegment = {
  readonly id: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  /** Where they were read with it. */
  readonly bytes?: Uint8Array;
};

export type SegmentFinder = {
  /** The first segment of a track that ends at or after a time. */
  readonly findFrom: (track: number, timeMs: number) => StoredSegment | undefined;
  /** The first segments that end at or after a time, with their bytes: a statement costs as much as a segment. */
  readonly loadFrom: (track: number, timeMs: number, limit: number) => readonly StoredSegment[];
  /** The last segment of a track that begins at or before a time. */
  readonly findUntil: (track: number, timeMs: number) => StoredSegment | undefined;
  /** Throws where the bytes are not what was written. */
  readonly open: (segment: StoredSegment) => TrackSegment;
};

/** The bytes of a segment are not what was written. */
export class DamagedSegmentError extends Error {
  override readonly name = "DamagedSegmentError";
  /** The same as SQLite reports of a damaged page. */
  readonly code = "SQLITE_CORRUPT";
}

/** Finds the segments of one kind of track. Several calls see one state only inside a transaction. */
export function createSegmentFinder(db: ReadableDb, kind: TrackKind): SegmentFinder {
  const columns = "id, first_ms AS firstMs, last_ms AS lastMs, point_count AS count";
  const ofTrack = `FROM packed_segment WHERE suboperation = ? AND kind = ${kind}`;
  const select = `SELECT ${columns} ${ofTrack}`;
  const from = db.prepare<[number, number], StoredSegment>(`${select} AND last_ms >= ? ORDER BY last_ms LIMIT 1`);
  const loaded = db.prepare<[number, number, number], StoredSegment>(
    `SELECT ${columns}, bytes ${ofTrack} AND last_ms >= ? ORDER BY last_ms LIMIT ?`,
  );
  const before = db.prepare<[number, number], StoredSegment>(`${select} AND last_ms < ? ORDER BY last_ms DESC LIMIT 1`);
  const bytes = db.prepare<[number], Uint8Array>("SELECT bytes FROM packed_segment WHERE id = ?").pluck();
  return {
    findFrom: (track, timeMs) => from.get(track, timeMs),
    loadFrom: (track, timeMs, limit) => loaded.all(track, timeMs, limit),
    findUntil(track, timeMs) {
      const next = from.get(track, timeMs);
      return next !== undefined && next.firstMs <= timeMs ? next : before.get(track, timeMs);
    },
    open({ id, bytes: known }) {
      const opened = openSegment(known ?? bytes.get(id)!);
      if (opened.kind === "segment") return opened.segment;
      throw new DamagedSegmentError(`Segment ${id} of a track is damaged: ${opened.reason}.`);
    },
  };
}
