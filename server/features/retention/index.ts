import type { retentionRoutes } from "../../contracts/retention.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { RetentionDeps } from "./retention.deps.ts";
import { createRetentionHandlers } from "./retention.handlers.ts";
import type { RetentionService } from "./retention.service.ts";
import { createRetentionService } from "./retention.service.ts";
import { createRetentionStore } from "./retention.store.ts";

export type { PurgeParticipant, RetentionDeps } from "./retention.deps.ts";

/** The retention policy, and the purge that deletes what is due. */
export function createRetention(deps: RetentionDeps): {
  readonly handlers: Handlers<typeof retentionRoutes>;
  readonly service: RetentionService;
} {
  const service = createRetentionService(deps, createRetentionStore(deps.writer));
  return { service, handlers: createRetentionHandlers(service, deps.recordAudit) };
}
