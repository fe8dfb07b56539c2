import type { MissedLoads } from "../../api/missed-loads.ts";
import type { ReplayCollection, ReplayData } from "./replay-collection.ts";
import { dataOf } from "./replay-data.ts";
import { loadOperations, requestPositions } from "./replay-requests.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Spacing of the coarse positions that are shown until the others are loaded. */
const SPACING_S = 60;
/** Operations of the whole strip, which are loaded in the background. */
const OPERATIONS = { page: 50, max: 3_000 } as const;

/** The coarse positions of the whole strip. */
export interface ReplayOverview {
  /** Undefined until they were loaded once. */
  data(): ReplayData | undefined;
  /** Loads them, and the operations, of another window; cancels a request for the one before. */
  load(window: TimeWindow): void;
  stop(): void;
}

export function createReplayOverview(
  collection: ReplayCollection,
  missed: MissedLoads,
  onLoaded: () => void,
): ReplayOverview {
  let data: ReplayData | undefined;
  let request: AbortController | undefined;

  async function load(window: TimeWindow): Promise<void> {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const again = () => void load(window);
    const answer = await requestPositions(window, { spacing: SPACING_S }, signal);
    missed.note("overview", answer.kind, again);
    if (answer.kind !== "ok") return;
    data = dataOf([{ fromMs: window.fromMs, positions: answer.value }], true);
    onLoaded();
    missed.note("overview", await loadOperations(collection, window, { ...OPERATIONS, signal }), again);
  }

  return { data: () => data, load: (window) => void load(window), stop: () => request?.abort() };
}
