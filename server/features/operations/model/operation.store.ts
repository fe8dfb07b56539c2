import type { LinkReason } from "../../../contracts/operations.ts";
import type { Declared, Warning } from "../../../kernel/sighting.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { DescribedAircraft, OperationModel, SuboperationModel } from "./operation.model.ts";

export type OperationRow = {
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
  readonly origin: string | null;
  readonly sender: string | null;
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
  readonly aircraft: string | null;
};

export const OPERATION_COLUMNS = `id, uuid, created_ms AS createdMs, updated_ms AS updatedMs, first_ms AS firstMs,
  last_ms AS lastMs`;

const SUBOPERATION_COLUMNS = `id, uuid, operation, owner AS ownerId, is_private AS isPrivate, sensor_id AS sensorId, origin, sender, technology, source_type AS sourceType, transmitter,
  created_ms AS createdMs, updated_ms AS updatedMs, first_ms AS firstMs, last_ms AS lastMs, record_count AS recordCount,
  west_e7 AS west, south_e7 AS south, east_e7 AS east, north_e7 AS north, ua_type AS uaType, operator_id AS operatorId,
  classification, classification_type AS classificationType, identifiers, descriptions, authentication, warnings,
  link_reason AS linkReason, link_confidence AS linkConfidence, is_pinned AS isPinned, plan, aircraft`;

/** Loads whole operations in the order of the numbers passed in; those without any suboperation are left out. */
export type LoadOperations = (operations: readonly number[]) => readonly OperationModel[];

/** Which suboperations of an operation are loaded; `deleted` are the soft-deleted ones that can be restored. */
export type SuboperationSelection = "present" | "deleted";

export function createOperationLoader(
  db: ReadableDb,
  suboperations: SuboperationSelection = "present",
): LoadOperations {
  const among = "IN (SELECT value FROM json_each(?))";
  const operationSql = (which: string) => `SELECT ${OPERATION_COLUMNS} FROM operation WHERE id ${which}`;
  const suboperationSql = (which: string) => `SELECT ${SUBOPERATION_COLUMNS} FROM suboperation WHERE operation ${which}
       AND deleted_ms ${suboperations === "present" ? "IS NULL" : "> 0"} ORDER BY first_ms, id`;
  const findOperation = db.prepare<[number], OperationRow>(operationSql("= ?"));
  const findOperations = db.prepare<[string], OperationRow>(operationSql(among));
  const findOfOne = db.prepare<[number], SuboperationRow>(suboperationSql("= ?"));
  const findOfSome = db.prepare<[string], SuboperationRow>(suboperationSql(among));
  /** Reading a list of one costs twice as much as reading a single number. */
  const read = (operations: readonly number[]) => {
    const [one] = operations;
    if (one !== undefined && operations.length === 1) return [findOperation.all(one), findOfOne.all(one)] as const;
    const wanted = JSON.stringify(operations);
    return [findOperations.all(wanted), findOfSome.all(wanted)] as const;
  };
  return (operations) => {
    const [operationRows, suboperationRows] = read(operations);
    const byId = new Map<number, OperationModel>();
    for (const row of operationRows) byId.set(row.id, { ...row, suboperations: [] });
    for (const row of suboperationRows) {
      const operation = byId.get(row.operation);
      if (operation !== undefined) operation.suboperations.push(toSuboperation(row, operation));
    }
    return operations.flatMap((id) => {
      const operation = byId.get(id);
      return operation === undefined || operation.suboperations.length === 0 ? [] : [operation];
    });
  };
}

/** Numbers of operations and suboperations, by their ids. */
export type OperationNumbers = {
  readonly findOperation: (uuid: string) => number | undefined;
  /** A suboperation, soft-deleted or not, and its operation. */
  readonly findSuboperation: (uuid: string) => { readonly operation: number; readonly id: number } | undefined;
  /** The operation of a suboperation; `undefined` when that was deleted. */
  readonly findOperationOf: (suboperation: number) => number | undefined;
};

export function createOperationNumbers(db: ReadableDb): OperationNumbers {
  // The id of an operation that was merged into another stays valid.
  const operationByUuid = db
    .prepare<[string], number>("SELECT coalesce(merged_into, id) FROM operation WHERE uuid = ?")
    .pluck();
  const suboperationByUuid = db.prepare<[string], { operation: number; id: number }>(
    "SELECT operation, id FROM suboperation WHERE uuid = ?",
  );
  const operationOf = db
    .prepare<[number], number>("SELECT operation FROM suboperation WHERE id = ? AND deleted_ms IS NULL")
    .pluck();
  return {
    findOperation: (uuid) => operationByUuid.get(uuid),
    findSuboperation: (uuid) => suboperationByUuid.get(uuid),
    findOperationOf: (suboperation) => operationOf.get(suboperation),
  };
}

function toSuboperation(row: SuboperationRow, operation: OperationModel): SuboperationModel {
  const { west, south, east, north, identifiers, descriptions, authentication, warnings, ...rest } = row;
  return {
    ...rest,
    operation,
    isPrivate: row.isPrivate === 1,
    isPinned: row.isPinned === 1,
    aircraft: row.aircraft === null ? null : (JSON.parse(row.aircraft) as DescribedAircraft),
    // A suboperation without a position is stored with inverted bounds.
    box: south > north ? null : { west, south, east, north },
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
    firstFix: null,
    lastFix: null,
  };
}
