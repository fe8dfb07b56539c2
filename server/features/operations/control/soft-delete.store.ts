import type { Viewer } from "../../../kernel/access.ts";
import type { WritableDb } from "../../../storage/database.ts";
import { type ViewerParameters, viewerParameters, writable } from "../model/readable.sql.ts";

/** Marks suboperations as deleted; their rows stay until they are purged. */
export type SoftDeleteStore = {
  readonly markDeleted: (suboperations: readonly number[], nowMs: number) => void;
  readonly markRestored: (suboperations: readonly number[], nowMs: number) => void;
  /** Operations with deleted suboperations that the viewer may write, the last deleted first. */
  readonly listDeleted: (
    viewer: Viewer,
    page: { readonly limit: number; readonly offset: number },
  ) => {
    readonly listed: readonly { readonly operation: number; readonly deletedMs: number }[];
    readonly total: number;
  };
};

export function createSoftDeleteStore(db: WritableDb): SoftDeleteStore {
  const mark = db.prepare<[number | null, string]>(
    "UPDATE suboperation SET deleted_ms = ? WHERE id IN (SELECT value FROM json_each(?))",
  );
  // The operation begins and ends with the suboperations that are left.
  const span = db.prepare<[{ readonly ids: string; readonly nowMs: number }]>(
    `UPDATE operation SET updated_ms = @nowMs,
       first_ms = coalesce((SELECT min(first_ms) FROM suboperation AS s
         WHERE s.operation = operation.id AND s.deleted_ms IS NULL), first_ms),
       last_ms = coalesce((SELECT max(last_ms) FROM suboperation AS s
         WHERE s.operation = operation.id AND s.deleted_ms IS NULL), last_ms)
     WHERE id IN (SELECT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(@ids)))`,
  );
  const deletedOperations = db.prepare<
    [ViewerParameters & { readonly limit: number; readonly offset: number }],
    { operation: number; deletedMs: number }
  >(
    `SELECT s.operation AS operation, max(s.deleted_ms) AS deletedMs FROM suboperation AS s
     WHERE s.deleted_ms > 0 AND ${writable("s")}
     GROUP BY s.operation ORDER BY deletedMs DESC, operation DESC LIMIT @limit OFFSET @offset`,
  );
  const total = db
    .prepare<[ViewerParameters], number>(
      `SELECT count(DISTINCT s.operation) FROM suboperation AS s WHERE s.deleted_ms > 0 AND ${writable("s")}`,
    )
    .pluck();
  const set = db.transaction((suboperations: readonly number[], deletedMs: number | null, nowMs: number) => {
    const ids = JSON.stringify(suboperations);
    mark.run(deletedMs, ids);
    span.run({ ids, nowMs });
  });
  return {
    markDeleted: (suboperations, nowMs) => set.immediate(suboperations, nowMs, nowMs),
    markRestored: (suboperations, nowMs) => set.immediate(suboperations, null, nowMs),
    listDeleted(viewer, page) {
      const parameters = viewerParameters(viewer);
      return { listed: deletedOperations.all({ ...parameters, ...page }), total: total.get(parameters)! };
    },
  };
}
