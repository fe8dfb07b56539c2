import type { AlertsFeature } from "../../features/alerts/index.ts";
import type { BackupsFeature } from "../../features/backups/index.ts";
import type { RetentionFeature } from "../../features/retention/index.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { LivePublisher } from "../recording/live-publisher.ts";
import { trackLinesJob } from "../recording/track-lines.job.ts";
import { reserveJob } from "../station/disk-problem.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";
import type { Sync } from "./sync.ts";

/** How often the pipeline releases positions that it holds back. */
const RELEASE_INTERVAL_MS = SECOND_MS;
const OPERATIONS_INTERVAL_MS = SECOND_MS / 2;

/** All background jobs of a station, in the order in which they stop; each feature declares its own. */
export function composeBackgroundJobs(parts: {
  readonly core: Core;
  readonly publisher: LivePublisher;
  readonly retention: RetentionFeature;
  readonly alerts: AlertsFeature;
  readonly sync: Pick<Sync, "backgroundJobs">;
  readonly sources: { readonly backgroundJobs: readonly BackgroundJob[] };
  readonly checks: { readonly backgroundJobs: readonly BackgroundJob[] };
  readonly scheduledBackups: BackupsFeature;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly dataDir: string;
}): readonly BackgroundJob[] {
  const { core, publisher, retention, alerts, sync, sources, checks, scheduledBackups, accounts, clock } = parts;
  return [
    ...retention.backgroundJobs,
    {
      intervalMs: RELEASE_INTERVAL_MS,
      failure: "positions that waited long enough could not be released",
      run: core.pipeline.tick,
    },
    {
      intervalMs: OPERATIONS_INTERVAL_MS,
      failure: "changed operations could not be published",
      run: publisher.publishChangedOperations,
    },
    ...alerts.backgroundJobs,
    ...sync.backgroundJobs,
    ...sources.backgroundJobs,
    ...accounts.backgroundJobs,
    ...checks.backgroundJobs,
    ...scheduledBackups.backgroundJobs,
    reserveJob(parts.dataDir),
    ...core.statistics.backgroundJobs,
    trackLinesJob(core, clock),
  ];
}
