import type { ReadableDb } from "../../storage/database.ts";

/** A position of an aircraft on its track. */
export type TrackFix = { readonly timeMs: number; readonly latitude: number; readonly longitude: number };

/** Lookups of single positions on a track by time: one index step each in the clustered table. */
export type TrackFixFinder = {
  /** The newest position at or before a time. */
  readonly findFixUntil: (suboperation: number, timeMs: number) => TrackFix | undefined;
  /** The first position at or after a time. */
  readonly findFixFrom: (suboperation: number, timeMs: number) => TrackFix | undefined;
  /** The first positions from a time up to and including another, ascending; at most 300. */
  readonly listFixes: (suboperation: number, fromMs: number, toMs: number) => readonly TrackFix[];
};

export function createTrackFixFinder(db: ReadableDb): TrackFixFinder {
  const select =
    "SELECT time_ms AS timeMs, latitude_e7 / 1e7 AS latitude, longitude_e7 / 1e7 AS longitude FROM ua_track";
  const until = db.prepare<[number, number], TrackFix>(
    `${select} WHERE suboperation = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT 1`,
  );
  const from = db.prepare<[number, number], TrackFix>(
    `${select} WHERE suboperation = ? AND time_ms >= ? ORDER BY time_ms LIMIT 1`,
  );
  const between = db.prepare<[number, number, number], TrackFix>(
    `${select} WHERE suboperation = ? AND time_ms BETWEEN ? AND ? ORDER BY time_ms LIMIT 300`,
  );
  return {
    findFixUntil: (suboperation, timeMs) => until.get(suboperation, timeMs),
    findFixFrom: (suboperation, timeMs) => from.get(suboperation, timeMs),
    listFixes: (suboperation, fromMs, toMs) => between.all(suboperation, fromMs, toMs),
  };
}
