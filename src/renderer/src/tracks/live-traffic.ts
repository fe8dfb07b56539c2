import type { Traffic } from "../../../../server/contracts/traffic.ts";
import { call, routes } from "../api/station.client.ts";
import { onTick } from "../ui/clock.ts";
import { TrafficCollection, type TrafficReader } from "./traffic-collection.ts";

const SWEEP_EVERY_MS = 1_000;
/** The same interval as for drones in a view that is too wide for the live stream. */
const OVERVIEW_EVERY_MS = 5_000;

export interface LiveTraffic {
  readonly collection: TrafficReader;
  /** Applies the records of the live stream. */
  apply(records: readonly Traffic[]): void;
  /** The region of a view that is wider than the live stream serves; undefined when it serves all of it. */
  setOverview(region: string | undefined): void;
  stop(): void;
}

/** Aircraft with a crew, live. While the station is not reachable, they stay as they were received last. */
export function startLiveTraffic(nowMs: () => number, isFrozen: () => boolean): LiveTraffic {
  const collection = new TrafficCollection();
  let region: string | undefined;

  async function refreshOverview(): Promise<void> {
    if (region === undefined || isFrozen()) return;
    const answer = await call(routes.listTraffic, { query: { bbox: region } });
    if (answer.kind === "ok") collection.apply(answer.value);
  }

  const stopSweeping = onTick(SWEEP_EVERY_MS, () => {
    if (!isFrozen()) collection.sweep(nowMs());
  });
  const stopOverview = onTick(OVERVIEW_EVERY_MS, () => void refreshOverview());

  return {
    collection,
    apply: (records) => collection.apply(records),
    setOverview(next) {
      if (next === region) return;
      region = next;
      void refreshOverview();
    },
    stop() {
      stopSweeping();
      stopOverview();
    },
  };
}
