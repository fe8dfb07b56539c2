import type { backupRoutes } from "../../contracts/backups.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { BackupsDeps } from "./backups.deps.ts";
import { createBackupsHandlers } from "./backups.handlers.ts";
import { createBackupsService } from "./backups.service.ts";
import { createBackupsStore } from "./backups.store.ts";

export type { VerifiedBackup } from "./backups.deps.ts";

export type BackupsFeature = {
  readonly handlers: Handlers<typeof backupRoutes>;
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** Backups that the station makes by itself, and that are known to work. */
export function createBackupsFeature(deps: BackupsDeps): BackupsFeature {
  const service = createBackupsService(deps, createBackupsStore(deps.db));
  return {
    handlers: createBackupsHandlers(service, deps.recordAudit),
    backgroundJobs: [
      {
        intervalMs: MINUTE_MS,
        failure: "a backup that is due could not be made",
        run: service.makeIfDue,
        finish: service.settled,
      },
    ],
  };
}
