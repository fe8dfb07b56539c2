import type { WritableDb } from "../../storage/database.ts";
import { columnOf } from "../../storage/tracks/track-tables.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { type PointInsert, toValue, type Value } from "./telemetry.insert.store.ts";

/** What became of a point: where it replaced another one, `before` is that as it was stored. */
export type Change<P> = { readonly kind: "added" | "same" } | { readonly kind: "replaced"; readonly before: P };

const ADDED = { kind: "added" } as const;
const SAME = { kind: "same" } as const;

/** Stores a point in the place of the one with the same time. */
export function createReplacer<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
  insert: PointInsert<P>["one"],
): (track: number, point: P) => Change<P> {
  const remove = db.prepare(`DELETE FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`);
  const find = db
    .prepare<[number, number], Value[]>(
      `SELECT ${fields.map(columnOf).join(", ")} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`,
    )
    .raw();
  return (track, point) => {
    if (insert(track, point.timeMs, point)) return ADDED;
    const stored = find.get(track, point.timeMs)!;
    // The receive time does not make a point different.
    if (fields.every((field, index) => field === "receivedMs" || stored[index] === toValue(point[field]))) return SAME;
    remove.run(track, point.timeMs);
    insert(track, point.timeMs, point);
    return { kind: "replaced", before: Object.fromEntries(fields.map((field, index) => [field, stored[index]])) as P };
  };
}
