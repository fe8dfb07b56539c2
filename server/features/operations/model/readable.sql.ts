import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { Viewer } from "../../../kernel/access.ts";

/** Parameters that `readable` takes of a statement. */
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

/** Condition that a viewer may change the suboperation of this alias, removed or not. */
export function writable(s: string): string {
  return `(@isAdministrator OR ${s}.owner = @viewer
    OR ${sharedWith(s, "write")})`;
}

/**
 * Condition that a viewer may read the suboperation of this alias: `server/auth/access.rules.ts` where rows are chosen. What is public
 * is decided by its own row; shares are looked up only for what is not.
 */
export function readable(s: string): string {
  return `(${s}.deleted_ms IS NULL AND ((${s}.is_private = 0 AND NOT @isPublicExcluded)
    OR (@isAdministrator AND (${s}.owner IS NULL OR NOT @isPublicExcluded)) OR ${s}.owner = @viewer
    OR ${sharedWith(s)}))`;
}

/** SuboperationTraits by suboperation, so that nothing is collected where all is public. A share goes on with a merged operation. */
function sharedWith(s: string, level?: AccessLevel): string {
  const asked = `access.user = @viewer${level === undefined ? "" : ` AND access.level = '${level}'`}`;
  return `EXISTS (SELECT 1 FROM suboperation_access AS access WHERE ${asked} AND access.suboperation = ${s}.id)
    OR EXISTS (SELECT 1 FROM operation_access AS access WHERE ${asked} AND access.owner = coalesce(${s}.owner, '')
      AND access.operation IN (SELECT ${s}.operation UNION ALL
        SELECT merged.id FROM operation AS merged WHERE merged.merged_into = ${s}.operation))`;
}
