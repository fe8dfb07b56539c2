import type { OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import {
  OPERATOR_FIELDS,
  OPERATOR_TABLE,
  SYSTEM_FIELDS,
  SYSTEM_TABLE,
  UA_FIELDS,
  UA_TABLE,
  columnOf,
  insertSql,
} from "./telemetry.columns.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { OPERATOR_KIND, UA_KIND, createSegmentWriter } from "./telemetry.segments.ts";

/** Appends telemetry. Every function belongs inside a transaction of the caller, which ends with `saveSegments`. */
export type TelemetryRecording = {
  /**
   * Gives the time the point is kept under, `undefined` when it was there already. Another point at a time that is
   * taken (a receiver without a clock that hands over several frames at once) goes to the next free millisecond:
   * nothing is lost, and the same input again changes nothing.
   */
  readonly recordUa: (suboperation: number, point: UaPoint) => number | undefined;
  /** A point of a track that is uploaded: another value for the same time replaces the one that is there. */
  readonly replaceUa: (suboperation: number, point: UaPoint) => "added" | "replaced" | "same";
  readonly recordOperator: (suboperation: number, point: OperatorPoint) => number | undefined;
  readonly recordSystem: (sensorId: string, point: SystemPoint) => number | undefined;
  /** A point of a history that is uploaded: another value for the same time replaces the one that is there. */
  readonly replaceSystem: (sensorId: string, point: SystemPoint) => void;
  /** The returned function confirms it once that is on disk. */
  readonly saveSegments: () => () => void;
};

/** Neighbouring times that are compared one by one before the first free one is asked for. */
const COMPARED_TIMES = 16;

export function createTelemetryRecording(db: WritableDb): TelemetryRecording {
  const keepUa = createKeeper<UaPoint>(db, UA_TABLE, UA_FIELDS);
  const replaceInUa = createReplacer<UaPoint>(db, UA_TABLE, UA_FIELDS);
  const replaceInSystem = createReplacer<SystemPoint>(db, SYSTEM_TABLE, SYSTEM_FIELDS);
  const keepOperator = createKeeper<OperatorPoint>(db, OPERATOR_TABLE, OPERATOR_FIELDS);
  const keepSystem = createKeeper<SystemPoint>(db, SYSTEM_TABLE, SYSTEM_FIELDS);
  const insertSensor = db.prepare("INSERT OR IGNORE INTO sensor (sensor_id) VALUES (?)");
  const findSensor = db.prepare<[string], number>("SELECT id FROM sensor WHERE sensor_id = ?").pluck();
  const segments = createSegmentWriter(db);

  function sensorRow(sensorId: string): number {
    const known = findSensor.get(sensorId);
    if (known !== undefined) return known;
    insertSensor.run(sensorId);
    return findSensor.get(sensorId)!;
  }

  return {
    recordUa(suboperation, point) {
      const timeMs = keepUa(suboperation, point);
      if (timeMs !== undefined) segments.add(UA_KIND, suboperation, timeMs, point);
      return timeMs;
    },
    replaceUa(suboperation, point) {
      const change = replaceInUa(suboperation, point);
      if (change !== "same") segments.add(UA_KIND, suboperation, point.timeMs, point);
      return change;
    },
    recordOperator(suboperation, point) {
      const timeMs = keepOperator(suboperation, point);
      if (timeMs !== undefined) segments.add(OPERATOR_KIND, suboperation, timeMs, point);
      return timeMs;
    },
    recordSystem: (sensorId, point) => keepSystem(sensorRow(sensorId), point),
    replaceSystem: (sensorId, point) => void replaceInSystem(sensorRow(sensorId), point),
    saveSegments: segments.save,
  };
}

type Value = string | number | null;

function createKeeper<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
): (track: number, point: P) => number | undefined {
  const insert = createInsert(db, table, fields);
  const find = db
    .prepare<[number, number], Value[]>(
      `SELECT ${fields.map(columnOf).join(", ")} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`,
    )
    .raw();
  // The first time after a run of taken ones.
  const firstFree = db
    .prepare<[{ readonly track: number; readonly timeMs: number }], number>(
      `SELECT here.time_ms + 1 FROM ${table.name} AS here WHERE here.${table.trackColumn} = @track AND here.time_ms >= @timeMs
         AND NOT EXISTS (SELECT 1 FROM ${table.name} WHERE ${table.trackColumn} = @track AND time_ms = here.time_ms + 1)
       ORDER BY here.time_ms LIMIT 1`,
    )
    .pluck();
  // When the server took it is no part of what was said.
  const compared = fields.flatMap((field, index) =>
    field === "timeMs" || field === "receivedMs" ? [] : [{ field, index }],
  );

  return (track, point) => {
    for (let timeMs = point.timeMs; timeMs < point.timeMs + COMPARED_TIMES; timeMs++) {
      if (insert(track, timeMs, point)) return timeMs;
      const kept = find.get(track, timeMs)!;
      if (compared.every(({ field, index }) => kept[index] === toValue(point[field]))) return undefined;
    }
    const free = firstFree.get({ track, timeMs: point.timeMs + COMPARED_TIMES - 1 })!;
    insert(track, free, point);
    return free;
  };
}

function createReplacer<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
): (track: number, point: P) => "added" | "replaced" | "same" {
  const insert = createInsert(db, table, fields);
  const remove = db.prepare(`DELETE FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`);
  const find = db
    .prepare<[number, number], Value[]>(
      `SELECT ${fields.map(columnOf).join(", ")} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`,
    )
    .raw();
  return (track, point) => {
    if (insert(track, point.timeMs, point)) return "added";
    const kept = find.get(track, point.timeMs)!;
    // When the server took it is no part of what was said.
    if (fields.every((field, index) => field === "receivedMs" || kept[index] === toValue(point[field]))) return "same";
    remove.run(track, point.timeMs);
    insert(track, point.timeMs, point);
    return "replaced";
  };
}

/** Which of its fields a point has differs by receiver, not by point: more combinations are no receiver's. */
const MOST_STATEMENTS = 64;

/** Inserts a point at a time unless that is taken; says only what is known, for every value said costs time. */
function createInsert<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
): (track: number, timeMs: number, point: P) => boolean {
  const others = fields.filter((field) => field !== "timeMs");
  const everything = 2 ** others.length - 1;
  /** By the fields that are said, a bit for each. */
  const statements = new Map<number, ReturnType<typeof prepare>>();

  function prepare(said: number) {
    const named = others.filter((_, index) => (said & (1 << index)) !== 0);
    return db.prepare<[readonly Value[]]>(insertSql({ ...table, fields: ["timeMs", ...named] }));
  }

  function keep(said: number): ReturnType<typeof prepare> {
    const statement = prepare(said);
    statements.set(said, statement);
    return statement;
  }

  return (track, timeMs, point) => {
    let said = 0;
    for (let index = 0; index < others.length; index++) if (point[others[index]!] !== null) said |= 1 << index;
    if (statements.size >= MOST_STATEMENTS && !statements.has(said)) said = everything;
    const row: Value[] = [track, timeMs];
    for (let index = 0; index < others.length; index++) {
      if ((said & (1 << index)) !== 0) row.push(toValue(point[others[index]!]));
    }
    return (statements.get(said) ?? keep(said)).run(row).changes > 0;
  };
}

/** SQLite has no booleans. */
function toValue(value: unknown): Value {
  return typeof value === "boolean" ? Number(value) : (value as Value);
}
