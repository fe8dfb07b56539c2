import type { statisticsRoutes } from "../../contracts/statistics.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { StatisticsDeps } from "./statistics.deps.ts";
import { createStatisticsHandlers } from "./statistics.handlers.ts";
import type { StatisticsJob } from "./statistics.job.ts";
import { createStatisticsJob } from "./statistics.job.ts";
import type { StatisticsService } from "./statistics.service.ts";
import { createStatisticsService } from "./statistics.service.ts";
import { createStatisticsStore } from "./statistics.store.ts";

/** Statistics of operations: distances, heights, speeds. */
export type StatisticsFeature = {
  readonly handlers: Handlers<typeof statisticsRoutes>;
  readonly service: StatisticsService;
  readonly job: StatisticsJob;
  readonly backgroundJobs: readonly BackgroundJob[];
  /**
   * Discards all statistics that include a suboperation; call inside the transaction that replaces one of its records.
   */
  readonly discard: (suboperation: number) => void;
  /** Counts operator records; call inside the transaction that stores them. */
  readonly addOperatorRecords: (suboperation: number, records: number) => void;
};

const UPDATE_INTERVAL_MS = 2 * SECOND_MS;

export function createStatistics(deps: StatisticsDeps): StatisticsFeature {
  const store = createStatisticsStore(deps.reader, deps.writer);
  const service = createStatisticsService(deps, store);
  const job = createStatisticsJob(service, store, deps.clock);
  return {
    handlers: createStatisticsHandlers(service, deps),
    service,
    job,
    backgroundJobs: [
      {
        intervalMs: UPDATE_INTERVAL_MS,
        failure: "statistics could not be brought up to date",
        run: job.update,
      },
    ],
    discard: store.discard,
    addOperatorRecords: store.addOperatorRecords,
  };
}
