import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../storage/database.ts";
import { diskProblems } from "../station/disk-problem.ts";
import { createMaintenanceHandlers } from "../station/maintenance.handlers.ts";
import { createStationHandlers } from "../station/station.handlers.ts";
import type { Backups } from "../threads/backups.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";

/** Handlers of the routes about the station itself. */
export function composeStationHandlers(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly isDemo: boolean;
  readonly core: Core;
  readonly accounts: Accounts;
  readonly backups: Backups;
  readonly documents: { readonly count: () => number };
}) {
  const { store, clock, dataDir, isDemo, core, accounts, backups, documents } = parts;
  return {
    ...createStationHandlers({
      versions: store.versions,
      clock,
      dataDir,
      isDemo,
      hasAccounts: () => hasAnyAccount(accounts),
      countRecorded: core.operations.count,
      countOpenDocuments: documents.count,
      listProblems: () => diskProblems(dataDir),
    }),
    ...createMaintenanceHandlers({
      backups,
      dataDir,
      spatialiteVersion: store.versions.spatialite,
      clock,
      recordAudit: accounts.audit.record,
    }),
  };
}

export function hasAnyAccount({ users }: Accounts): boolean {
  return users.list().length > 0;
}
