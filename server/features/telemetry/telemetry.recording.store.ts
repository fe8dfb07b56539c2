import type { OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import { createRunWriter, type RunWriter } from "../../storage/tracks/run-writer.ts";
import { SEGMENT_SIZES } from "../../storage/tracks/segment-sizes.ts";
import { columnOf } from "../../storage/tracks/track-tables.ts";
import { createTrackUnpacker, type TrackUnpacker } from "../../storage/tracks/track-unpacker.ts";
import { OPERATOR_FIELDS } from "../../kernel/track-segment/operator-points.ts";
import { UA_FIELDS } from "../../kernel/track-segment/ua-points.ts";
import { OPERATOR_TABLE, SYSTEM_FIELDS, SYSTEM_TABLE, UA_TABLE } from "./telemetry.columns.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { BATCH_ROWS, createPointInsert, toValue } from "./telemetry.insert.store.ts";
import type { PointInsert, Value } from "./telemetry.insert.store.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createExtentWriter } from "./telemetry.extents.store.ts";
import { type Change, createReplacer } from "./telemetry.replacer.store.ts";

/**
 * Appends telemetry. Call every function inside a transaction, which begins with `forgetRolledBack` and ends with
 * `saveExtents`.
 */
export type TelemetryRecording = {
  /** Forgets extents of a transaction that was rolled back. */
  readonly forgetRolledBack: () => void;
  /**
   * Returns the time the point is stored under, or `undefined` when it was already stored. A different point at a taken
   * time (from a receiver without a clock that delivers several frames at once) is stored at the next free millisecond,
   * so that nothing is lost and repeated input changes nothing.
   */
  readonly recordUa: (suboperation: number, point: UaPoint) => number | undefined;
  /**
   * Stores points of a track in order, each as `recordUa` does, and returns the time of each. Points later than all
   * before are written together, as a segment, which costs a fraction of as many rows.
   */
  readonly recordUaPoints: (suboperation: number, points: readonly UaPoint[]) => readonly (number | undefined)[];
  readonly recordOperatorPoints: (
    suboperation: number,
    points: readonly OperatorPoint[],
  ) => readonly (number | undefined)[];
  /**
   * Stores a point of another station's track at exactly its time; one that is there already stays as it is. Returns
   * the time, or `undefined` when it was taken.
   */
  readonly insertUaIfAbsent: (suboperation: number, point: UaPoint) => number | undefined;
  readonly insertOperatorIfAbsent: (suboperation: number, point: OperatorPoint) => number | undefined;
  /** Stores points of an uploaded track; a point replaces the stored one with the same time. History is never live. */
  readonly replaceUa: (suboperation: number, points: readonly UaPoint[], isHistory?: boolean) => Replacement;
  readonly recordOperator: (suboperation: number, point: OperatorPoint) => number | undefined;
  readonly recordSystem: (sensorId: string, point: SystemPoint) => number | undefined;
  /** Stores a point of an uploaded history; it replaces the stored one with the same time. */
  readonly replaceSystem: (sensorId: string, point: SystemPoint) => void;
  /** Writes changed extents; call the returned function once the transaction is on disk. */
  readonly saveExtents: () => () => void;
};

/** Number of points added, and of points that replaced another. */
export type Replacement = { readonly added: number; readonly replaced: number };

/** Number of following times to compare one by one before querying for the first free one. */
const COMPARED_TIMES = 16;

export function createTelemetryRecording(db: WritableDb): TelemetryRecording {
  const insertUa = createPointInsert<UaPoint>(db, UA_TABLE, UA_FIELDS);
  const insertOperator = createPointInsert<OperatorPoint>(db, OPERATOR_TABLE, OPERATOR_FIELDS);
  const insertSystem = createPointInsert<SystemPoint>(db, SYSTEM_TABLE, SYSTEM_FIELDS);
  const unpackUa = createTrackUnpacker(db, UA_KIND).unpack;
  const unpackOperator = createTrackUnpacker(db, OPERATOR_KIND).unpack;
  const recordUaPoint = createPointRecorder<UaPoint>(db, UA_TABLE, UA_FIELDS, {
    insert: insertUa.one,
    unpack: unpackUa,
  });
  const replaceInUa = createReplacer<UaPoint>(db, UA_TABLE, UA_FIELDS, insertUa.one);
  const recordOperatorPoint = createPointRecorder<OperatorPoint>(db, OPERATOR_TABLE, OPERATOR_FIELDS, {
    insert: insertOperator.one,
    unpack: unpackOperator,
  });
  const recordSystemPoint = createPointRecorder<SystemPoint>(db, SYSTEM_TABLE, SYSTEM_FIELDS, {
    insert: insertSystem.one,
    unpack: () => false,
  });
  const replaceInSystem = createReplacer<SystemPoint>(db, SYSTEM_TABLE, SYSTEM_FIELDS, insertSystem.one);
  const insertSensor = db.prepare("INSERT OR IGNORE INTO sensor (sensor_id) VALUES (?)");
  const findSensor = db.prepare<[string], number>("SELECT id FROM sensor WHERE sensor_id = ?").pluck();
  const extents = createExtentWriter(db);
  const uaRuns = createRunWriter(db, UA_KIND);
  const operatorRuns = createRunWriter(db, OPERATOR_KIND);

  function addUa(suboperation: number, timeMs: number, point: UaPoint): void {
    extents.add(UA_KIND, suboperation, timeMs, point);
    uaRuns.noteRow(suboperation, timeMs);
  }

  function addOperator(suboperation: number, timeMs: number, point: OperatorPoint): void {
    extents.add(OPERATOR_KIND, suboperation, timeMs, point);
    operatorRuns.noteRow(suboperation, timeMs);
  }

  function recordUa(suboperation: number, point: UaPoint): number | undefined {
    const timeMs = recordUaPoint(suboperation, point);
    if (timeMs !== undefined) addUa(suboperation, timeMs, point);
    return timeMs;
  }

  function recordOperator(suboperation: number, point: OperatorPoint): number | undefined {
    const timeMs = recordOperatorPoint(suboperation, point);
    if (timeMs !== undefined) addOperator(suboperation, timeMs, point);
    return timeMs;
  }

  function sensorRow(sensorId: string): number {
    const known = findSensor.get(sensorId);
    if (known !== undefined) return known;
    insertSensor.run(sensorId);
    return findSensor.get(sensorId)!;
  }

  return {
    recordUa,
    recordUaPoints: createRunRecorder(uaRuns, { recordOne: recordUa, add: addUa }),
    insertUaIfAbsent(suboperation, point) {
      unpackUa(suboperation, point.timeMs, point.timeMs);
      if (!insertUa.one(suboperation, point.timeMs, point)) return undefined;
      addUa(suboperation, point.timeMs, point);
      return point.timeMs;
    },
    insertOperatorIfAbsent(suboperation, point) {
      unpackOperator(suboperation, point.timeMs, point.timeMs);
      if (!insertOperator.one(suboperation, point.timeMs, point)) return undefined;
      addOperator(suboperation, point.timeMs, point);
      return point.timeMs;
    },
    replaceUa: createRunReplacer(uaRuns, {
      insert: insertUa,
      replaceOne: replaceInUa,
      unpack: unpackUa,
      add: addUa,
      move: extents.move,
    }),
    recordOperator,
    recordOperatorPoints: createRunRecorder(operatorRuns, { recordOne: recordOperator, add: addOperator }),
    recordSystem: (sensorId, point) => recordSystemPoint(sensorRow(sensorId), point),
    replaceSystem: (sensorId, point) => void replaceInSystem(sensorRow(sensorId), point),
    forgetRolledBack: extents.forgetRolledBack,
    saveExtents: extents.save,
  };
}

/** Writes runs of points together where that is possible, and the others one by one. */
function createRunRecorder<P extends { readonly timeMs: number }>(
  runs: RunWriter<P>,
  {
    recordOne,
    add,
  }: {
    readonly recordOne: (track: number, point: P) => number | undefined;
    readonly add: (track: number, timeMs: number, point: P) => void;
  },
): (track: number, points: readonly P[]) => readonly (number | undefined)[] {
  return (track, points) => {
    const times: (number | undefined)[] = [];
    for (let from = 0; from < points.length;) {
      const to = endOfRun(points, from);
      const run = from === 0 && to === points.length ? points : points.slice(from, to);
      const isWritten = runs.write(track, run);
      for (const point of run) {
        if (isWritten) add(track, point.timeMs, point);
        times.push(isWritten ? point.timeMs : recordOne(track, point));
      }
      from = to;
    }
    return times;
  };
}

/** Writes runs of points that are later than all before together, and replaces stored points by the others. */
function createRunReplacer(
  runs: RunWriter<UaPoint>,
  {
    insert,
    replaceOne,
    unpack,
    add,
    move,
  }: {
    readonly insert: PointInsert<UaPoint>;
    readonly replaceOne: (track: number, point: UaPoint) => Change<UaPoint>;
    readonly unpack: TrackUnpacker["unpack"];
    readonly add: (track: number, timeMs: number, point: UaPoint) => void;
    readonly move: (track: number, before: readonly UaPoint[]) => void;
  },
): (track: number, points: readonly UaPoint[]) => Replacement {
  function replaceRows(track: number, points: readonly UaPoint[]): Replacement {
    let added = 0;
    let replaced = 0;
    const moved: UaPoint[] = [];
    for (let from = 0; from < points.length; from += BATCH_ROWS) {
      const batch = points.slice(from, from + BATCH_ROWS);
      for (const { timeMs } of batch) unpack(track, timeMs, timeMs);
      if (batch.length === BATCH_ROWS && insert.batch(track, batch)) {
        added += BATCH_ROWS;
        for (const point of batch) add(track, point.timeMs, point);
        continue;
      }
      for (const point of batch) {
        const change = replaceOne(track, point);
        if (change.kind === "added") {
          added++;
          add(track, point.timeMs, point);
        }
        if (change.kind === "replaced") {
          replaced++;
          // One that stays in its place is in the index already.
          if (!isSamePlace(change.before, point)) moved.push(change.before);
        }
      }
    }
    if (moved.length > 0) move(track, moved);
    return { added, replaced };
  }

  return (track, points) => {
    let added = 0;
    let replaced = 0;
    for (let from = 0; from < points.length;) {
      const to = endOfRun(points, from);
      const run = points.slice(from, to);
      if (runs.write(track, run)) {
        added += run.length;
        for (const point of run) add(track, point.timeMs, point);
      } else {
        const change = replaceRows(track, run);
        added += change.added;
        replaced += change.replaced;
      }
      from = to;
    }
    return { added, replaced };
  };
}

/** The index at which the times of points stop ascending, or a segment is full. */
function endOfRun(points: readonly { readonly timeMs: number }[], from: number): number {
  const most = Math.min(points.length, from + SEGMENT_SIZES.full);
  let to = from + 1;
  while (to < most && points[to]!.timeMs > points[to - 1]!.timeMs) to++;
  return to;
}

function createPointRecorder<P extends { readonly timeMs: number }>(
  db: WritableDb,
  table: TrackTable,
  fields: readonly (keyof P & string)[],
  { insert, unpack }: { readonly insert: PointInsert<P>["one"]; readonly unpack: TrackUnpacker["unpack"] },
): (track: number, point: P) => number | undefined {
  const find = db
    .prepare<[number, number], Value[]>(
      `SELECT ${fields.map(columnOf).join(", ")} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms = ?`,
    )
    .raw();
  // The first free time after consecutive taken ones.
  const firstFree = db
    .prepare<[{ readonly track: number; readonly timeMs: number }], number>(
      `SELECT here.time_ms + 1 FROM ${table.name} AS here WHERE here.${table.trackColumn} = @track AND here.time_ms >= @timeMs
         AND NOT EXISTS (SELECT 1 FROM ${table.name} WHERE ${table.trackColumn} = @track AND time_ms = here.time_ms + 1)
       ORDER BY here.time_ms LIMIT 1`,
    )
    .pluck();
  // The receive time does not make a point different.
  const compared = fields.flatMap((field, index) =>
    field === "timeMs" || field === "receivedMs" ? [] : [{ field, index }],
  );

  return (track, point) => {
    for (let timeMs = point.timeMs; timeMs < point.timeMs + COMPARED_TIMES; timeMs++) {
      unpack(track, timeMs, timeMs);
      if (insert(track, timeMs, point)) return timeMs;
      const stored = find.get(track, timeMs)!;
      if (compared.every(({ field, index }) => stored[index] === toValue(point[field]))) return undefined;
    }
    // A time that is free among the rows may be used in a segment.
    for (;;) {
      const free = firstFree.get({ track, timeMs: point.timeMs + COMPARED_TIMES - 1 })!;
      if (unpack(track, free, free)) continue;
      insert(track, free, point);
      return free;
    }
  };
}

function isSamePlace(a: UaPoint, b: UaPoint): boolean {
  return a.latitudeE7 === b.latitudeE7 && a.longitudeE7 === b.longitudeE7;
}
