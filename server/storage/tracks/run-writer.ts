import { encodeSegment } from "../../kernel/track-segment/track-segment.ts";
import type { PointOfKind, TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";
import { lastPackedOf, lastStoredOf, setLastTime, raiseLastTime } from "./last-times.ts";
import { SEGMENT_SIZES } from "./segment-sizes.ts";
import { ROW_TABLES } from "./track-tables.ts";

/** Fewer are written as rows: such a short segment costs as much, and the packing has to join it with others. */
const MIN_RUN_POINTS = 4;

export type RunWriter<P> = {
  /**
   * Writes points of a track, with ascending times, as a segment, inside a transaction. Returns false, without writing
   * any, where they are too few or too many, not later than all that the track has, or have a value that segments have no
   * place for.
   */
  readonly write: (track: number, points: readonly P[]) => boolean;
  /** Call with the time of every point that is written as a row. */
  readonly noteRow: (track: number, timeMs: number) => void;
};

/** Writes records that are later than all others of their track, as nearly all are. */
export function createRunWriter<K extends TrackKind>(db: WritableDb, kind: K): RunWriter<PointOfKind[K]> {
  const lastPacked = lastPackedOf(db, kind);
  const lastStored = lastStoredOf(db, kind);
  const lastInFile = db
    .prepare<[{ readonly track: number }], number | null>(
      `SELECT max(coalesce((SELECT max(time_ms) FROM ${ROW_TABLES[kind]} WHERE suboperation = @track), -8.64e15),
         coalesce((SELECT max(last_ms) FROM packed_segment WHERE suboperation = @track AND kind = ${kind}), -8.64e15))`,
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes, is_run)
     VALUES (?, ${kind}, ?, ?, ?, ?, ?)`,
  );

  function findLastStored(track: number): number {
    let lastMs = lastStored.get(track);
    if (lastMs === undefined) setLastTime(lastStored, track, (lastMs = lastInFile.get({ track })!));
    return lastMs;
  }

  return {
    write(track, points) {
      const count = points.length;
      if (count < MIN_RUN_POINTS || count > SEGMENT_SIZES.full) return false;
      const firstMs = points[0]!.timeMs;
      const lastMs = points[count - 1]!.timeMs;
      if (firstMs <= findLastStored(track)) return false;
      const bytes = encoded(kind, points);
      if (bytes === undefined) return false;
      raiseLastTime(lastPacked, track, lastMs);
      raiseLastTime(lastStored, track, lastMs);
      insert.run(track, firstMs, lastMs, count, bytes, count < SEGMENT_SIZES.few ? 1 : 0);
      return true;
    },
    noteRow: (track, timeMs) => raiseLastTime(lastStored, track, timeMs),
  };
}

/** Undefined where a value has no place in a segment. */
function encoded<K extends TrackKind>(kind: K, points: readonly PointOfKind[K][]): Uint8Array | undefined {
  try {
    return encodeSegment(kind, points);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
