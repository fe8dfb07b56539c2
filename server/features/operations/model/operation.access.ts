import type { AccessLevel } from "../../../contracts/operation-access.ts";
import type { Guarded, Viewer } from "../../../kernel/access.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";
import { createShareReader } from "./operation-shares.store.ts";

/** Decisions about access to anything that has an owner, a visibility and shares. */
export type AccessDecisions = {
  /** The access of a caller to an object; `undefined` for none. */
  readonly accessOf: (caller: Principal, thing: Guarded) => AccessLevel | undefined;
  /** The same without public access: by ownership and shares only. */
  readonly explicitAccess: (caller: Principal, thing: Guarded) => AccessLevel | undefined;
};

/** The access of callers to suboperations. */
export type OperationAccessRules = {
  /** The viewer's access to each of some suboperations; those that may not be read are left out. */
  readonly accessLevelsOf: (
    suboperations: readonly SuboperationModel[],
    viewer: Viewer,
  ) => ReadonlyMap<SuboperationModel, AccessLevel>;
  /** The operations as the viewer sees them: without suboperations that may not be read, and with times to match. */
  readonly filterReadable: (operations: readonly OperationModel[], viewer: Viewer) => readonly OperationModel[];
};

export function createOperationAccessRules(
  db: ReadableDb,
  { accessOf, explicitAccess }: AccessDecisions,
): OperationAccessRules {
  const shares = createShareReader(db);

  function accessLevelsOf(suboperations: readonly SuboperationModel[], { caller, isPublicExcluded }: Viewer) {
    const { userId } = caller;
    const operations = new Set(suboperations.map(({ operation }) => operation.id));
    const whole = shares.listWhole(userId, [...operations]);
    const single = shares.listSingle(
      userId,
      suboperations.map(({ id }) => id),
    );
    const decide = isPublicExcluded ? explicitAccess : accessOf;
    const levels = new Map<SuboperationModel, AccessLevel>();
    for (const suboperation of suboperations) {
      const given = [
        ...whole.filter(
          ({ operation, owner }) => operation === suboperation.operation.id && owner === (suboperation.ownerId ?? ""),
        ),
        ...single.filter((share) => share.suboperation === suboperation.id),
      ];
      const { ownerId, isPrivate } = suboperation;
      const level = decide(caller, {
        ownerId,
        isPublic: !isPrivate,
        shares: given.map((share) => ({ userId, level: share.level })),
      });
      if (level !== undefined) levels.set(suboperation, level);
    }
    return levels;
  }

  function filterReadable(operations: readonly OperationModel[], viewer: Viewer): readonly OperationModel[] {
    // Most operations are entirely public, and then no share has to be looked up.
    const isAllPublic = ({ suboperations }: OperationModel) =>
      !viewer.isPublicExcluded && suboperations.every(({ isPrivate }) => !isPrivate);
    const restricted = operations.filter((one) => !isAllPublic(one)).flatMap(({ suboperations }) => suboperations);
    if (restricted.length === 0) return operations;
    const levels = accessLevelsOf(restricted, viewer);
    return operations.flatMap((one) =>
      isAllPublic(one) ? one : filterSuboperations(one, (suboperation) => levels.has(suboperation)),
    );
  }

  return { accessLevelsOf, filterReadable };
}

/** An operation with only the suboperations that pass; empty when none does. */
function filterSuboperations(
  operation: OperationModel,
  isKept: (suboperation: SuboperationModel) => boolean,
): readonly OperationModel[] {
  const kept = operation.suboperations.filter(isKept);
  if (kept.length === operation.suboperations.length) return [operation];
  return kept.length === 0 ? [] : [withSuboperations(operation, kept)];
}

/** An operation as if it had only these suboperations. */
export function withSuboperations(operation: OperationModel, kept: readonly SuboperationModel[]): OperationModel {
  const firstMs = Math.min(...kept.map((one) => one.firstMs));
  const lastMs = Math.max(...kept.map((one) => one.lastMs));
  const updatedMs = Math.max(...kept.map((one) => one.updatedMs));
  const createdMs = Math.min(...kept.map((one) => one.createdMs));
  return { ...operation, firstMs, lastMs, createdMs, updatedMs, suboperations: [...kept] };
}
