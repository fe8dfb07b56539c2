import type { Identifier } from "../../../kernel/sighting.ts";
import type { WritableDb } from "../../../storage/database.ts";
import type { OperationRow } from "../model/operation.store.ts";
import { createOperationLoader, OPERATION_COLUMNS } from "../model/operation.store.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import { SAME_OPERATION_GAP_MS } from "./fusion.rules.ts";

/** What the fusion reads from the database about operations that are not in memory. */
type FusionReads = {
  /** The highest numbers ever given out, purged ones included. */
  readonly highestIds: { readonly operation: number; readonly suboperation: number };
  readonly load: (operations: readonly number[]) => readonly OperationModel[];
  /** An operation by its number, without suboperations. */
  readonly findEmpty: (operation: number) => OperationModel | undefined;
  /** Operations with a suboperation of this transmitter or one of these identifiers within the gap around a time, or two. */
  readonly findRelated: (
    transmitter: string | null,
    identifiers: readonly Identifier[],
    timeMs: number,
    untilMs?: number,
  ) => readonly OperationModel[];
};

/** Where the fusion saves; every function runs inside the caller's transaction. */
type FusionWrites = {
  readonly saveOperation: (operation: OperationModel) => void;
  readonly saveSuboperation: (suboperation: SuboperationModel, recordCount: number) => void;
  /** Saves only what every new point changes: times, box and count. */
  readonly saveProgress: (suboperation: SuboperationModel, recordCount: number) => void;
  readonly saveMerge: (merged: OperationModel, into: OperationModel) => void;
  /** A suboperation whose records were copied to another one; `operatorRecords` of them were operator records. */
  readonly saveSuboperationMerge: (from: SuboperationModel, into: SuboperationModel, operatorRecords: number) => void;
};

export type FusionStateStore = FusionReads & FusionWrites;

/** Bounds of an empty box: west is larger than any longitude, east smaller. */
const NO_BOX_E7 = 2_000_000_000;

/**
 * Every change of a suboperation gets its own number, higher than all before: other stations request the changes since
 * a number.
 */
const NEXT_CHANGE = "(SELECT coalesce(max(change_seq), 0) + 1 FROM suboperation)";

const UPSERT_OPERATION = `
  INSERT INTO operation (id, uuid, created_ms, updated_ms, first_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET updated_ms = excluded.updated_ms, first_ms = excluded.first_ms,
    last_ms = excluded.last_ms`;

const UPSERT_SUBOPERATION = `
  INSERT INTO suboperation (id, uuid, operation, owner, is_private, sensor_id, technology, source_type, transmitter,
    created_ms, updated_ms, first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, ua_type, operator_id,
    classification, classification_type, identifiers, descriptions, authentication, warnings, link_reason,
    link_confidence, is_pinned, plan, origin, sender, change_seq)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE})
  ON CONFLICT (id) DO UPDATE SET operation = excluded.operation, is_private = excluded.is_private,
    transmitter = excluded.transmitter, updated_ms = excluded.updated_ms, first_ms = excluded.first_ms,
    last_ms = excluded.last_ms, record_count = excluded.record_count, west_e7 = excluded.west_e7,
    south_e7 = excluded.south_e7, east_e7 = excluded.east_e7, north_e7 = excluded.north_e7, ua_type = excluded.ua_type,
    operator_id = excluded.operator_id, classification = excluded.classification,
    classification_type = excluded.classification_type, identifiers = excluded.identifiers,
    descriptions = excluded.descriptions, authentication = excluded.authentication, warnings = excluded.warnings,
    link_reason = excluded.link_reason, link_confidence = excluded.link_confidence, is_pinned = excluded.is_pinned,
    plan = excluded.plan, change_seq = excluded.change_seq`;

const SET_PROGRESS = `
  UPDATE suboperation SET updated_ms = ?, last_ms = ?, record_count = ?,
    west_e7 = ?, south_e7 = ?, east_e7 = ?, north_e7 = ?, change_seq = ${NEXT_CHANGE}`;

/**
 * For what has the same first time as in the database, which is nearly always so: SQLite writes every index again whose
 * column is set, even to the same value, and the first time is in three.
 */
const EXTEND_OPERATION = "UPDATE operation SET updated_ms = ?, last_ms = ? WHERE id = ? AND first_ms = ?";
const EXTEND_SUBOPERATION = `${SET_PROGRESS} WHERE id = ? AND first_ms = ?`;
const UPDATE_PROGRESS = `${SET_PROGRESS}, first_ms = ? WHERE id = ?`;

/** Reads on the writing connection too, which sees what the open transaction has written. */
export function createFusionStateStore(db: WritableDb): FusionStateStore {
  return { ...createReads(db), ...createWrites(db) };
}

