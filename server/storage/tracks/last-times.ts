import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../database.ts";

/** Tracks whose last times are in memory; those of another are read when its next record arrives. */
const MAX_TRACKS = 20_000;

type LastTimes = readonly [Map<number, number>, Map<number, number>];
const packed = new WeakMap<WritableDb, LastTimes>();
const stored = new WeakMap<WritableDb, LastTimes>();

function timesOf(known: WeakMap<WritableDb, LastTimes>, db: WritableDb, kind: TrackKind): Map<number, number> {
  let kinds = known.get(db);
  if (kinds === undefined) known.set(db, (kinds = [new Map<number, number>(), new Map<number, number>()]));
  return kinds[kind];
}

/**
 * The time up to which each track may be packed, Unix milliseconds, as far as it is in memory. It may be later than what
 * is packed, never earlier: it is not taken back with a transaction, nor when a segment becomes rows again.
 */
export function lastPackedOf(db: WritableDb, kind: TrackKind): Map<number, number> {
  return timesOf(packed, db, kind);
}

/** The time up to which each track may have points, as rows or packed; in the same way. */
export function lastStoredOf(db: WritableDb, kind: TrackKind): Map<number, number> {
  return timesOf(stored, db, kind);
}

/** Stores in memory the time that the file has of a track. */
export function setLastTime(lastTimes: Map<number, number>, track: number, lastMs: number): void {
  lastTimes.set(track, lastMs);
  if (lastTimes.size > MAX_TRACKS) lastTimes.delete(lastTimes.keys().next().value!);
}

/** Call before writing a time: a track that is in memory may now have it. */
export function raiseLastTime(lastTimes: Map<number, number>, track: number, lastMs: number): void {
  const before = lastTimes.get(track);
  if (before !== undefined && before < lastMs) lastTimes.set(track, lastMs);
}
