import type { Clock } from "../../../kernel/clock.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";
import { toBbox } from "../../../kernel/geo.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import type { ListNearOperations } from "./near-operations.store.ts";
import { isUnidentified, type OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

/** Operations that have not changed for this long leave memory; they are loaded again when something more is received. */
const EVICT_AFTER_MS = 15 * MINUTE_MS;
/** Suboperations whose neighbours are looked up in the database in one transaction. */
const MAX_NEIGHBOUR_LOADS = 50;

/** The operations in memory: those that are in the air now, and those that a replay concerns. */
export type FusionMemory = {
  /** Call when an operation has changed: it is shown, saved and kept in memory from now on. */
  readonly touch: (operation: OperationModel, nowMs: number) => void;
  /** Removes an operation that lost suboperations from display and memory; its id stays valid. */
  readonly release: (operation: OperationModel) => void;
  /** Loads operations from the database into memory, unless they are there. */
  readonly remember: (operations: readonly OperationModel[]) => void;
  readonly rememberSuboperation: (suboperation: SuboperationModel) => void;
  readonly find: (operation: number) => OperationModel | undefined;
  /** Operations by their numbers, from the database where they are not in memory; merged ones are empty. */
  readonly loadOperations: (operations: readonly number[]) => readonly OperationModel[];
  /**
   * Loads what was near the loaded operations that declare nothing: the rules decide about all of them together. Call
   * before a decision; if more than the limit is to be loaded, the rest is loaded by the next call.
   */
  readonly loadNeighbours: () => void;
  readonly hasUnknownNeighbours: () => boolean;
  readonly evictIdle: () => void;
  /** Loads the operation of a suboperation from the database into memory again; returns whether it was evicted. */
  readonly restoreEvicted: (suboperation: SuboperationModel) => boolean;
  /** Operations that changed since the last call; of more than `atMost` those that were changed first. */
  readonly drainChanged: (atMost?: number) => readonly OperationModel[];
  /** The number of changed operations. */
  readonly countChanged: () => number;
};

export function createFusionMemory(deps: {
  readonly store: Pick<FusionStateStore, "load" | "findEmpty">;
  readonly listNear: ListNearOperations;
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly clock: Clock;
  /**
   * Receives suboperations from the database that may be joined by nearness, so that their positions are compared
   * again.
   */
  readonly unfused: Set<SuboperationModel>;
}): FusionMemory {
  const { store, listNear, open, fixes, pendingWrites, clock, unfused } = deps;
  const touchedMs = new Map<OperationModel, number>();
  const changed = new Set<OperationModel>();
  const evicted = new WeakSet<SuboperationModel>();
  /** Loaded operations that declare nothing, whose neighbours are not loaded yet. */
  const loaded = new Set<SuboperationModel>();

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
    for (const stored of operations) {
      const operation = withoutMerged(stored);
      const isKnown = operation.suboperations.some(({ id }) => open.find(id) !== undefined);
      if (isKnown || operation.suboperations.length === 0) continue;
      operation.suboperations.forEach(rememberSuboperation);
      touchedMs.set(operation, clock.now());
    }
  }

  /** A merged suboperation is still in the database until the merge is saved. */
  function withoutMerged(operation: OperationModel): OperationModel {
    const merged = operation.suboperations.filter(pendingWrites.isMerged);
    for (const one of merged) operation.suboperations.splice(operation.suboperations.indexOf(one), 1);
    return operation;
  }

  function rememberSuboperation(suboperation: SuboperationModel): void {
    fixes.load(suboperation);
    open.add(suboperation);
    if (isUnidentified(suboperation)) loaded.add(suboperation);
    if (isUnidentified(suboperation) || suboperation.linkReason === "continuity") unfused.add(suboperation);
  }

  function find(number: number): OperationModel | undefined {
    for (const operation of touchedMs.keys()) if (operation.id === number) return operation;
    return undefined;
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
    loadNeighbours() {
      let loads = 0;
      for (const suboperation of loaded) {
        if (++loads > MAX_NEIGHBOUR_LOADS) return;
        loaded.delete(suboperation);
        const { box, firstMs, lastMs } = suboperation;
        if (box === null || !open.has(suboperation)) continue;
        for (const near of listNear(toBbox(box), { fromMs: firstMs, toMs: lastMs }, true)) loadOperation(near);
      }
    },
    hasUnknownNeighbours: () => loaded.size > 0,
    evictIdle() {
      const before = clock.now() - EVICT_AFTER_MS;
      for (const [operation, touched] of touchedMs) {
        if (touched >= before || pendingWrites.hasOperation(operation)) continue;
        touchedMs.delete(operation);
        for (const one of operation.suboperations) {
          open.remove(one);
          evicted.add(one);
        }
      }
    },
    restoreEvicted(suboperation) {
      const isEvicted = evicted.delete(suboperation);
      if (isEvicted) loadOperation(suboperation.operation.id);
      return isEvicted;
    },
    drainChanged(atMost = Infinity) {
      const drained = [...changed.values().take(Math.min(atMost, changed.size))];
      for (const operation of drained) changed.delete(operation);
      return drained;
    },
    countChanged: () => changed.size,
  };
}
