import type { OperationModel, OperationsFeature } from "../../features/operations/index.ts";

/** How often the next part is to be taken; every fifth time it is looked for what has changed. */
export const PUBLISH_INTERVAL_MS = 100;
const PARTS_PER_LOOK = 5;
/**
 * Of a crowd so many operations are published at once. 5,000 are five megabytes of JSON, which would hold up the station
 * that writes them and every page that reads them, each second; in parts they are updated every two seconds.
 */
const MAX_AT_ONCE = 250;

type Changes = Pick<OperationsFeature["fusionState"], "countChanged" | "drainChanged">;

/** The operations that have changed, in the order in which they did; those of a crowd part by part. */
export function createChangedOperations(changes: () => Changes) {
  let parts = 0;
  /** How many of those that had changed at the last look are still to be given. */
  let waiting = 0;

  return {
    /** `isLook` is set twice a second, whether or not anything has changed. */
    next(): { readonly isLook: boolean; readonly operations: readonly OperationModel[] } {
      const isLook = parts++ % PARTS_PER_LOOK === 0;
      if (isLook && waiting === 0) waiting = changes().countChanged();
      const atMost = Math.min(waiting, MAX_AT_ONCE);
      waiting -= atMost;
      return { isLook, operations: atMost === 0 ? [] : changes().drainChanged(atMost) };
    },
  };
}
