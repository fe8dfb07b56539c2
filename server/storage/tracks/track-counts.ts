import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../database.ts";
import { createSegmentFinder } from "./segment-finder.ts";
import { createConsistentRead } from "./consistent-read.ts";
import { ROW_TABLES } from "./track-tables.ts";

export type CountUntil = (track: number, untilMs: number) => number;

/** Counts the points of a track until a time, which is included, without reading them. */
export function createTrackCounter(db: ReadableDb, kind: TrackKind): CountUntil {
  const readConsistently = createConsistentRead(db);
  const segments = createSegmentFinder(db, kind);
  const rows = db
    .prepare<[number, number], number>(
      `SELECT count(*) FROM ${ROW_TABLES[kind]} WHERE suboperation = ? AND time_ms <= ?`,
    )
    .pluck();
  const packed = db
    .prepare<[number, number], number>(
      `SELECT coalesce(sum(point_count), 0) FROM packed_segment
       WHERE suboperation = ? AND kind = ${kind} AND last_ms <= ?`,
    )
    .pluck();
  return (track, untilMs) =>
    readConsistently(() => {
      const whole = rows.get(track, untilMs)! + packed.get(track, untilMs)!;
      const cut = segments.findFrom(track, untilMs + 1);
      if (cut === undefined || cut.firstMs > untilMs) return whole;
      return whole + segments.open(cut).lowerBound(untilMs + 1);
    });
}
