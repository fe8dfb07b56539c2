import type { Viewer } from "../../../kernel/access.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import { createOperationLoader } from "../model/operation.loader.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { readable, type ViewerParameters, viewerParameters } from "../model/readable.sql.ts";

/** A suboperation that changed, with the number of its last change. */
export type ChangedSuboperation = {
  readonly seq: number;
  readonly uuid: string;
  readonly operationId: string;
  readonly sensorId: string;
  readonly origin: string | null;
  readonly technology: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly records: number;
  readonly operatorRecords: number;
};

/** What this station's own receivers received of one aircraft, as it is sent to another station. */
export type SendableSuboperation = {
  readonly suboperation: SuboperationModel;
  /** Ids of suboperations that were united with it. */
  readonly united: readonly string[];
};

export type OperationChanges = {
  /** Received telemetry that changed after a change, as far as the viewer may read it; in the order of the changes. */
  readonly list: (afterSeq: number, limit: number, viewer: Viewer) => readonly ChangedSuboperation[];
  /** The number of the last change of all. */
  readonly lastSeq: () => number;
  /** `undefined` when it is not, or no longer, for other stations. */
  readonly findSendable: (uuid: string) => SendableSuboperation | undefined;
};

export function createOperationChanges(db: ReadableDb): OperationChanges {
  const load = createOperationLoader(db, "present");
  const changed = db.prepare<
    [ViewerParameters & { readonly afterSeq: number; readonly limit: number }],
    ChangedSuboperation
  >(
    `SELECT s.change_seq AS seq, s.uuid AS uuid, o.uuid AS operationId, s.sensor_id AS sensorId, s.origin AS origin,
       s.technology AS technology, s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS records,
       s.operator_count AS operatorRecords
     FROM suboperation AS s JOIN operation AS o ON o.id = s.operation
     WHERE s.change_seq > @afterSeq AND s.owner IS NULL AND s.source_type IN ('rid_receiver', 'network')
       AND ${readable("s")}
     ORDER BY s.change_seq LIMIT @limit`,
  );
  const last = db.prepare<[], number>("SELECT coalesce(max(change_seq), 0) FROM suboperation").pluck();
  const operationOf = db
    .prepare<[string], number>("SELECT operation FROM sendable_suboperation WHERE uuid = ?")
    .pluck();
  const united = db
    .prepare<[number], string>("SELECT uuid FROM suboperation_united WHERE suboperation = ? ORDER BY uuid")
    .pluck();
  return {
    list: (afterSeq, limit, viewer) => changed.all({ afterSeq, limit, ...viewerParameters(viewer) }),
    lastSeq: () => last.get()!,
    findSendable(uuid) {
      const operation = operationOf.get(uuid);
      const [found] = operation === undefined ? [] : load([operation]);
      const suboperation = found?.suboperations.find((one) => one.uuid === uuid);
      return suboperation && { suboperation, united: united.all(suboperation.id) };
    },
  };
}
