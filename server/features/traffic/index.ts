import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficDeps } from "./traffic.deps.ts";
import { createTrafficHandlers, type TrafficHandlers } from "./traffic.handlers.ts";
import { createTrafficService, type TrafficService } from "./traffic.service.ts";
import { createTrafficStore } from "./traffic.store.ts";

const FLUSH_INTERVAL_MS = SECOND_MS / 4;
const FORGET_INTERVAL_MS = 10 * SECOND_MS;
/** Shorter than an hour, because a station on a laptop may never run for that long. */
const PURGE_INTERVAL_MS = 10 * MINUTE_MS;

/** Aircraft with a crew: receiving and storing their positions. */
export type TrafficFeature = {
  readonly handlers: TrafficHandlers;
  readonly take: TrafficService["take"];
  readonly read: TrafficService["read"];
  readonly backgroundJobs: readonly BackgroundJob[];
};

export function createTraffic(deps: TrafficDeps): TrafficFeature {
  const service = createTrafficService(deps, createTrafficStore(deps.reader, deps.writer));
  return {
    handlers: createTrafficHandlers(service, deps),
    take: service.take,
    read: service.read,
    backgroundJobs: [
      {
        intervalMs: FLUSH_INTERVAL_MS,
        failure: "traffic could not be stored",
        run: service.flush,
        finish: async () => service.flush(),
      },
      {
        intervalMs: FORGET_INTERVAL_MS,
        failure: "old traffic could not be forgotten",
        run: service.forgetOld,
      },
      {
        intervalMs: PURGE_INTERVAL_MS,
        failure: "old traffic could not be removed",
        run: service.purge,
      },
    ],
  };
}
