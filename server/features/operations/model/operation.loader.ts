import type { LinkReason } from "../../../contracts/operations.ts";
import type { Declared, Identifier, Warning } from "../../../kernel/sighting.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import { SAME_FLIGHT_GAP_MS } from "../fusion/fusion.rules.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";

type OperationRow = {
  readonly id: number;
  readonly uuid: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

type SuboperationRow = {
  readonly id: number;
  readonly uuid: string;
  readonly operation: number;
  readonly ownerId: string | null;
  readonly isPrivate: number;
  readonly sensorId: string;
  readonly technology: string;
  readonly sourceType: SuboperationModel["sourceType"];
  readonly transmitter: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly recordCount: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly uaType: number | null;
  readonly operatorId: string | null;
  readonly classification: string | null;
  readonly classificationType: string | null;
  readonly identifiers: string;
  readonly descriptions: string;
  readonly authentication: string;
  readonly warnings: string;
  readonly linkReason: LinkReason;
  readonly linkConfidence: number;
  readonly isPinned: number;
  readonly plan: SuboperationModel["plan"];
};

export const OPERATION_COLUMNS = `id, uuid, created_ms AS createdMs, updated_ms AS updatedMs, first_ms AS firstMs,
  last_ms AS lastMs`;

const SUBOPERATION_COLUMNS = `id, uuid, operation, owner AS ownerId, is_private AS isPrivate, sensor_id AS sensorId, technology, source_type AS sourceType, transmitter,
  created_ms AS createdMs, updated_ms AS updatedMs, first_ms AS firstMs, last_ms AS lastMs, record_count AS recordCount,
  west_e7 AS west, south_e7 AS south, east_e7 AS east, north_e7 AS north, ua_type AS uaType, operator_id AS operatorId,
  classification, classification_type AS classificationType, identifiers, descriptions, authentication, warnings,
  link_reason AS linkReason, link_confidence AS linkConfidence, is_pinned AS isPinned, plan`;

/** A box that holds nothing: larger than any longitude on the west, smaller on the east. */
const NO_BOX_E7 = 2_000_000_000;

/** Which suboperations of an operation are loaded: those that are there, or those that were removed and may come back. */
export type SuboperationSelection = "present" | "removed";

/**
 * Loads whole operations, each with all of its suboperations, in the order of the ids asked for. Those that have none
 * are left out.
 */
export function createOperationLoader(
  db: ReadableDb,
  suboperations: SuboperationSelection = "present",
): (operations: readonly number[]) => readonly OperationModel[] {
  const findOperations = db.prepare<[string], OperationRow>(
    `SELECT ${OPERATION_COLUMNS} FROM operation WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const findSuboperations = db.prepare<[string], SuboperationRow>(
    `SELECT ${SUBOPERATION_COLUMNS} FROM suboperation WHERE operation IN (SELECT value FROM json_each(?))
       AND deleted_ms ${suboperations === "present" ? "IS NULL" : "> 0"} ORDER BY first_ms, id`,
  );
  return (operations) => {
    const wanted = JSON.stringify(operations);
    const byId = new Map<number, OperationModel>();
    for (const row of findOperations.all(wanted)) byId.set(row.id, { ...row, suboperations: [] });
    for (const row of findSuboperations.all(wanted)) {
      const operation = byId.get(row.operation);
      if (operation !== undefined) operation.suboperations.push(toSuboperation(row, operation));
    }
    return operations.flatMap((id) => {
      const operation = byId.get(id);
      return operation === undefined || operation.suboperations.length === 0 ? [] : [operation];
    });
  };
}

function toSuboperation(row: SuboperationRow, operation: OperationModel): SuboperationModel {
  const { west, south, east, north, identifiers, descriptions, authentication, warnings, ...rest } = row;
  return {
    ...rest,
    operation,
    isPrivate: row.isPrivate === 1,
    isPinned: row.isPinned === 1,
    box: west > east ? null : { west, south, east, north },
    declared: {
      identifiers: JSON.parse(identifiers) as Declared["identifiers"],
      uaType: row.uaType,
      operatorId: row.operatorId,
      classification: row.classification,
      classificationType: row.classificationType,
      descriptions: JSON.parse(descriptions) as Declared["descriptions"],
      authentication: JSON.parse(authentication) as Declared["authentication"],
    },
    warnings: JSON.parse(warnings) as readonly Warning[],
    lastFix: null,
  };
}

/** What the fusionState asks of the database when it meets something it does not remember, and where it saves. */
export type FusionStateStore = {
  readonly highestIds: { readonly operation: number; readonly suboperation: number };
  readonly load: (operations: readonly number[]) => readonly OperationModel[];
  /** An operation whose suboperations are elsewhere. */
  readonly findEmpty: (operation: number) => OperationModel | undefined;
  /** Operations with a suboperation of this transmitter or one of these identifiers within the gap around a time. */
  readonly findRelated: (
    transmitter: string | null,
    identifiers: readonly Identifier[],
    timeMs: number,
  ) => readonly OperationModel[];
  readonly saveOperation: (operation: OperationModel) => void;
  readonly saveSuboperation: (suboperation: SuboperationModel, recordCount: number) => void;
  /** Only what every new point moves: times, box and count. */
  readonly saveProgress: (suboperation: SuboperationModel, recordCount: number) => void;
  readonly saveMerge: (merged: OperationModel, into: OperationModel) => void;
  /** A suboperation whose records have been copied to another one, so many of them operator records. */
  readonly saveSuboperationMerge: (from: SuboperationModel, into: SuboperationModel, operatorRecords: number) => void;
};

export function createFusionStateStore(db: WritableDb): FusionStateStore {
  const load = createOperationLoader(db);
  const bare = db.prepare<[number], OperationRow>(`SELECT ${OPERATION_COLUMNS} FROM operation WHERE id = ?`);
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
  const upsertOperation = db.prepare(
    `INSERT INTO operation (id, uuid, created_ms, updated_ms, first_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_ms = excluded.updated_ms, first_ms = excluded.first_ms, last_ms = excluded.last_ms`,
  );
  const upsertSuboperation = db.prepare(
    `INSERT INTO suboperation (id, uuid, operation, owner, is_private, sensor_id, technology, source_type, transmitter, created_ms, updated_ms,
       first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, ua_type, operator_id, classification,
       classification_type, identifiers, descriptions, authentication, warnings, link_reason, link_confidence, is_pinned, plan)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET operation = excluded.operation, is_private = excluded.is_private,
       transmitter = excluded.transmitter, updated_ms = excluded.updated_ms,
       first_ms = excluded.first_ms, last_ms = excluded.last_ms, record_count = excluded.record_count,
       west_e7 = excluded.west_e7, south_e7 = excluded.south_e7, east_e7 = excluded.east_e7, north_e7 = excluded.north_e7,
       ua_type = excluded.ua_type, operator_id = excluded.operator_id, classification = excluded.classification,
       classification_type = excluded.classification_type, identifiers = excluded.identifiers,
       descriptions = excluded.descriptions, authentication = excluded.authentication, warnings = excluded.warnings,
       link_reason = excluded.link_reason, link_confidence = excluded.link_confidence, is_pinned = excluded.is_pinned, plan = excluded.plan`,
  );
  const updateProgress = db.prepare(
    `UPDATE suboperation SET updated_ms = ?, first_ms = ?, last_ms = ?, record_count = ?,
       west_e7 = ?, south_e7 = ?, east_e7 = ?, north_e7 = ? WHERE id = ?`,
  );
  const insertIdentifier = db.prepare("INSERT OR IGNORE INTO identifier (value, type, suboperation) VALUES (?, ?, ?)");
  // What was removed of an operation before comes along, for when it is brought back.
  const moveRemoved = db.prepare(
    "UPDATE suboperation SET operation = ? WHERE operation = ? AND deleted_ms IS NOT NULL",
  );
  const addOperatorRecords = db.prepare("UPDATE suboperation SET operator_count = operator_count + ? WHERE id = ?");
  const moveShares = db.prepare("UPDATE OR IGNORE suboperation_access SET suboperation = ? WHERE suboperation = ?");
  // 0: nobody removed it, so that nobody brings it back.
  const leaveToPurge = db.prepare("UPDATE suboperation SET deleted_ms = 0 WHERE id = ?");
  const markMerged = db.prepare("UPDATE operation SET merged_into = ? WHERE id = ? OR merged_into = ?");

  function boxOf({ box }: SuboperationModel): readonly [number, number, number, number] {
    return box === null ? [NO_BOX_E7, NO_BOX_E7, -NO_BOX_E7, -NO_BOX_E7] : [box.west, box.south, box.east, box.north];
  }

  return {
    highestIds: { operation: highest("operation"), suboperation: highest("suboperation") },
    load,
    findEmpty(operation) {
      const row = bare.get(operation);
      return row && { ...row, suboperations: [] };
    },
    findRelated(transmitter, identifiers, timeMs) {
      const [from, to] = [timeMs - SAME_FLIGHT_GAP_MS, timeMs + SAME_FLIGHT_GAP_MS];
      const found = new Set<number>(transmitter === null ? [] : byTransmitter.all(transmitter, from, to));
      for (const { type, value } of identifiers) {
        for (const operation of byIdentifier.all(value, type, from, to)) found.add(operation);
      }
      return found.size === 0 ? [] : load([...found]);
    },
    saveOperation(o) {
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
      );
      for (const { type, value } of declared.identifiers) insertIdentifier.run(value, type, s.id);
    },
    saveProgress(s, recordCount) {
      updateProgress.run(s.updatedMs, s.firstMs, s.lastMs, recordCount, ...boxOf(s), s.id);
    },
    saveSuboperationMerge(from, into, operatorRecords) {
      addOperatorRecords.run(operatorRecords, into.id);
      moveShares.run(into.id, from.id);
      leaveToPurge.run(from.id);
    },
    saveMerge(merged, into) {
      moveRemoved.run(into.id, merged.id);
      markMerged.run(into.id, merged.id, merged.id);
    },
  };
}
