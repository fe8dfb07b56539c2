import { accessSync, constants, existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { type BackupsFeature, createBackups } from "../../features/backups/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import { recipientProblem } from "../../storage/backup-encryption.ts";
import type { Store } from "../../storage/database.ts";
import { findBackups, inspectBackup, isInUse } from "../../storage/restore/find-backups.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import { createUploadedBackup } from "../../storage/restore/uploaded-backup.ts";
import type { Backups } from "../threads/backups.ts";
import type { Restores } from "../threads/restores.ts";
import type { Accounts } from "./accounts.ts";

const OWN_FOLDER = "backups";

/** Backups that the station makes by itself, on the thread that makes those on request, and their restore. */
export function composeBackups(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly ids: Ids;
  readonly backups: Backups;
  readonly restores: Restores;
  readonly accounts: Pick<Accounts, "audit" | "users">;
  readonly sealing: Sealing;
  readonly restart?: (() => void) | undefined;
  readonly restored?: RestoreMark | undefined;
}): BackupsFeature {
  const { store, clock, log, dataDir, ids, backups, restores, accounts, sealing } = parts;
  const { audit } = accounts;
  return createBackups({
    db: store.writer,
    clock,
    log,
    recordAudit: audit.record,
    ownFolder: join(dataDir, OWN_FOLDER),
    makeVerified: backups.makeVerified,
    sealing,
    recipientProblem,
    dataDir,
    newId: ids.random,
    prepareRestore: restores.prepare,
    hasAccounts: () => accounts.users.count() > 0,
    restart: parts.restart,
    restored: parts.restored,
    recordRestore(kind, { id, path, keptAs, userId, address, failure }) {
      const [last] = audit.list({ kind, limit: 1, offset: 0 }).entries;
      // A start that was killed before the end of the restore records it again.
      if (last?.detail["restore"] === id) return;
      const outcome = failure ? { reason: failure } : { kept_as: keptAs };
      audit.record({
        kind,
        userId: null,
        actorId: userId,
        address: address ?? undefined,
        detail: { restore: id, backup: path, ...outcome },
      });
    },
    uploaded: createUploadedBackup(dataDir),
    files: {
      inspect: inspectBackup,
      isInUse,
      findBackups: (folder) => findBackups(dataDir, folder),
      exists: existsSync,
      remove: (path) => rm(path, { force: true }),
      findRefusal,
      join,
    },
  });
}

function findRefusal(folder: string): string | undefined {
  if (!isAbsolute(folder)) return "give an absolute path, such as /media/backup.";
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return "there is no such folder.";
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return "the station may not write there.";
  }
}
