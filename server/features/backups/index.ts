import type { backupRoutes } from "../../contracts/backups.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { BackupsDeps } from "./backups.deps.ts";
import { createChosenBackup } from "./backups.chosen.ts";
import { createBackupsHandlers } from "./backups.handlers.ts";
import { createRestoreService } from "./backups.restore.ts";
import { createBackupsService } from "./backups.service.ts";
import { createBackupsStore } from "./backups.store.ts";

export type { OpenedBackup, PreparedRestore, VerifiedBackup } from "./backups.deps.ts";

export type BackupsFeature = {
  readonly handlers: Handlers<typeof backupRoutes>;
  readonly backgroundJobs: readonly BackgroundJob[];
  /** Deletes a backup that was uploaded to an earlier start; called once when the station starts. */
  readonly recover: () => void;
};

/** Backups that the station makes by itself, and that are known to work. */
export function createBackups(deps: BackupsDeps): BackupsFeature {
  const restore = createRestoreService(deps);
  const chosen = createChosenBackup(deps, restore);
  const service = createBackupsService(deps, createBackupsStore(deps.db), { restore, chosen });
  restore.noteStart();
  return {
    handlers: createBackupsHandlers({ service, restore, chosen }, deps),
    backgroundJobs: [
      {
        intervalMs: MINUTE_MS,
        failure: "a backup that is due could not be made",
        run: service.makeIfDue,
        finish: service.settled,
      },
    ],
    recover: deps.uploaded.recover,
  };
}
