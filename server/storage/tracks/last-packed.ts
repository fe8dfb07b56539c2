import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";

/** Tracks whose last packed time is in memory; that of another is asked for with its next record. */
const MAX_TRACKS = 20_000;

/** By track and kind, combined into one number. */
const known = new WeakMap<WritableDb, Map<number, number>>();

/**
 * The time up to which a track may be packed, Unix milliseconds; `undefined` when it is not in memory. It may be later
 * than what is packed, never earlier: it is not taken back with a transaction, nor when a segment becomes rows again.
 */
export function lastPackedOf(db: WritableDb, kind: TrackKind, track: number): number | undefined {
  return known.get(db)?.get(track * 2 + kind);
}

type LastPacked = { readonly track: number; readonly lastMs: number };

/** Notes what the file says of a track. */
export function noteLastPacked(db: WritableDb, kind: TrackKind, { track, lastMs }: LastPacked): void {
  let ofDb = known.get(db);
  if (ofDb === undefined) known.set(db, (ofDb = new Map<number, number>()));
  ofDb.set(track * 2 + kind, lastMs);
  if (ofDb.size > MAX_TRACKS) ofDb.delete(ofDb.keys().next().value!);
}

/** A segment is about to be written: a track that is in memory may now be packed until its end. */
export function raiseLastPacked(db: WritableDb, kind: TrackKind, { track, lastMs }: LastPacked): void {
  const before = lastPackedOf(db, kind, track);
  if (before !== undefined && before < lastMs) noteLastPacked(db, kind, { track, lastMs });
}
