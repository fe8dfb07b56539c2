import type { Operation } from "../../../../server/contracts/operations.ts";

/** What an action of the person has changed beyond the page it was done on. */
export interface OperationChange {
  /** As they are now. `isRebuilt`: their tracks are made of other parts than before. */
  readonly updated: readonly Operation[];
  readonly isRebuilt: boolean;
  /** Ids of operations that no longer exist: deleted, or merged into another one. */
  readonly gone: readonly string[];
}

const listeners = new Set<(change: OperationChange) => void>();

/** Calls back after every change; returns how to stop. */
export function onOperationChange(listener: (change: OperationChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyOperationChange(change: OperationChange): void {
  for (const listener of listeners) listener(change);
}