function createReads(db: WritableDb): FusionReads {
  const load = createOperationLoader(db, "present");
  const operationRow = db.prepare<[number], OperationRow>(`SELECT ${OPERATION_COLUMNS} FROM operation WHERE id = ?`);
  const highest = (table: "operation" | "suboperation") =>
    db
      .prepare<[], number>(`SELECT max(${table}, coalesce((SELECT max(id) FROM ${table}), 0)) FROM purged_number`)
      .pluck()
      .get()!;
  const byTransmitter = db
    .prepare<[string, number, number], number>(
      `SELECT DISTINCT operation FROM suboperation
       WHERE transmitter = ? AND last_ms >= ? AND first_ms <= ? AND deleted_ms IS NULL`,
    )
    .pluck();
  const byIdentifier = db
    .prepare<[string, string, number, number], number>(
      `SELECT DISTINCT suboperation.operation FROM identifier JOIN suboperation ON suboperation.id = identifier.suboperation
       WHERE identifier.value = ? AND identifier.type = ? AND last_ms >= ? AND first_ms <= ? AND deleted_ms IS NULL`,
    )
    .pluck();
  return {
    highestIds: { operation: highest("operation"), suboperation: highest("suboperation") },
    load,
    findEmpty(operation) {
      const row = operationRow.get(operation);
      return row && { ...row, suboperations: [] };
    },
    findRelated(transmitter, identifiers, timeMs, untilMs = timeMs) {
      const [from, to] = [timeMs - SAME_OPERATION_GAP_MS, untilMs + SAME_OPERATION_GAP_MS];
      const found = new Set<number>(transmitter === null ? [] : byTransmitter.all(transmitter, from, to));
      for (const { type, value } of identifiers) {
        for (const operation of byIdentifier.all(value, type, from, to)) found.add(operation);
      }
      return found.size === 0 ? [] : load([...found]);
    },
  };
}

function createWrites(db: WritableDb): FusionWrites {
  const upsertOperation = db.prepare(UPSERT_OPERATION);
  const upsertSuboperation = db.prepare(UPSERT_SUBOPERATION);
  const extendOperation = db.prepare(EXTEND_OPERATION);
  const extendSuboperation = db.prepare(EXTEND_SUBOPERATION);
  const updateProgress = db.prepare(UPDATE_PROGRESS);
  const insertIdentifier = db.prepare("INSERT OR IGNORE INTO identifier (value, type, suboperation) VALUES (?, ?, ?)");
  // What was soft-deleted of the merged operation moves too, so that it is restored into the right one.
  const moveDeleted = db.prepare(
    "UPDATE suboperation SET operation = ? WHERE operation = ? AND deleted_ms IS NOT NULL",
  );
  const addOperatorRecords = db.prepare("UPDATE suboperation SET operator_count = operator_count + ? WHERE id = ?");
  const moveShares = db.prepare("UPDATE OR IGNORE suboperation_access SET suboperation = ? WHERE suboperation = ?");
  const noteMergedSuboperation = db.prepare(
    "INSERT OR IGNORE INTO suboperation_united (uuid, suboperation) VALUES (?, ?)",
  );
  const moveMergedSuboperations = db.prepare("UPDATE suboperation_united SET suboperation = ? WHERE suboperation = ?");
  // The time 0 marks a row for the purge that was not deleted by a person and cannot be restored.
  const markForPurge = db.prepare("UPDATE suboperation SET deleted_ms = 0 WHERE id = ?");
  const markMerged = db.prepare("UPDATE operation SET merged_into = ? WHERE id = ? OR merged_into = ?");
  return {
    saveOperation(o) {
      if (extendOperation.run(o.updatedMs, o.lastMs, o.id, o.firstMs).changes > 0) return;
      upsertOperation.run(o.id, o.uuid, o.createdMs, o.updatedMs, o.firstMs, o.lastMs);
    },
    saveSuboperation(s, recordCount) {
      const { declared } = s;
      upsertSuboperation.run(
        s.id,
        s.uuid,
        s.operation.id,
        s.ownerId,
        Number(s.isPrivate),
        s.sensorId,
        s.technology,
        s.sourceType,
        s.transmitter,
        s.createdMs,
        s.updatedMs,
        s.firstMs,
        s.lastMs,
        recordCount,
        ...boxOf(s),
        declared.uaType,
        declared.operatorId,
        declared.classification,
        declared.classificationType,
        JSON.stringify(declared.identifiers),
        JSON.stringify(declared.descriptions),
        JSON.stringify(declared.authentication),
        JSON.stringify(s.warnings),
        s.linkReason,
        s.linkConfidence,
        Number(s.isPinned),
        s.plan,
        s.origin,
        s.sender,
      );
      for (const { type, value } of declared.identifiers) insertIdentifier.run(value, type, s.id);
    },
    saveProgress(s, recordCount) {
      const progress = [s.updatedMs, s.lastMs, recordCount, ...boxOf(s)];
      if (extendSuboperation.run(...progress, s.id, s.firstMs).changes > 0) return;
      updateProgress.run(...progress, s.firstMs, s.id);
    },
    saveSuboperationMerge(from, into, operatorRecords) {
      addOperatorRecords.run(operatorRecords, into.id);
      moveShares.run(into.id, from.id);
      moveMergedSuboperations.run(into.id, from.id);
      noteMergedSuboperation.run(from.uuid, into.id);
      markForPurge.run(from.id);
    },
    saveMerge(merged, into) {
      moveDeleted.run(into.id, merged.id);
      markMerged.run(into.id, merged.id, merged.id);
    },
  };
}

function boxOf({ box }: SuboperationModel): readonly [number, number, number, number] {
  return box === null ? [NO_BOX_E7, NO_BOX_E7, -NO_BOX_E7, -NO_BOX_E7] : [box.west, box.south, box.east, box.north];
}
