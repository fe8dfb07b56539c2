import { MIN_TIME_MS } from "../../../kernel/clock.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { FusionState } from "../fusion/fusion-state.model.ts";

type EndedOperation = {
  readonly operation: number;
  readonly lastMs: number;
  readonly updatedMs: number;
  readonly suboperations: number;
  readonly records: number;
};

/** The operations' part in a purge: lists those that are old or deleted, and finally removes their rows. */
export type OperationPurge = {
  /** Operations whose telemetry ended before a time, the oldest first; deleted suboperations are not counted. */
  readonly listEnded: (
    beforeMs: number,
    after: { readonly lastMs: number; readonly operation: number } | null,
    most: number,
  ) => readonly EndedOperation[];
  /** Suboperations that were deleted at or before a time. */
  readonly listDeleted: (
    untilMs: number,
    most: number,
  ) => readonly { readonly suboperation: number; readonly operation: number; readonly records: number }[];
  /** The number of all aircraft records that take space, of deleted suboperations too. */
  readonly countRecords: () => number;
  /** Hides operations permanently, before their rows are removed slice by slice; inside a transaction. */
  readonly hide: (operations: readonly number[]) => void;
  readonly removeSuboperation: (suboperation: number) => { readonly operation: number; readonly isEmpty: boolean };
  readonly removeOperation: (operation: number) => void;
  /** Those of some operations that belong to an account, at least in part: only that account may remove them. */
  readonly listKept: (operations: readonly number[]) => readonly number[];
  /** The times of a sensor's remaining suboperations inside a range. */
  readonly listSensorTimes: (sensorId: string, range: TimeRange) => readonly TimeRange[];
};

export function createOperationPurge(reader: ReadableDb, writer: WritableDb, fusionState: FusionState): OperationPurge {
  const ended = reader.prepare<[number, number, number, number], EndedOperation>(
    `SELECT o.id AS operation, o.last_ms AS lastMs, o.updated_ms AS updatedMs, count(s.id) AS suboperations,
       coalesce(sum(s.record_count), 0) AS records
     FROM (SELECT id, last_ms, updated_ms FROM operation
           WHERE merged_into IS NULL AND last_ms < ? AND (last_ms, id) > (?, ?) ORDER BY last_ms, id LIMIT ?) AS o
     LEFT JOIN suboperation AS s ON s.operation = o.id AND s.deleted_ms IS NULL
     GROUP BY o.id ORDER BY o.last_ms, o.id`,
  );
  const removed = reader.prepare<
    [number, number],
    { readonly suboperation: number; readonly operation: number; readonly records: number }
  >(
    `SELECT id AS suboperation, operation, record_count AS records FROM suboperation
     WHERE deleted_ms IS NOT NULL AND deleted_ms <= ? ORDER BY deleted_ms LIMIT ?`,
  );
  const records = reader.prepare<[], number>("SELECT coalesce(sum(record_count), 0) FROM suboperation").pluck();
  const sensorTimes = reader.prepare<[string, number, number], TimeRange>(
    `SELECT first_ms AS fromMs, last_ms AS toMs FROM suboperation
     WHERE sensor_id = ? AND first_ms <= ? AND last_ms >= ?`,
  );
  const ownedOperations = reader
    .prepare<[string], number>(
      `SELECT DISTINCT operation FROM suboperation
       WHERE operation IN (SELECT value FROM json_each(?)) AND owner IS NOT NULL AND deleted_ms IS NULL`,
    )
    .pluck();
  const noteSuboperation = writer.prepare("UPDATE purged_number SET suboperation = max(suboperation, ?)");
  const noteOperation = writer.prepare("UPDATE purged_number SET operation = max(operation, ?)");
  const present = writer
    .prepare<[number], number>("SELECT id FROM suboperation WHERE operation = ? AND deleted_ms IS NULL")
    .pluck();
  // The time 0 marks a row for the purge that was not deleted by a person and cannot be restored.
  const markPurged = writer.prepare("UPDATE suboperation SET deleted_ms = 0 WHERE operation = ?");
  const operationOf = writer.prepare<[number], number>("SELECT operation FROM suboperation WHERE id = ?").pluck();
  const ofSuboperation = ["identifier", "suboperation_access"].map((table) =>
    writer.prepare(`DELETE FROM ${table} WHERE suboperation = ?`),
  );
  const deleteSuboperation = writer.prepare("DELETE FROM suboperation WHERE id = ?");
  const hasSuboperation = writer.prepare("SELECT 1 FROM suboperation WHERE operation = ?").pluck();
  const ofOperation = [
    `DELETE FROM operation_access WHERE operation IN (SELECT id FROM operation WHERE id = @id OR merged_into = @id)`,
    "DELETE FROM operation WHERE merged_into = @id",
    "DELETE FROM operation WHERE id = @id",
  ].map((sql) => writer.prepare<[{ readonly id: number }]>(sql));

  return {
    listEnded: (beforeMs, after, most) =>
      ended.all(beforeMs, after?.lastMs ?? MIN_TIME_MS, after?.operation ?? 0, most),
    listDeleted: (untilMs, most) => removed.all(untilMs, most),
    countRecords: () => records.get() ?? 0,
    hide(operations) {
      for (const operation of operations) {
        fusionState.excludeSuboperations(new Set(present.all(operation)));
        markPurged.run(operation);
      }
    },
    removeSuboperation(suboperation) {
      const operation = operationOf.get(suboperation)!;
      for (const remove of ofSuboperation) remove.run(suboperation);
      deleteSuboperation.run(suboperation);
      noteSuboperation.run(suboperation);
      return { operation, isEmpty: hasSuboperation.get(operation) === undefined };
    },
    removeOperation(id) {
      for (const remove of ofOperation) remove.run({ id });
      noteOperation.run(id);
    },
    listKept: (operations) => ownedOperations.all(JSON.stringify(operations)),
    listSensorTimes: (sensorId, { fromMs, toMs }) => sensorTimes.all(sensorId, toMs, fromMs),
  };
}
