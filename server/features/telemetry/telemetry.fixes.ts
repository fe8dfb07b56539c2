import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";

/** A position of an aircraft on its track. */
export type TrackFix = { readonly timeMs: number; readonly latitude: number; readonly longitude: number };

/** Lookups of single positions on a track by time. */
export type TrackFixFinder = {
  /** The newest position at or before a time. */
  readonly findFixUntil: (suboperation: number, timeMs: number) => TrackFix | undefined;
  /** The first position at or after a time. */
  readonly findFixFrom: (suboperation: number, timeMs: number) => TrackFix | undefined;
  /** The first positions from a time up to and including another, ascending; at most 300. */
  readonly listFixes: (suboperation: number, fromMs: number, toMs: number) => readonly TrackFix[];
};

const MAX_FIXES = 300;

export function createTrackFixFinder(db: ReadableDb): TrackFixFinder {
  const points = createTrackReader<LastPoint>(db, UA_KIND, ["timeMs", "latitudeE7", "longitudeE7"]);
  return {
    findFixUntil: (suboperation, timeMs) => toFix(points.findUntil(suboperation, timeMs)),
    findFixFrom: (suboperation, timeMs) => toFix(points.findFrom(suboperation, timeMs)),
    listFixes: (track, fromMs, toMs) =>
      points.list({ track, firstMs: fromMs, lastMs: toMs }, MAX_FIXES).map((point) => toFix(point)),
  };
}

function toFix(point: LastPoint): TrackFix;
function toFix(point: LastPoint | undefined): TrackFix | undefined;
function toFix(point: LastPoint | undefined): TrackFix | undefined {
  return point && { timeMs: point.timeMs, latitude: point.latitudeE7 / 1e7, longitude: point.longitudeE7 / 1e7 };
}
