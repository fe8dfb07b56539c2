import type { retentionRoutes } from "../../contracts/retention.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { RetentionDeps } from "./retention.deps.ts";
import { createRetentionHandlers } from "./retention.handlers.ts";
import type { RetentionService } from "./retention.service.ts";
import { createRetentionService } from "./retention.service.ts";
import { createRetentionStore } from "./retention.store.ts";

export type { PurgeParticipant, RetentionDeps } from "./retention.deps.ts";

export type RetentionFeature = {
  readonly handlers: Handlers<typeof retentionRoutes>;
  readonly service: RetentionService;
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** The retention policy, and the purge that deletes what is due. */
export function createRetention(deps: RetentionDeps): RetentionFeature {
  const service = createRetentionService(deps, createRetentionStore(deps.writer));
  return {
    service,
    handlers: createRetentionHandlers(service, deps.recordAudit),
    backgroundJobs: [
      {
        intervalMs: HOUR_MS,
        failure: "what is due could not be purged",
        run: service.purgeIfDue,
        cancel: service.cancelPurge,
      },
    ],
  };
}
