import type { Principal } from "../../kernel/principal.ts";
import type { ReadableDb } from "../../storage/database.ts";

/**
 * The suboperations that a caller has access to by name, which is what is left when the public is excluded: `null` for
 * all of them. `hasStationAccess` says whether what belongs to the station is the caller's without a share.
 */
export function createExplicitTracks(
  db: ReadableDb,
  hasStationAccess: (caller: Principal) => boolean,
): (caller: Principal) => ReadonlySet<number> | null {
  // Either level reads. A share goes on with the operation that its own was merged into.
  const shared = db
    .prepare<[string], number>(
      `SELECT s.id FROM operation_access AS access
       JOIN operation AS o ON o.id = access.operation
       JOIN suboperation AS s ON s.operation = coalesce(o.merged_into, o.id)
       WHERE access.user = ?`,
    )
    .pluck();
  return (caller) => (hasStationAccess(caller) ? null : new Set(shared.all(caller.userId)));
}
