import type { ReplayCollection } from "./replay-collection.ts";
import { loadOperation, requestRecords } from "./replay-requests.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Loads everything about the operation that was chosen: the columns of a replay have no accuracies. */
export interface ReplayDetails {
  choose(operationId: string, window: TimeWindow): void;
  /** Loads the records of another part of time. */
  load(window: TimeWindow): void;
  stop(): void;
}

export function createReplayDetails(collection: ReplayCollection): ReplayDetails {
  let operationId: string | undefined;
  let request: AbortController | undefined;

  async function load(window: TimeWindow): Promise<void> {
    request?.abort();
    if (operationId === undefined) return;
    const controller = new AbortController();
    request = controller;
    const records = await requestRecords(operationId, window, controller.signal);
    if (records) collection.applyExact(records);
  }

  return {
    choose(id, window) {
      operationId = id;
      void load(window);
      if (!collection.hasOperation(id)) void loadOperation(collection, id);
    },
    load: (window) => void load(window),
    stop: () => request?.abort(),
  };
}
