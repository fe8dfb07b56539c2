import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { WritableDb } from "../../storage/database.ts";

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
  readonly files: {
    readonly exists: (path: string) => boolean;
    readonly remove: (path: string) => Promise<void>;
    /** Why nothing can be written to a folder, as a sentence; undefined if it can. */
    readonly findRefusal: (folder: string) => string | undefined;
    readonly join: (folder: string, name: string) => string;
  };
};
