import { createMissedLoads, type MissedLoads } from "../../api/missed-loads.ts";
import { call, routes } from "../../api/station.client.ts";
import { TrafficCollection } from "../../tracks/traffic-collection.ts";

/** Positions are stored every two seconds at most. */
const STEP_MS = 2_000;

export interface TrafficReplay {
  readonly collection: TrafficCollection;
  /** Shows another moment. While one is being loaded, only the newest of the later requests is loaded after it. */
  moveTo(momentMs: number): void;
  readonly missed: MissedLoads;
  stop(): void;
}

/** Aircraft with a crew at a past moment: one request for each moment that is looked at, one at a time. */
export function startTrafficReplay(): TrafficReplay {
  const collection = new TrafficCollection();
  const abort = new AbortController();
  const missed = createMissedLoads();
  let shownMs = -Infinity;
  let wantedMs = -Infinity;
  let isLoading = false;

  const isShown = () => Math.floor(wantedMs / STEP_MS) === Math.floor(shownMs / STEP_MS);

  async function load(): Promise<void> {
    isLoading = true;
    while (!isShown() && !abort.signal.aborted) {
      const momentMs = wantedMs;
      const at = new Date(momentMs).toISOString();
      const answer = await call(routes.listTraffic, { query: { at }, signal: abort.signal });
      shownMs = momentMs;
      missed.note("moment", answer.kind, again);
      // Without an answer nothing is shown, rather than the aircraft of another time.
      if (!abort.signal.aborted) collection.replace(answer.kind === "ok" ? answer.value : []);
    }
    isLoading = false;
  }

  function again(): void {
    shownMs = -Infinity;
    if (!isLoading) void load();
  }

  return {
    collection,
    missed,
    moveTo(momentMs) {
      wantedMs = momentMs;
      if (!isLoading) void load();
    },
    stop: () => abort.abort(),
  };
}
