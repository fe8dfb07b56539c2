import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";

/** A suboperation as other features see it: the number of its track and the ids that records carry. */
export type OperationTrack = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
  readonly firstMs: number;
  readonly lastMs: number;
};

const COLUMNS = `s.id AS suboperation, s.sensor_id AS sensorId, o.uuid AS operationId, s.uuid AS suboperationId,
  s.first_ms AS firstMs, s.last_ms AS lastMs`;
const FROM = "FROM suboperation AS s JOIN operation AS o ON o.id = s.operation";

/** Which tracks belong to an operation, an identifier, or to the operations of some tracks. */
export function createOperationTracks(db: ReadableDb) {
  const byOperation = db.prepare<[string], OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE o.id = (SELECT coalesce(merged_into, id) FROM operation WHERE uuid = ?)`,
  );
  const byFragment = db.prepare<[string], OperationTrack>(`SELECT ${COLUMNS} ${FROM} WHERE s.uuid = ?`);
  // A fragment that declares nothing itself belongs to its operation's aircraft all the same.
  const byIdentifier = db.prepare<[string, number, number], OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.operation IN (
       SELECT named.operation FROM identifier JOIN suboperation AS named ON named.id = identifier.suboperation
       WHERE identifier.value = ?)
     AND s.last_ms >= ? AND s.first_ms <= ?`,
  );
  const byNumber = db.prepare<[string], OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.id IN (SELECT value FROM json_each(?))`,
  );
  const byCompanions = db.prepare<[string], OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.operation IN (
       SELECT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?)))`,
  );
  return {
    tracksOfOperation(id: string, globalize: boolean | null): readonly OperationTrack[] {
      const global = globalize === false ? [] : byOperation.all(id);
      return global.length > 0 || globalize === true ? global : byFragment.all(id);
    },
    tracksOfIdentifier(uasId: string, range: TimeRange): readonly OperationTrack[] {
      return byIdentifier.all(uasId, range.fromMs, range.toMs);
    },
    tracksByNumber(suboperations: ReadonlySet<number>, wholeOperations: boolean): readonly OperationTrack[] {
      return (wholeOperations ? byCompanions : byNumber).all(JSON.stringify([...suboperations]));
    },
  };
}
