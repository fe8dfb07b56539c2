import type { ReadableDb } from "../../storage/database.ts";

/** What may have a position in the overviews. */
export type PositionedFinder = {
  /** Suboperations with records since a time, of operations with records since then; not imported ones. */
  readonly listOngoing: (sinceMs: number) => readonly number[];
  readonly listSensors: () => readonly string[];
};

export function createPositionedFinder(db: ReadableDb): PositionedFinder {
  const ongoing = db
    .prepare<[number, number], number>(
      `SELECT s.id FROM operation AS o JOIN suboperation AS s ON s.operation = o.id
       WHERE o.merged_into IS NULL AND o.last_ms >= ? AND s.last_ms >= ? AND s.deleted_ms IS NULL
         AND s.source_type <> 'import'`,
    )
    .pluck();
  const sensors = db.prepare<[], string>("SELECT sensor_id FROM sensor").pluck();
  return { listOngoing: (sinceMs) => ongoing.all(sinceMs, sinceMs), listSensors: () => sensors.all() };
}
