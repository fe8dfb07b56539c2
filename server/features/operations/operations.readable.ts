import type { Viewer } from "../../kernel/access.ts";

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
    OR ${s}.id IN (SELECT suboperation FROM suboperation_share WHERE user = @viewer AND level = 'write'))`;
}

/**
 * Condition that a viewer may read the suboperation of this alias: `server/auth/access.rules.ts` where rows are chosen. What is public
 * is decided by its own row; shares are looked up only for what is not.
 */
export function readable(s: string): string {
  return `(${s}.deleted_ms IS NULL AND ((${s}.is_private = 0 AND NOT @isPublicExcluded)
    OR (@isAdministrator AND (${s}.owner IS NULL OR NOT @isPublicExcluded)) OR ${s}.owner = @viewer
    OR ${s}.id IN (SELECT suboperation FROM suboperation_share WHERE user = @viewer)))`;
}
