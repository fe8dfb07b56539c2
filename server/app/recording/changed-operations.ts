import type { OperationModel, OperationsFeature } from "../../features/operations/index.ts";

/** A part is published every 100 ms; every fifth tick begins a new round with what has changed since. */
export const PUBLISH_INTERVAL_MS = 100;
const TICKS_PER_ROUND = 5;
/**
 * The most operations of a crowd that are published at once. 5,000 are five megabytes of JSON, which would block the
 * station that writes them and every page that reads them each second; in parts they are updated every two seconds.
 */
const MAX_AT_ONCE = 250;

type Changes = Pick<OperationsFeature["fusionState"], "countChanged" | "drainChanged">;

/** The operations that have changed, in the order of their changes; those of a crowd part by part. */
export function createChangedOperations(changes: () => Changes) {
  let ticks = 0;
  /** How many of the round are still to be returned. */
  let waiting = 0;

  return {
    /** `isNewRound` is set twice a second, whether or not anything has changed. */
    next(): { readonly isNewRound: boolean; readonly operations: readonly OperationModel[] } {
      const isNewRound = ticks++ % TICKS_PER_ROUND === 0;
      // A crowd may take several: what has changed meanwhile comes after it.
      if (isNewRound && waiting === 0) waiting = changes().countChanged();
      const atMost = Math.min(waiting, MAX_AT_ONCE);
      waiting -= atMost;
      return { isNewRound, operations: atMost === 0 ? [] : changes().drainChanged(atMost) };
    },
  };
}
