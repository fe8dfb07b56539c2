import type { Clock } from "../../../kernel/clock.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

/** Operations that have not changed for this long leave memory; they are loaded again when something more is received. */
const EVICT_AFTER_MS = 15 * MINUTE_MS;

/** Which operations are in memory: those that are in the air now, and those that a replay is about. */
export type FusionMemory = {
  /** To be called when an operation has changed: it is shown, saved and kept in memory from now on. */
  readonly touch: (operation: OperationModel, nowMs: number) => void;
  /** Takes an operation that lost suboperations out of what is shown and kept in memory; its id stays valid. */
  readonly release: (operation: OperationModel) => void;
  /** Takes operations from the database into memory, unless they are there. */
  readonly remember: (operations: readonly OperationModel[]) => void;
  readonly rememberSuboperation: (suboperation: SuboperationModel) => void;
  readonly find: (operation: number) => OperationModel | undefined;
  /** Operations by their numbers, from the database where they are not in memory; merged ones are empty. */
  readonly loadOperations: (operations: readonly number[]) => readonly OperationModel[];
  readonly evictIdle: () => void;
  /** Operations that changed since the last call. */
  readonly drainChanged: () => readonly OperationModel[];
};

export function createFusionMemory(deps: {
  readonly store: Pick<FusionStateStore, "load" | "findEmpty">;
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly clock: Clock;
  /** Gets what was joined by nearness and comes from the database, so that its later positions are compared again. */
  readonly unfused: Set<SuboperationModel>;
}): FusionMemory {
  const { store, open, fixes, pendingWrites, clock, unfused } = deps;
  const touchedMs = new Map<OperationModel, number>();
  const changed = new Set<OperationModel>();

  function touch(operation: OperationModel, nowMs: number): void {
    operation.updatedMs = nowMs;
    for (const { firstMs, lastMs } of operation.suboperations) {
      operation.firstMs = Math.min(operation.firstMs, firstMs);
      operation.lastMs = Math.max(operation.lastMs, lastMs);
    }
    touchedMs.set(operation, nowMs);
    pendingWrites.noteOperation(operation);
    changed.add(operation);
  }

  function remember(operations: readonly OperationModel[]): void {
    for (const operation of operations) {
      if (operation.suboperations.some(({ id }) => open.find(id) !== undefined)) continue;
      operation.suboperations.forEach(rememberSuboperation);
      touchedMs.set(operation, clock.now());
    }
  }

  function rememberSuboperation(suboperation: SuboperationModel): void {
    fixes.load(suboperation);
    open.add(suboperation);
    if (suboperation.linkReason === "continuity") unfused.add(suboperation);
  }

  function find(number: number): OperationModel | undefined {
    return [...touchedMs.keys()].find(({ id }) => id === number);
  }

  function loadOperation(number: number): OperationModel | undefined {
    const known = find(number);
    if (known !== undefined) return known;
    const [stored] = store.load([number]);
    if (stored === undefined) return store.findEmpty(number);
    remember([stored]);
    return touchedMs.has(stored) ? stored : undefined;
  }

  return {
    touch,
    release(operation) {
      touchedMs.delete(operation);
      changed.delete(operation);
    },
    remember,
    rememberSuboperation,
    find,
    loadOperations: (numbers) => numbers.flatMap((number) => loadOperation(number) ?? []),
    evictIdle() {
      const before = clock.now() - EVICT_AFTER_MS;
      for (const [operation, touched] of touchedMs) {
        if (touched >= before || pendingWrites.hasOperation(operation)) continue;
        touchedMs.delete(operation);
        operation.suboperations.forEach(open.remove);
      }
    },
    drainChanged() {
      const drained = [...changed];
      changed.clear();
      return drained;
    },
  };
}
