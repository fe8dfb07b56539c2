import { accessSync, constants, existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { type BackupsFeature, createBackupsFeature } from "../../features/backups/index.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import { recipientProblem } from "../../storage/backup-encryption.ts";
import type { Store } from "../../storage/database.ts";
import type { Backups } from "../threads/backups.ts";

const OWN_FOLDER = "backups";

/** Backups that the station makes by itself, on the thread that makes those on request. */
export function composeBackups(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly backups: Backups;
  readonly recordAudit: RecordAudit;
  readonly sealing: Sealing;
}): BackupsFeature {
  const { store, clock, log, dataDir, backups, recordAudit, sealing } = parts;
  return createBackupsFeature({
    db: store.writer,
    clock,
    log,
    recordAudit,
    ownFolder: join(dataDir, OWN_FOLDER),
    makeVerified: backups.makeVerified,
    sealing,
    recipientProblem,
    files: {
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
