import type { BackupSettings } from "../../contracts/backups.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { VerifiedBackup } from "./backups.deps.ts";
import { DEFAULT_SETTINGS } from "./backups.rules.ts";

export type StoredBackup = VerifiedBackup & {
  readonly path: string;
  readonly madeMs: number;
  readonly verifiedMs: number;
  readonly isEncrypted: boolean;
};

/** The passphrase is sealed. */
export type StoredEncryption = {
  readonly recipients: readonly string[] | null;
  readonly passphrase: string | null;
};

export type BackupFailure = { readonly failedMs: number; readonly msg: string };

export type BackupsStore = {
  readonly getSettings: () => BackupSettings;
  readonly saveSettings: (settings: BackupSettings) => void;
  /** Undefined where backups are not encrypted. */
  readonly findEncryption: () => StoredEncryption | undefined;
  readonly saveEncryption: (encryption: StoredEncryption | undefined) => void;
  /** The last one made first, whatever its time; a file may be gone. */
  readonly listMade: () => readonly StoredBackup[];
  /** Inserts a backup, and removes the failure of an earlier attempt. */
  readonly insertMade: (backup: StoredBackup) => void;
  readonly removeMade: (path: string) => void;
  readonly findFailure: () => BackupFailure | undefined;
  readonly saveFailure: (failure: BackupFailure) => void;
};

export function createBackupsStore(db: WritableDb): BackupsStore {
  const settings = db.prepare<[], BackupSettings>("SELECT every_hours, kept, folder FROM backup_settings");
  const saveSettings = db.prepare(
    "INSERT OR REPLACE INTO backup_settings (id, every_hours, kept, folder) VALUES (1, ?, ?, ?)",
  );
  const encryption = db.prepare<[], { readonly recipients: string | null; readonly passphrase: string | null }>(
    "SELECT recipients, passphrase FROM backup_encryption",
  );
  const saveEncryption = db.prepare(
    "INSERT OR REPLACE INTO backup_encryption (id, recipients, passphrase) VALUES (1, ?, ?)",
  );
  const removeEncryption = db.prepare("DELETE FROM backup_encryption");
  const made = db.prepare<[], Omit<StoredBackup, "isEncrypted"> & { readonly isEncrypted: number }>(
    `SELECT path, made_ms AS madeMs, verified_ms AS verifiedMs, bytes, operations, records, accounts,
       is_encrypted AS isEncrypted
     FROM backup_file ORDER BY number DESC`,
  );
  const insertMade = db.prepare(
    `INSERT OR REPLACE INTO backup_file
       (path, made_ms, verified_ms, bytes, operations, records, accounts, is_encrypted, number)
     VALUES (@path, @madeMs, @verifiedMs, @bytes, @operations, @records, @accounts, @isEncrypted,
       (SELECT coalesce(max(number), 0) + 1 FROM backup_file))`,
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
    findEncryption() {
      const row = encryption.get();
      if (row === undefined) return undefined;
      const recipients = row.recipients === null ? null : (JSON.parse(row.recipients) as readonly string[]);
      return { ...row, recipients };
    },
    saveEncryption(next) {
      if (next === undefined) removeEncryption.run();
      else saveEncryption.run(next.recipients && JSON.stringify(next.recipients), next.passphrase);
    },
    listMade: () => made.all().map((row) => ({ ...row, isEncrypted: row.isEncrypted === 1 })),
    insertMade: db.transaction((backup: StoredBackup) => {
      insertMade.run({ ...backup, isEncrypted: backup.isEncrypted ? 1 : 0 });
      forgetFailure.run();
    }),
    removeMade: (path) => void removeMade.run(path),
    findFailure: () => failure.get(),
    saveFailure: ({ failedMs, msg }) => void saveFailure.run(failedMs, msg),
  };
}
