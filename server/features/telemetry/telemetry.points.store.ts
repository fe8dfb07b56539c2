import type { OnTrack } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackReader, type TrackRange, type TrackRead } from "../../storage/tracks/track-reader.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { selectedColumns } from "./telemetry.columns.ts";

export type Timed = { readonly timeMs: number };

/** Reads up to `limit` points of a track by time, and says where to read on. */
type PointSource<P> = (range: TrackRange, isDescending: boolean, limit: number) => TrackRead<P>;

/** Points of one table, wherever they are kept: as rows and packed, or as rows only. */
export function createPointSource<P extends Timed>(db: ReadableDb, table: TrackTable): PointSource<P> {
  if (table.kind !== null) return createTrackReader<P>(db, table.kind, table.fields).read;
  const statement = (direction: "ASC" | "DESC") =>
    db.prepare<[number, number, number, number], OnTrack<P>>(
      `SELECT ${selectedColumns(table)} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms BETWEEN ? AND ?
       ORDER BY time_ms ${direction} LIMIT ?`,
    );
  const ascending = statement("ASC");
  const descending = statement("DESC");
  return ({ track, firstMs, lastMs }, isDescending, limit) => {
    const points = (isDescending ? descending : ascending).all(track, firstMs, lastMs, limit);
    if (points.length < limit) return { points, nextMs: undefined };
    return { points, nextMs: points.at(-1)!.timeMs + (isDescending ? -1 : 1) };
  };
}
