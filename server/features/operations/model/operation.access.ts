import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { Viewer } from "../../../kernel/access.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { OperationsDeps } from "../operations.deps.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";

type WholeShare = { readonly operation: number; readonly owner: string; readonly level: AccessLevel };
type SingleShare = { readonly suboperation: number; readonly level: AccessLevel };

/** Who may do what with which suboperation. */
export type OperationAccessRules = {
  /** What the viewer may do with each of some suboperations; those that may not even be read are left out. */
  readonly accessLevelsOf: (
    suboperations: readonly SuboperationModel[],
    viewer: Viewer,
  ) => ReadonlyMap<SuboperationModel, AccessLevel>;
  /** The operations as the viewer sees them: without the suboperations that may not be read, and what only they tell. */
  readonly filterReadable: (operations: readonly OperationModel[], viewer: Viewer) => readonly OperationModel[];
};

export function createOperationAccessRules(
  db: ReadableDb,
  { accessOf, explicitAccess }: Pick<OperationsDeps, "accessOf" | "explicitAccess">,
): OperationAccessRules {
  // By the operation, not by the suboperation: one that was just heard may not be on disk yet.
  const wholeShares = db.prepare<[string, string], WholeShare>(
    `SELECT coalesce(o.merged_into, o.id) AS operation, access.owner AS owner, access.level AS level
     FROM operation_access AS access JOIN operation AS o ON o.id = access.operation
     WHERE access.user = ? AND coalesce(o.merged_into, o.id) IN (SELECT value FROM json_each(?))`,
  );
  const singleShares = db.prepare<[string, string], SingleShare>(
    `SELECT suboperation, level FROM suboperation_access
     WHERE user = ? AND suboperation IN (SELECT value FROM json_each(?))`,
  );

  function accessLevelsOf(suboperations: readonly SuboperationModel[], { caller, isPublicExcluded }: Viewer) {
    const { userId } = caller;
    const operations = new Set(suboperations.map(({ operation }) => operation.id));
    const whole = wholeShares.all(userId, JSON.stringify([...operations]));
    const single = singleShares.all(userId, JSON.stringify(suboperations.map(({ id }) => id)));
    const judge = isPublicExcluded ? explicitAccess : accessOf;
    const levels = new Map<SuboperationModel, AccessLevel>();
    for (const suboperation of suboperations) {
      const shares = [
        ...whole.filter(
          ({ operation, owner }) => operation === suboperation.operation.id && owner === (suboperation.ownerId ?? ""),
        ),
        ...single.filter((share) => share.suboperation === suboperation.id),
      ];
      const { ownerId, isPrivate } = suboperation;
      const level = judge(caller, {
        ownerId,
        isPublic: !isPrivate,
        shares: shares.map((share) => ({ userId, level: share.level })),
      });
      if (level !== undefined) levels.set(suboperation, level);
    }
    return levels;
  }

  function filterReadable(operations: readonly OperationModel[], viewer: Viewer): readonly OperationModel[] {
    // Where all is public nobody needs to be asked about.
    const isAllShown = ({ suboperations }: OperationModel) =>
      !viewer.isPublicExcluded && suboperations.every(({ isPrivate }) => !isPrivate);
    const judged = operations.filter((one) => !isAllShown(one)).flatMap(({ suboperations }) => suboperations);
    if (judged.length === 0) return operations;
    const levels = accessLevelsOf(judged, viewer);
    return operations.flatMap((one) =>
      isAllShown(one) ? one : filterSuboperations(one, (suboperation) => levels.has(suboperation)),
    );
  }

  return { accessLevelsOf, filterReadable };
}

/** An operation without the other suboperations; nothing when none is left. */
function filterSuboperations(
  operation: OperationModel,
  isKept: (suboperation: SuboperationModel) => boolean,
): readonly OperationModel[] {
  const kept = operation.suboperations.filter(isKept);
  if (kept.length === operation.suboperations.length) return [operation];
  return kept.length === 0 ? [] : [withSuboperations(operation, kept)];
}

/** An operation as if it had no other suboperations than these. */
export function withSuboperations(operation: OperationModel, kept: readonly SuboperationModel[]): OperationModel {
  const firstMs = Math.min(...kept.map((one) => one.firstMs));
  const lastMs = Math.max(...kept.map((one) => one.lastMs));
  const updatedMs = Math.max(...kept.map((one) => one.updatedMs));
  const createdMs = Math.min(...kept.map((one) => one.createdMs));
  return { ...operation, firstMs, lastMs, createdMs, updatedMs, suboperations: [...kept] };
}
