import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { FoundFile, NoBackup } from "../../storage/restore/find-backups.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import type { UploadedBackup } from "../../storage/restore/uploaded-backup.ts";

export type BackupCounts = {
  readonly operations: number;
  readonly records: number;
  readonly accounts: number;
};

/** How a backup is encrypted, as it is handed to who makes it. */
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
  /** What is in it, once all of it was read. */
  readonly prepared: Promise<BackupCounts>;
  /** Ends it, and removes what it has written. */
  readonly cancel: () => Promise<void>;
};

/** Who restored which backup, and under which name the former recording is kept. */
export type NotedRestore = Pick<RestoreMark, "id" | "path" | "keptAs" | "userId" | "address"> & {
  readonly failure?: string | null;
};

export type BackupsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly recordAudit: RecordAudit;
  /** Where backups go unless another folder was chosen. */
  readonly ownFolder: string;
  /** Writes a backup, restores it elsewhere and counts what is in it. Rejects where it is not the same. */
  readonly makeVerified: (file: string, encryption: Encryption | null) => Promise<VerifiedBackup>;
  /** Seals the passphrase. */
  readonly sealing: Sealing;
  /** Why a text is no public key, as a sentence. */
  readonly recipientProblem: (recipient: string) => Promise<string | undefined>;
  readonly dataDir: string;
  readonly newId: () => string;
  readonly prepareRestore: (
    file: string,
    keys: BackupKeys | null,
    onProgress: (fraction: number) => void,
  ) => PreparedRestore;
  readonly hasAccounts: () => boolean;
  /** Starts the station again; absent where only a person can. */
  readonly restart?: (() => void) | undefined;
  /** The backup that took the place of the recording at this start. */
  readonly restored?: RestoreMark | undefined;
  /** Writes to the audit log of the recording, unless that restore is there already. */
  readonly recordRestore: (kind: "recording_restored" | "restore_failed", restore: NotedRestore) => void;
  readonly uploaded: UploadedBackup;
  readonly files: {
    /** What kind of backup a file is, or why it is none. */
    readonly inspect: (path: string) => Promise<FoundFile | NoBackup>;
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
