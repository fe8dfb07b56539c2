import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { FoundFile, UnusableBackupReason } from "../../storage/restore/find-backups.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import type { UploadedBackup } from "../../storage/restore/uploaded-backup.ts";

export type BackupCounts = {
  readonly operations: number;
  readonly records: number;
  readonly accounts: number;
};

/** How a backup is encrypted, with the passphrase or the keys. */
export type Encryption =
  | { readonly kind: "recipients"; readonly recipients: readonly string[] }
  | { readonly kind: "passphrase"; readonly passphrase: string };

export type VerifiedBackup = BackupCounts & { readonly bytes: number };

/** A backup that could be opened, or why not. */
export type OpenedBackup =
  | { readonly kind: "opened" }
  | { readonly kind: "refused"; readonly reason: "no_room" | "backup" | "key"; readonly msg: string };

/** A backup that is checked and copied beside the recording. */
export type PreparedRestore = {
  readonly opened: Promise<OpenedBackup>;
  /** The contents of the backup, after all of it was read. */
  readonly prepared: Promise<BackupCounts>;
  /** Cancels the preparation, and removes its files. */
  readonly cancel: () => Promise<void>;
};

/** Who restored which backup, and under which name the former recording is kept. */
export type RecordedRestore = Pick<RestoreMark, "id" | "path" | "keptAs" | "userId" | "address"> & {
  readonly failure?: string | null;
};

export type BackupsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly recordAudit: RecordAudit;
  /** The folder of backups unless another one was chosen. */
  readonly ownFolder: string;
  /** Writes a backup, restores it elsewhere and counts its contents. Rejects where they differ. */
  readonly makeVerified: (file: string, encryption: Encryption | null) => Promise<VerifiedBackup>;
  /** Seals the passphrase. */
  readonly sealing: Sealing;
  /** Why a text is not a valid public key, as a sentence. */
  readonly recipientProblem: (recipient: string) => Promise<string | undefined>;
  readonly dataDir: string;
  readonly newId: () => string;
  readonly prepareRestore: (
    file: string,
    keys: BackupKeys | null,
    onProgress: (fraction: number) => void,
  ) => PreparedRestore;
  readonly hasAccounts: () => boolean;
  /** Restarts the station; absent where only a person can do that. */
  readonly restart?: (() => void) | undefined;
  /** The backup that replaced the recording at this start. */
  readonly restored?: RestoreMark | undefined;
  /** Writes an entry to the audit log of the recording, unless it has one for that restore. */
  readonly recordRestore: (kind: "recording_restored" | "restore_failed", restore: RecordedRestore) => void;
  readonly uploaded: UploadedBackup;
  readonly files: {
    /** The kind of backup that a file is, or why it is not one. */
    readonly inspect: (path: string) => Promise<FoundFile | UnusableBackupReason>;
    /** Whether a path is the recording in use, or the copy that takes its place. */
    readonly isInUse: (dataDir: string, path: string) => Promise<boolean>;
    /** Files in that folder, and beside the recording, that can be restored. */
    readonly findBackups: (folder: string) => Promise<readonly FoundFile[]>;
    readonly exists: (path: string) => boolean;
    readonly remove: (path: string) => Promise<void>;
    /** Why nothing can be written to a folder, as a sentence; undefined if it can. */
    readonly findRefusal: (folder: string) => string | undefined;
    readonly join: (folder: string, name: string) => string;
  };
};
