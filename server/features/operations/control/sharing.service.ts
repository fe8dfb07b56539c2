import type { AccessLevel, AccessPerson, OperationAccess, Visibility } from "../../../contracts/operation-access.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { Person } from "../model/served-station.ts";
import type { ChangeAndHide } from "./change-and-hide.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import { isUuid } from "./operation-id.rules.ts";
import type { ShareScope } from "./sharing.store.ts";
import { createSharingStore } from "./sharing.store.ts";

type Refused = { readonly kind: "missing" | "forbidden" };
export type ShareRefused = Refused | { readonly kind: "unknown_person" | "email_not_taken" };

export type OperationSharing = {
  readonly find: (id: string, caller: Principal) => OperationAccess | undefined;
  readonly setVisibility: (
    id: string,
    visibility: Visibility,
    caller: Principal,
  ) => Promise<Refused | { readonly kind: "changed"; readonly access: OperationAccess }>;
  /** `person`: an account's id; for administrators also its e-mail address. */
  readonly share: (
    id: string,
    person: string,
    level: AccessLevel,
    caller: Principal,
  ) => ShareRefused | { readonly kind: "shared"; readonly userId: string; readonly access: OperationAccess };
  readonly unshare: (
    id: string,
    person: string,
    caller: Principal,
  ) => ShareRefused | { readonly kind: "unshared"; readonly userId: string };
};

/** An operation or one of its suboperations, with the caller's access to each. */
type Subject = {
  readonly operation: OperationModel;
  readonly suboperations: readonly SuboperationModel[];
  readonly levels: ReadonlyMap<SuboperationModel, AccessLevel>;
  readonly scope: ShareScope;
};

export function createOperationSharing(deps: OperationControlDeps, changeAndHide: ChangeAndHide): OperationSharing {
  const { people, fusionState, lookup } = deps;
  const store = createSharingStore(deps.reader, deps.writer);

  function findSubject(id: string, caller: Principal): Subject | undefined {
    const found = lookup.find(id, caller);
    if (found === undefined) return undefined;
    const { operation, suboperation } = found;
    const suboperations = suboperation === null ? operation.suboperations : [suboperation];
    const levels = lookup.access.accessLevelsOf(suboperations, { caller, isPublicExcluded: false });
    const writable = suboperations.filter((one) => levels.get(one) === "write");
    return {
      operation,
      suboperations,
      levels,
      scope: { operation: operation.id, suboperations: writable, isSingle: suboperation !== null },
    };
  }

  function describe(id: string, { suboperations, levels, scope }: Subject, caller: Principal): OperationAccess {
    const canWrite = scope.suboperations.length > 0;
    const earliest = suboperations.toSorted((a, b) => a.firstMs - b.firstMs || a.id - b.id)[0];
    const owner =
      canWrite && earliest?.ownerId ? toPerson(earliest.ownerId, people.find(earliest.ownerId), caller) : null;
    const shares = canWrite ? store.listShares(scope) : [];
    return {
      operation_id: id,
      level: canWrite ? "write" : "read",
      visibility: visibilityOf(suboperations.some(({ isPrivate }) => isPrivate)),
      owner,
      shares: shares.flatMap(({ userId, level, suboperationId }) => {
        const person = people.find(userId);
        if (person === undefined) return [];
        return [{ ...toPerson(userId, person, caller), level, suboperation_id: suboperationId }];
      }),
      suboperations: suboperations.map((one) => ({
        id: one.uuid,
        owner_id: one.ownerId,
        visibility: visibilityOf(one.isPrivate),
        level: levels.get(one) ?? "read",
      })),
    };
  }

  function find(id: string, caller: Principal): OperationAccess | undefined {
    const subject = findSubject(id, caller);
    return subject && describe(id, subject, caller);
  }

  /**
   * Only administrators can look up e-mail addresses: otherwise any caller could find out by trial which addresses have
   * an account. Ids cannot be guessed; their owners pass them on.
   */
  function findPerson(person: string, caller: Principal): Person | "unknown_person" | "email_not_taken" {
    if (isUuid(person)) return people.find(person.toLowerCase()) ?? "unknown_person";
    if (!caller.isAdministrator) return "email_not_taken";
    return people.findByEmail(person) ?? "unknown_person";
  }

  /** The subject, if the caller may write any of it, and the account to share with. */
  function prepare(id: string, person: string, caller: Principal) {
    const subject = findSubject(id, caller);
    if (subject === undefined) return { kind: "missing" } as const;
    if (subject.scope.suboperations.length === 0) return { kind: "forbidden" } as const;
    const found = findPerson(person, caller);
    return typeof found === "string" ? ({ kind: found } as const) : ({ kind: "ready", subject, user: found } as const);
  }

  return {
    find,
    async setVisibility(id, visibility, caller) {
      await deps.committed();
      const subject = findSubject(id, caller);
      if (subject === undefined) return { kind: "missing" };
      const { operation, scope } = subject;
      if (scope.suboperations.length === 0) return { kind: "forbidden" };
      const isPrivate = visibility === "private";
      changeAndHide(operation.id, operation.uuid, () => {
        store.saveVisibility(scope.suboperations, isPrivate);
        fusionState.setPrivate(new Set(scope.suboperations.map((one) => one.id)), isPrivate);
      });
      const access = find(id, caller);
      return access === undefined ? { kind: "missing" } : { kind: "changed", access };
    },
    share(id, person, level, caller) {
      const ready = prepare(id, person, caller);
      if (ready.kind !== "ready") return ready;
      const { subject, user } = ready;
      changeAndHide(subject.operation.id, subject.operation.uuid, () => store.saveShare(user.id, subject.scope, level));
      const access = find(id, caller);
      return access === undefined ? { kind: "missing" } : { kind: "shared", userId: user.id, access };
    },
    unshare(id, person, caller) {
      const ready = prepare(id, person, caller);
      if (ready.kind !== "ready") return ready;
      const { subject, user } = ready;
      let isRemoved = false;
      changeAndHide(subject.operation.id, subject.operation.uuid, () => {
        isRemoved = store.removeShare(user.id, subject.scope);
      });
      return isRemoved ? { kind: "unshared", userId: user.id } : { kind: "unknown_person" };
    },
  };
}

function visibilityOf(isPrivate: boolean): Visibility {
  return isPrivate ? "private" : "public";
}

/** Every account that shares the operation sees the name; only administrators see the e-mail address. */
function toPerson(id: string, person: Person | undefined, caller: Principal): AccessPerson {
  return {
    user_id: id,
    name: person?.name ?? null,
    email: caller.isAdministrator ? (person?.email ?? null) : null,
  };
}
