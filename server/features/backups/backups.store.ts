import type { BackupSettings } from "../../contracts/backups.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { VerifiedBackup } from "./backups.deps.ts";
import { DEFAULT_SETTINGS } from "./backups.rules.ts";

export type MadeBackup = VerifiedBackup & {
  readonly path: string;
  readonly madeMs: number;
  readonly verifiedMs: number;
};

export type BackupFailure = { readonly failedMs: number; readonly msg: string };

export type BackupsStore = {
  readonly getSettings: () => BackupSettings;
  readonly saveSettings: (settings: BackupSettings) => void;
  /** Newest first; a file may be gone. */
  readonly listMade: () => readonly MadeBackup[];
  /** Also forgets that an attempt failed. */
  readonly insertMade: (backup: MadeBackup) => void;
  readonly removeMade: (path: string) => void;
  readonly findFailure: () => BackupFailure | undefined;
  readonly saveFailure: (failure: BackupFailure) => void;
};

export function createBackupsStore(db: WritableDb): BackupsStore {
  const settings = db.prepare<[], BackupSettings>("SELECT every_hours, kept, folder FROM backup_settings");
  const saveSettings = db.prepare(
    "INSERT OR REPLACE INTO backup_settings (id, every_hours, kept, folder) VALUES (1, ?, ?, ?)",
  );
  const made = db.prepare<[], MadeBackup>(
    `SELECT path, made_ms AS madeMs, verified_ms AS verifiedMs, bytes, operations, records, accounts
     FROM backup_file ORDER BY made_ms DESC`,
  );
  const insertMade = db.prepare(
    `INSERT OR REPLACE INTO backup_file (path, made_ms, verified_ms, bytes, operations, records, accounts)
     VALUES (@path, @madeMs, @verifiedMs, @bytes, @operations, @records, @accounts)`,
  );
  const removeMade = db.prepare("DELETE FROM backup_file WHERE path = ?");
  const failure = db.prepare<[], BackupFailure>("SELECT failed_ms AS failedMs, msg FROM backup_failure");
  const saveFailure = db.prepare("INSERT OR REPLACE INTO backup_failure (id, failed_ms, msg) VALUES (1, ?, ?)");
  const forgetFailure = db.prepare("DELETE FROM backup_failure");
  return {
    getSettings: () => settings.get() ?? DEFAULT_SETTINGS,
    saveSettings({ every_hours: hours, kept, folder }) {
      saveSettings.run(hours, kept, folder);
    },
    listMade: () => made.all(),
    insertMade: db.transaction((backup: MadeBackup) => {
      insertMade.run(backup);
      forgetFailure.run();
    }),
    removeMade: (path) => void removeMade.run(path),
    findFailure: () => failure.get(),
    saveFailure: ({ failedMs, msg }) => void saveFailure.run(failedMs, msg),
  };
}
