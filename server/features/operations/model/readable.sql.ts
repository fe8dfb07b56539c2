import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { Viewer } from "../../../kernel/access.ts";

/** Named parameters of a statement that uses `readable` or `writable`. */
export type ViewerParameters = {
  readonly viewer: string;
  readonly isAdministrator: number;
  readonly isPublicExcluded: number;
};

export function viewerParameters({ caller, isPublicExcluded }: Viewer): ViewerParameters {
  return {
    viewer: caller.userId,
    isAdministrator: Number(caller.isAdministrator),
    isPublicExcluded: Number(isPublicExcluded),
  };
}

/** SQL condition that a viewer may write the suboperation of this table alias, deleted or not. */
export function writable(s: string): string {
  return `(@isAdministrator OR ${s}.owner = @viewer
    OR ${sharedWith(s, "write")})`;
}

/**
 * SQL condition that a viewer may read the suboperation of this table alias: the rules of
 * `server/auth/access.rules.ts`, for selecting rows. Whether it is public is in its own row; shares are looked up only
 * for private ones.
 */
export function readable(s: string): string {
  return `(${s}.deleted_ms IS NULL AND ((${s}.is_private = 0 AND NOT @isPublicExcluded)
    OR (@isAdministrator AND (${s}.owner IS NULL OR NOT @isPublicExcluded)) OR ${s}.owner = @viewer
    OR ${sharedWith(s)}))`;
}

/**
 * Evaluated per suboperation, so that shares are not collected in advance where everything is public. A share of an
 * operation stays valid when the operation is merged into another.
 */
function sharedWith(s: string, level?: AccessLevel): string {
  const isViewers = `access.user = @viewer${level === undefined ? "" : ` AND access.level = '${level}'`}`;
  return `EXISTS (SELECT 1 FROM suboperation_access AS access WHERE ${isViewers} AND access.suboperation = ${s}.id)
    OR EXISTS (SELECT 1 FROM operation_access AS access WHERE ${isViewers} AND access.owner = coalesce(${s}.owner, '')
      AND access.operation IN (SELECT ${s}.operation UNION ALL
        SELECT merged.id FROM operation AS merged WHERE merged.merged_into = ${s}.operation))`;
}
