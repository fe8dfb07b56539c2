import type { MissedLoads } from "../../api/missed-loads.ts";
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

export function createReplayDetails(collection: ReplayCollection, missed: MissedLoads): ReplayDetails {
  let operationId: string | undefined;
  let request: AbortController | undefined;

  async function load(window: TimeWindow): Promise<void> {
    request?.abort();
    if (operationId === undefined) return;
    const controller = new AbortController();
    request = controller;
    const answer = await requestRecords(operationId, window, controller.signal);
    missed.note("records", answer.kind, () => void load(window));
    if (answer.kind === "ok") collection.applyExact(answer.value);
  }

  async function loadUnknown(): Promise<void> {
    if (operationId === undefined || collection.hasOperation(operationId)) return;
    missed.note("operation", await loadOperation(collection, operationId), () => void loadUnknown());
  }

  return {
    choose(id, window) {
      operationId = id;
      void load(window);
      void loadUnknown();
    },
    load: (window) => void load(window),
    stop: () => request?.abort(),
  };
}
