import type { Viewer } from "../../../kernel/access.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import { createOperationLoader } from "../model/operation.store.ts";
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
  readonly isPrivate: number;
  /** Its declarations, without telemetry, as opaque text. */
  readonly declared: string;
};

/** What was received of one aircraft, in the form that is sent to another station. */
export type SendableSuboperation = {
  readonly suboperation: SuboperationModel;
  /** Ids of suboperations that were merged into it. */
  readonly merged: readonly string[];
};

export type OperationChanges = {
  /** Suboperations that the viewer may read and that changed after number `afterSeq`, in the order of the changes. */
  readonly list: (afterSeq: number, limit: number, viewer: Viewer) => readonly ChangedSuboperation[];
  /** The greatest number of a change in the recording. */
  readonly lastSeq: () => number;
  /** `undefined` when it may not, or no longer, be sent to other stations. */
  readonly findSendable: (uuid: string) => SendableSuboperation | undefined;
  /** The same, also for what other stations sent here; `undefined` for what is not public. */
  readonly findPublic: (uuid: string) => SendableSuboperation | undefined;
};

export function createOperationChanges(db: ReadableDb): OperationChanges {
  const load = createOperationLoader(db, "present");
  const changed = db.prepare<
    [ViewerParameters & { readonly afterSeq: number; readonly limit: number }],
    ChangedSuboperation
  >(
    `SELECT s.change_seq AS seq, s.uuid AS uuid, o.uuid AS operationId, s.sensor_id AS sensorId, s.origin AS origin,
       s.technology AS technology, s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS records,
       s.operator_count AS operatorRecords, s.is_private AS isPrivate,
       json_array(s.transmitter, s.ua_type, s.operator_id, s.classification, s.classification_type, s.identifiers,
         s.descriptions, s.authentication, s.warnings,
         (SELECT group_concat(uuid) FROM (SELECT uuid FROM suboperation_united WHERE suboperation = s.id ORDER BY uuid))
       ) AS declared
     FROM suboperation AS s JOIN operation AS o ON o.id = s.operation
     WHERE s.change_seq > @afterSeq AND s.owner IS NULL AND s.source_type IN ('rid_receiver', 'network')
       AND ${readable("s")}
     ORDER BY s.change_seq LIMIT @limit`,
  );
  const last = db.prepare<[], number>("SELECT coalesce(max(change_seq), 0) FROM suboperation").pluck();
  const operationOfOwn = db
    .prepare<[string], number>("SELECT operation FROM sendable_suboperation WHERE uuid = ?")
    .pluck();
  const operationOfPublic = db
    .prepare<[string], number>(
      `SELECT operation FROM suboperation WHERE uuid = ? AND owner IS NULL AND is_private = 0 AND deleted_ms IS NULL
         AND source_type IN ('rid_receiver', 'network')`,
    )
    .pluck();
  const merged = db
    .prepare<[number], string>("SELECT uuid FROM suboperation_united WHERE suboperation = ? ORDER BY uuid")
    .pluck();

  function find(uuid: string, operation: number | undefined): SendableSuboperation | undefined {
    const [found] = operation === undefined ? [] : load([operation]);
    const suboperation = found?.suboperations.find((one) => one.uuid === uuid);
    return suboperation && { suboperation, merged: merged.all(suboperation.id) };
  }

  return {
    list: (afterSeq, limit, viewer) => changed.all({ afterSeq, limit, ...viewerParameters(viewer) }),
    lastSeq: () => last.get()!,
    findSendable: (uuid) => find(uuid, operationOfOwn.get(uuid)),
    findPublic: (uuid) => find(uuid, operationOfPublic.get(uuid)),
  };
}
