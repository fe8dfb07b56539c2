import type { Viewer } from "../../../kernel/access.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import { createReadCache } from "../../../storage/read-cache.ts";
import { readable, type ViewerParameters, viewerParameters } from "../model/readable.sql.ts";

/** A suboperation as other features see it: the number of its track, and the ids that its records carry. */
export type OperationTrack = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly recordCount: number;
};

/** The extent of a suboperation's telemetry, and the ids that its records carry. */
export type SuboperationExtent = {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly records: number;
  readonly sensorId: string;
  readonly operationId: string;
  /** When it was last written. */
  readonly updatedMs: number;
};

/** Sets of suboperations whose tracks are cached until something is written; those on a map are requested often. */
const MAX_KEPT = 50;

const COLUMNS = `s.id AS suboperation, s.sensor_id AS sensorId, o.uuid AS operationId, s.uuid AS suboperationId,
  s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS recordCount`;
const FROM = "FROM suboperation AS s JOIN operation AS o ON o.id = s.operation";

type Parameters<P> = [P & ViewerParameters];

/** Finds the tracks of an operation, of an identifier, or of other tracks' operations, as far as the viewer may read them. */
export function createOperationTracks(db: ReadableDb, writer: WritableDb) {
  const keepTracks = createReadCache<readonly OperationTrack[]>(writer, MAX_KEPT);
  const byOperation = db.prepare<Parameters<{ id: string }>, OperationTrack>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE o.id = (SELECT coalesce(merged_into, id) FROM operation WHERE uuid = @id) AND ${readable("s")}`,
  );
  const bySuboperation = db.prepare<Parameters<{ id: string }>, OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.uuid = @id AND ${readable("s")}`,
  );
  // By operation, because a suboperation without an identifier belongs to the same aircraft.
  const byIdentifier = db.prepare<Parameters<{ uasId: string; fromMs: number; toMs: number }>, OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.operation IN (
       SELECT named.operation FROM identifier JOIN suboperation AS named ON named.id = identifier.suboperation
       WHERE identifier.value = @uasId AND ${readable("named")})
     AND s.last_ms >= @fromMs AND s.first_ms <= @toMs AND ${readable("s")}`,
  );
  const byNumber = db.prepare<Parameters<{ numbers: string }>, OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.id IN (SELECT value FROM json_each(@numbers)) AND ${readable("s")}`,
  );
  const bySameOperation = db.prepare<Parameters<{ numbers: string }>, OperationTrack>(
    `SELECT ${COLUMNS} ${FROM} WHERE s.operation IN (
       SELECT inside.operation FROM suboperation AS inside
       WHERE inside.id IN (SELECT value FROM json_each(@numbers)) AND ${readable("inside")})
     AND ${readable("s")}`,
  );
  const extent = db.prepare<[number], SuboperationExtent>(
    `SELECT s.first_ms AS firstMs, s.last_ms AS lastMs, s.record_count AS records, s.sensor_id AS sensorId,
       o.uuid AS operationId, s.updated_ms AS updatedMs
     ${FROM} WHERE s.id = ? AND s.deleted_ms IS NULL`,
  );
  return {
    /** `undefined` when it was deleted. The caller of this function has checked the access. */
    findExtent: (suboperation: number): SuboperationExtent | undefined => extent.get(suboperation),
    tracksOfOperation(id: string, globalize: boolean | null, viewer: Viewer): readonly OperationTrack[] {
      const parameters = { id, ...viewerParameters(viewer) };
      const global = globalize === false ? [] : byOperation.all(parameters);
      return global.length > 0 || globalize === true ? global : bySuboperation.all(parameters);
    },
    tracksOfIdentifier(uasId: string, range: TimeRange, viewer: Viewer): readonly OperationTrack[] {
      return byIdentifier.all({ uasId, ...range, ...viewerParameters(viewer) });
    },
    tracksByNumber(
      suboperations: ReadonlySet<number>,
      wholeOperations: boolean,
      viewer: Viewer,
    ): readonly OperationTrack[] {
      const parameters = { numbers: JSON.stringify([...suboperations]), ...viewerParameters(viewer) };
      const statement = wholeOperations ? bySameOperation : byNumber;
      return keepTracks(JSON.stringify([wholeOperations, parameters]), () => statement.all(parameters));
    },
  };
}
