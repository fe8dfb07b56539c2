import type { Operation } from "../../../../server/contracts/operations.ts";

/** The operations that an action of the person changed; every page that shows them is notified. */
export interface OperationChange {
  /** The changed operations. `isRebuilt`: their tracks consist of other suboperations than before. */
  readonly updated: readonly Operation[];
  readonly isRebuilt: boolean;
  /** Ids of operations that no longer exist: deleted, or merged into another one. */
  readonly gone: readonly string[];
}

const listeners = new Set<(change: OperationChange) => void>();

/** Calls back after every change; returns a function that stops it. */
export function onOperationChange(listener: (change: OperationChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyOperationChange(change: OperationChange): void {
  for (const listener of listeners) listener(change);
}
