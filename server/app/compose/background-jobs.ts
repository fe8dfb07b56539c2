import type { AlertsFeature } from "../../features/alerts/index.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import { PUBLISH_INTERVAL_MS } from "../recording/changed-operations.ts";
import type { LivePublisher } from "../recording/live-publisher.ts";
import { trackLinesJob } from "../recording/track-lines.job.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";
import type { TrafficFeature } from "../../features/traffic/index.ts";
import type { Sync } from "./sync.ts";

/** How often the pipeline releases positions that it holds back. */
const RELEASE_INTERVAL_MS = SECOND_MS;

/** All background jobs of a station, in the order in which they stop; each feature declares its own. */
export function composeBackgroundJobs(parts: {
  readonly core: Core;
  readonly publisher: LivePublisher;
  readonly alerts: AlertsFeature;
  readonly traffic: Pick<TrafficFeature, "backgroundJobs">;
  readonly sync: Pick<Sync, "backgroundJobs">;
  readonly sources: { readonly backgroundJobs: readonly BackgroundJob[] };
  readonly maintenance: { readonly backgroundJobs: readonly BackgroundJob[] };
  readonly accounts: Accounts;
  readonly clock: Clock;
}): readonly BackgroundJob[] {
  const { core, publisher, alerts, traffic, sync, sources, maintenance, accounts, clock } = parts;
  return [
    ...maintenance.backgroundJobs,
    {
      intervalMs: RELEASE_INTERVAL_MS,
      failure: "positions that waited long enough could not be released",
      run: core.pipeline.tick,
    },
    {
      intervalMs: PUBLISH_INTERVAL_MS,
      failure: "changed operations could not be published",
      run: publisher.publishChangedOperations,
    },
    ...traffic.backgroundJobs,
    ...alerts.backgroundJobs,
    ...sync.backgroundJobs,
    ...sources.backgroundJobs,
    ...accounts.backgroundJobs,
    ...core.statistics.backgroundJobs,
    core.packing,
    trackLinesJob(core, clock),
  ];
}
