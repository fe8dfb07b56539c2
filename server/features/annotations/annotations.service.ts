import type { Principal } from "../../kernel/principal.ts";
import type { AnnotationsDeps } from "./annotations.deps.ts";
import type { StoredAnnotation } from "./annotations.rules.ts";
import { canAdd, canRemove, isOwn } from "./annotations.rules.ts";
import type { AnnotationsStore } from "./annotations.store.ts";

type NoOperation = { readonly kind: "no_operation" };
type NotFound = NoOperation | { readonly kind: "no_annotation" };
type Done = { readonly kind: "done"; readonly annotation: StoredAnnotation };

export type AnnotationsService = {
  readonly list: (
    operationId: string,
    caller: Principal,
  ) =>
    | { readonly kind: "list"; readonly canAdd: boolean; readonly annotations: readonly StoredAnnotation[] }
    | NoOperation;
  readonly insert: (
    operationId: string,
    note: string | null,
    caller: Principal,
  ) => Done | NoOperation | { readonly kind: "exists" };
  /** `undefined` leaves the note as it is. */
  readonly update: (
    operationId: string,
    id: string,
    note: string | null | undefined,
    caller: Principal,
  ) => Done | NotFound | { readonly kind: "not_own" };
  readonly remove: (
    operationId: string,
    id: string,
    caller: Principal,
  ) => { readonly kind: "done" } | NotFound | { readonly kind: "not_own" };
  /** Sets or removes the caller's seen mark on an operation. False when there is no such operation. */
  readonly setSeen: (id: string, isSeen: boolean, caller: Principal) => boolean;
};

const NO_OPERATION = { kind: "no_operation" } as const;

export function createAnnotationsService(
  { clock, ids, operationOf }: AnnotationsDeps,
  store: AnnotationsStore,
): AnnotationsService {
  function find(operationId: string, id: string, caller: Principal): Done | NotFound {
    const operation = operationOf(operationId, caller, "operations");
    if (operation === undefined) return NO_OPERATION;
    const annotation = store.list(operation).find((one) => one.id === id);
    return annotation === undefined ? { kind: "no_annotation" } : { kind: "done", annotation };
  }

  return {
    list(operationId, caller) {
      const operation = operationOf(operationId, caller, "operations");
      if (operation === undefined) return NO_OPERATION;
      const annotations = store.list(operation);
      return { kind: "list", canAdd: canAdd(annotations, caller), annotations };
    },
    insert(operationId, note, caller) {
      const operation = operationOf(operationId, caller, "operations");
      if (operation === undefined) return NO_OPERATION;
      if (!canAdd(store.list(operation), caller)) return { kind: "exists" };
      const annotation = { id: ids.random(), userId: caller.userId, note };
      store.insert(annotation, operation, clock.now());
      return { kind: "done", annotation };
    },
    update(operationId, id, note, caller) {
      const found = find(operationId, id, caller);
      if (found.kind !== "done") return found;
      if (!isOwn(found.annotation, caller)) return { kind: "not_own" };
      if (note === undefined) return found;
      store.update(id, note, clock.now());
      return { kind: "done", annotation: { ...found.annotation, note } };
    },
    remove(operationId, id, caller) {
      const found = find(operationId, id, caller);
      if (found.kind !== "done") return found;
      if (!canRemove(found.annotation, caller)) return { kind: "not_own" };
      store.remove(id);
      return { kind: "done" };
    },
    setSeen(id, isSeen, caller) {
      const operation = operationOf(id, caller, "operations_and_suboperations");
      if (operation === undefined) return false;
      if (isSeen) store.insertSeenMark(operation, caller.userId);
      else store.removeSeenMark(operation, caller.userId);
      return true;
    },
  };
}
