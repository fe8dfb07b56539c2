import type { WritableDb } from "../../storage/database.ts";
import { insertSql } from "./telemetry.columns.ts";
import type { TrackTable } from "./telemetry.columns.ts";

export type Value = string | number | null;

/** Which of its fields a point has differs by receiver, not by point: more combinations are no receiver's. */
const MAX_STATEMENTS = 64;
/** Rows of one statement: crossing to SQLite costs as much as the row itself. */
export const BATCH_ROWS = 20;

export type PointInsert<P> = {
  /** Inserts a point at a time; false where that is taken. */
  readonly one: (track: number, timeMs: number, point: P) => boolean;
  /**
   * Inserts so many points at once; false, and nothing inserted, where one of their times is taken already, or where they
   * are not alike: their times not ascending, or not all of them saying the same fields.
   */
  readonly batch: (track: number, points: readonly P[]) => boolean;
};

/** Says only what is known of a point, for every value said costs time. */
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

  /** The fields that a point says, a bit for each. */
  function fieldMaskOf(point: P): number {
    let said = 0;
    for (let index = 0; index < others.length; index++) if (point[others[index]!] !== null) said |= 1 << index;
    return said;
  }

  function createStatements(rows: number) {
    const byFieldMask = new Map<number, ReturnType<typeof prepare>>();

    function prepare(said: number) {
      const named = others.filter((_, index) => (said & (1 << index)) !== 0);
      return db.prepare<[readonly Value[]]>(insertSql({ ...table, fields: ["timeMs", ...named] }, rows));
    }

    return {
      /** What is to be said where a point says that. */
      saying: (said: number) => (byFieldMask.size >= MAX_STATEMENTS && !byFieldMask.has(said) ? everything : said),
      get(said: number) {
        const known = byFieldMask.get(said);
        if (known !== undefined) return known;
        const statement = prepare(said);
        byFieldMask.set(said, statement);
        return statement;
      },
    };
  }

  function addFields(row: Value[], said: number, point: P): void {
    for (let index = 0; index < others.length; index++) {
      if ((said & (1 << index)) !== 0) row.push(toValue(point[others[index]!]));
    }
  }

  return {
    one(track, timeMs, point) {
      const said = ofOne.saying(fieldMaskOf(point));
      const row: Value[] = [track, timeMs];
      addFields(row, said, point);
      return ofOne.get(said).run(row).changes > 0;
    },
    batch(track, points) {
      const said = fieldMaskOf(points[0]!);
      for (let index = 1; index < points.length; index++) {
        if (points[index]!.timeMs <= points[index - 1]!.timeMs || fieldMaskOf(points[index]!) !== said) return false;
      }
      if (taken.get(track, points[0]!.timeMs, points.at(-1)!.timeMs) !== undefined) return false;
      const saying = ofBatch.saying(said);
      const row: Value[] = [];
      for (const point of points) {
        row.push(track, point.timeMs);
        addFields(row, saying, point);
      }
      ofBatch.get(saying).run(row);
      return true;
    },
  };
}

/** SQLite has no booleans. */
export function toValue(value: unknown): Value {
  return typeof value === "boolean" ? Number(value) : (value as Value);
}
