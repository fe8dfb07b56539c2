import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Store } from "../../storage/database.ts";
import { refreshPlannerStatistics } from "../../storage/planner-statistics.ts";

/**
 * Counts the rows of the recording for the plans of queries: after a start, because a station that lost its power did
 * not count them at its end, and while it runs, because its recording may grow by a thousand times in weeks.
 */
export function plannerStatisticsJob({ store, log }: { readonly store: Store; readonly log: Log }): {
  readonly job: BackgroundJob;
  readonly start: () => void;
} {
  const failure = "the rows of the recording could not be counted for the plans of queries";
  const run = () => refreshPlannerStatistics(store);
  return {
    job: { intervalMs: 10 * MINUTE_MS, failure, run },
    start() {
      try {
        run();
      } catch (error) {
        // The disk is full, or the recording is damaged: the station works without them.
        log.warn({ err: error }, failure);
      }
    },
  };
}
