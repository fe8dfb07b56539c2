import type Database from "better-sqlite3";
import { HOUR_MS } from "../../kernel/clock.ts";

/** Longer operations are few, so that they are looked for by themselves. */
export const LONG_OPERATION_MS = 6 * HOUR_MS;

/**
 * Finds the operations that a range of time covers without reading all that began before it: what is not long began
 * shortly before the range. Only a long operation is in this index, so that the others cost nothing when they go on.
 */
export function indexesSchema(db: Database.Database): void {
  db.exec(`
    CREATE INDEX operation_long ON operation (last_ms)
      WHERE merged_into IS NULL AND last_ms - first_ms > ${LONG_OPERATION_MS};
    -- Two indexes were there twice.
    DROP INDEX operation_by_merged;
    DROP INDEX suboperation_by_deleted;
    -- With what the statistics of flights add up, so that they read no rows.
    DROP INDEX flight_by_owner;
    DROP INDEX flight_by_pilot;
    CREATE INDEX flight_by_owner ON flight (owner, coalesce(started_ms, planned_start_ms) DESC, id, visibility, pilot,
      status, distance_m, duration_s);
    CREATE INDEX flight_by_pilot ON flight (pilot, coalesce(started_ms, planned_start_ms) DESC, id, visibility, owner,
      status, distance_m, duration_s);
    CREATE INDEX flight_public ON flight (owner, pilot) WHERE visibility = 'public';
  `);
}
