import type { WritableDb } from "../../storage/database.ts";
import { columnOf } from "../../storage/tracks/track-tables.ts";
import type { TrackTable } from "./telemetry.columns.ts";

export type Value = string | number | null;

/**
 * Maximum number of cached statements. The set of known fields depends on the receiver, so there are few combinations.
 */
const MAX_STATEMENTS = 64;
/** Rows per statement: a call to SQLite costs as much as a row. */
export const BATCH_ROWS = 20;

export type PointInsert<P> = {
  /** Inserts a point; false when its time is already taken. */
  readonly one: (track: number, timeMs: number, point: P) => boolean;
  /**
   * Inserts `BATCH_ROWS` points at once. False, without inserting any, when one of the times is already taken, the
   * times are not ascending, or the points do not all have the same known fields.
   */
  readonly batch: (track: number, points: readonly P[]) => boolean;
};

/** Inserts only the known fields of a point, because every bound value costs time. */
export function createPointInsert<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
): PointInsert<P> {
  const others = fields.filter((field) => field !== "timeMs");
  const everything = 2 ** others.length - 1;
  const ofOne = createStatements(1);
  const ofBatch = createStatements(BATCH_ROWS);
  const taken = db
    .prepare<[number, number, number], number>(
      `SELECT 1 FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms BETWEEN ? AND ? LIMIT 1`,
    )
    .pluck();

  /** Bit mask of the known fields of a point. */
  function fieldMaskOf(point: P): number {
    let mask = 0;
    for (let index = 0; index < others.length; index++) if (point[others[index]!] !== null) mask |= 1 << index;
    return mask;
  }

  function createStatements(rows: number) {
    const byFieldMask = new Map<number, ReturnType<typeof prepare>>();

    function prepare(mask: number) {
      const named = others.filter((_, index) => (mask & (1 << index)) !== 0);
      return db.prepare<[readonly Value[]]>(insertSql({ ...table, fields: ["timeMs", ...named] }, rows));
    }

    return {
      /** The mask of the statement to use for a mask: all fields once too many statements are cached. */
      maskFor: (mask: number) => (byFieldMask.size >= MAX_STATEMENTS && !byFieldMask.has(mask) ? everything : mask),
      get(mask: number) {
        const known = byFieldMask.get(mask);
        if (known !== undefined) return known;
        const statement = prepare(mask);
        byFieldMask.set(mask, statement);
        return statement;
      },
    };
  }

  function addFields(row: Value[], mask: number, point: P): void {
    for (let index = 0; index < others.length; index++) {
      if ((mask & (1 << index)) !== 0) row.push(toValue(point[others[index]!]));
    }
  }

  return {
    one(track, timeMs, point) {
      const mask = ofOne.maskFor(fieldMaskOf(point));
      const row: Value[] = [track, timeMs];
      addFields(row, mask, point);
      return ofOne.get(mask).run(row).changes > 0;
    },
    batch(track, points) {
      const mask = fieldMaskOf(points[0]!);
      for (let index = 1; index < points.length; index++) {
        if (points[index]!.timeMs <= points[index - 1]!.timeMs || fieldMaskOf(points[index]!) !== mask) return false;
      }
      if (taken.get(track, points[0]!.timeMs, points.at(-1)!.timeMs) !== undefined) return false;
      const statementMask = ofBatch.maskFor(mask);
      const row: Value[] = [];
      for (const point of points) {
        row.push(track, point.timeMs);
        addFields(row, statementMask, point);
      }
      ofBatch.get(statementMask).run(row);
      return true;
    },
  };
}

/** An insert that ignores a point at a time that is already taken. Any other conflict is an error. */
export function insertSql(table: TrackTable, rows = 1): string {
  const columns = [table.trackColumn, ...table.fields.map(columnOf)];
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `INSERT INTO ${table.name} (${columns.join(", ")}) VALUES ${Array.from({ length: rows }, () => row).join(", ")}
    ON CONFLICT (${table.trackColumn}, time_ms) DO NOTHING`;
}

/** SQLite has no booleans. */
export function toValue(value: unknown): Value {
  return typeof value === "boolean" ? Number(value) : (value as Value);
}
