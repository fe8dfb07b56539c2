import type { statisticsRoutes } from "../../contracts/statistics.ts";
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
  readonly keeper: StatisticsJob;
  /** Counts operator records; call inside the transaction that stores them. */
  /**
   * Discards all statistics that include a suboperation; call inside the transaction that replaces one of its records.
   */
  readonly discard: (suboperation: number) => void;
  readonly addOperatorRecords: (suboperation: number, records: number) => void;
};

export function createStatisticsFeature(deps: StatisticsDeps): StatisticsFeature {
  const store = createStatisticsStore(deps.reader, deps.writer);
  const service = createStatisticsService(deps, store);
  return {
    handlers: createStatisticsHandlers(service, deps),
    service,
    keeper: createStatisticsJob(service, store, deps.clock),
    discard: store.discard,
    addOperatorRecords: store.addOperatorRecords,
  };
}
