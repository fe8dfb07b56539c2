import type { StationPosition } from "../../contracts/receiver-settings.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Store } from "../../storage/database.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import { ageClockJob } from "../station/age-clock.job.ts";
import { reserveJob } from "../station/disk-problem.ts";
import { plannerStatisticsJob } from "../station/planner-statistics.job.ts";
import { createBackupThreads } from "../threads/backups.ts";
import type { Checks } from "../threads/checks.ts";
import { createRestores } from "../threads/restores.ts";
import type { Accounts } from "./accounts.ts";
import { composeBackups } from "./backups.ts";
import type { Core } from "./core.ts";
import { composeEvidence, type EvidenceParts } from "./evidence.ts";
import { composeRetention } from "./retention.ts";
import { composeStationHandlers } from "./station-handlers.ts";

/**
 * Composes what concerns the recording itself: checks, backups, retention, the reserve on its disk, its state in
 * reports, and evidence packs.
 */
export function composeMaintenance(
  parts: {
    readonly store: Store;
    readonly clock: Clock;
    readonly monotonic: Clock;
    readonly ids: Ids;
    readonly log: Log;
    readonly dataDir: string;
    readonly isDemo: boolean;
    readonly restart?: (() => void) | undefined;
    readonly restored?: RestoreMark | undefined;
    readonly core: Core;
    readonly checks: Checks;
    readonly accounts: Accounts;
    readonly sources: EvidenceParts["sources"] & {
      readonly countFailing: () => number;
      readonly findPosition: () => StationPosition | null;
    };
    readonly documents: EvidenceParts["documents"] & { readonly count: () => number };
  } & EvidenceParts,
) {
  const { checks } = parts;
  const backups = createBackupThreads(parts);
  const recordAudit = parts.accounts.audit.record;
  const restores = createRestores(parts.dataDir);
  const scheduledBackups = composeBackups({ ...parts, backups, restores });
  const evidence = composeEvidence(parts);
  const retention = composeRetention({ ...parts, recordAudit });
  const statistics = plannerStatisticsJob(parts);
  const backgroundJobs: readonly BackgroundJob[] = [
    ...retention.backgroundJobs,
    ...checks.backgroundJobs,
    ...scheduledBackups.backgroundJobs,
    ...evidence.backgroundJobs,
    ageClockJob({ ...parts, db: parts.store.writer }),
    reserveJob(parts.dataDir),
    statistics.job,
  ];
  return {
    handlers: {
      ...composeStationHandlers({ ...parts, backups, checks, findEvidenceKey: evidence.findPublicKey }),
      ...evidence.handlers,
      ...scheduledBackups.handlers,
      ...retention.handlers,
    },
    backgroundJobs,
    threads: [backups, restores, checks],
    start(): void {
      statistics.start();
      scheduledBackups.recover();
      // Checks a recording that was not closed; nothing waits for it.
      checks.start();
    },
  };
}
