import type { StationPosition } from "../../contracts/receiver-settings.ts";
import { verifyAuditLog } from "../../features/audit/index.ts";
import { createOfflinePeerCount } from "../../features/sync/index.ts";
import { type Clock, monotonicClock, SECOND_MS } from "../../kernel/clock.ts";
import { cachedFor } from "../../kernel/cached-for.ts";
import { cachedForTurn } from "../../kernel/cached-for-turn.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Store } from "../../storage/database.ts";
import { createRecordingIdReader } from "../../storage/recording-id.ts";
import { findWaitingRestore } from "../../storage/restore/restore-files.ts";
import {
  damageProblems,
  createFreeBytes,
  diskProblems,
  freeBytesAt,
  restoreProblems,
} from "../station/disk-problem.ts";
import { createMaintenanceHandlers } from "../station/maintenance.handlers.ts";
import { createReadinessHandlers } from "../station/readiness.handlers.ts";
import { createStationHandlers } from "../station/station.handlers.ts";
import type { Backups } from "../threads/backups.ts";
import type { Checks } from "../threads/checks.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";

/** Handlers of the routes about the station itself. */
export function composeStationHandlers(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly dataDir: string;
  readonly isDemo: boolean;
  readonly core: Core;
  readonly accounts: Accounts;
  readonly backups: Backups;
  readonly checks: Checks;
  readonly sources: { readonly countFailing: () => number; readonly findPosition: () => StationPosition | null };
  readonly documents: { readonly count: () => number };
  readonly findEvidenceKey: () => string | null;
}) {
  const { store, clock, dataDir, isDemo, core, accounts, backups, checks, documents } = parts;
  const damage = () => checks.state().damage;
  const freeBytes = createFreeBytes({ read: () => freeBytesAt(dataDir), elapsedMs: monotonicClock.now });
  return {
    ...createStationHandlers({
      versions: store.versions,
      clock,
      dataDir,
      isDemo,
      hasAccounts: cachedForTurn(() => hasAnyAccount(accounts)),
      countRecorded: core.operations.count,
      findPosition: parts.sources.findPosition,
      countOpenDocuments: documents.count,
      findEvidenceKey: parts.findEvidenceKey,
      findPacking: core.packing.progress,
      findRecordingId: createRecordingIdReader(dataDir, parts.ids.random),
      listProblems: (withPaths) => [
        ...damageProblems(damage(), dataDir, withPaths),
        ...diskProblems(freeBytes()),
        ...restoreProblems(findWaitingRestore(dataDir), withPaths),
      ],
    }),
    ...createReadinessHandlers({
      clock,
      freeBytes,
      // Memory is compared with a share of all there is, which cannot be exceeded within a second.
      residentBytes: cachedFor(SECOND_MS, monotonicClock, process.memoryUsage.rss),
      recorder: core.recorder,
      isDamaged: () => damage() !== null,
      countFailingSources: parts.sources.countFailing,
      // They do not decide whether the station is ready.
      countFailingPeers: cachedFor(SECOND_MS, monotonicClock, createOfflinePeerCount(store.reader)),
    }),
    ...createMaintenanceHandlers({
      checks,
      verifyAudit: () => verifyAuditLog(store.reader),
      findPacking: core.packing.progress,
      backups,
      dataDir,
      spatialiteVersion: store.versions.spatialite,
      clock,
      recordAudit: accounts.audit.record,
    }),
  };
}

export function hasAnyAccount({ users }: Accounts): boolean {
  return users.count() > 0;
}
