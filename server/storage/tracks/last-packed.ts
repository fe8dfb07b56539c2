import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";

/** Tracks whose last packed time is in memory; that of another is asked for with its next record. */
const MAX_TRACKS = 20_000;

const known = new WeakMap<WritableDb, readonly [Map<number, number>, Map<number, number>]>();

/**
 * The time up to which each track may be packed, Unix milliseconds, as far as it is in memory. It may be later than what
 * is packed, never earlier: it is not taken back with a transaction, nor when a segment becomes rows again.
 */
export function lastPackedOf(db: WritableDb, kind: TrackKind): Map<number, number> {
  let kinds = known.get(db);
  if (kinds === undefined) known.set(db, (kinds = [new Map<number, number>(), new Map<number, number>()]));
  return kinds[kind];
}

/** Notes what the file says of a track. */
export function noteLastPacked(lastPacked: Map<number, number>, track: number, lastMs: number): void {
  lastPacked.set(track, lastMs);
  if (lastPacked.size > MAX_TRACKS) lastPacked.delete(lastPacked.keys().next().value!);
}

/** A segment is about to be written: a track that is in memory may now be packed until its end. */
export function raiseLastPacked(lastPacked: Map<number, number>, track: number, lastMs: number): void {
  const before = lastPacked.get(track);
  if (before !== undefined && before < lastMs) lastPacked.set(track, lastMs);
}
