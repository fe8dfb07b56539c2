import { createReadStream, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { VerifiedBackup } from "../../features/backups/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import { createRunningThreads, threadEntry } from "../../kernel/thread.ts";
import type { BackupEncryption } from "../../storage/backup-encryption.ts";
import { SqliteThread } from "../../storage/sqlite-thread.ts";

export type BackupThreadData = {
  readonly dataDir: string;
  readonly file: string;
  /** The time at which it is restored for a test, Unix milliseconds; null to make it only. */
  readonly verifiedAtMs: number | null;
  /** How it is encrypted, and where it is made before; null where it is not encrypted. */
  readonly encrypted: { readonly plain: string; readonly encryption: BackupEncryption } | null;
};

/** Backups that a running station makes of itself on request. */
export type Backups = {
  readonly isRunning: () => boolean;
  /**
   * Makes a backup when its first bytes are requested; its file is deleted when it was sent or the caller disconnected.
   */
  readonly send: () => AsyncGenerator<Uint8Array, void, undefined>;
  /** Makes a backup in a file and restores it for a test. Rejects where that fails, and when it is cancelled. */
  readonly makeVerified: (file: string, encryption: BackupEncryption | null) => Promise<VerifiedBackup>;
  /** Cancels the backup in progress; its caller gets an error. */
  readonly close: () => Promise<void>;
};

/** In the data directory, because there is enough space; what a power cut leaves there is deleted at the next start. */
const FOLDER = "backups.tmp";
/** A separate folder, because the other one is removed as a whole. Backups that will be encrypted are made there. */
const PLAIN_FOLDER = "backups-plain.tmp";
const ENTRY = threadEntry(import.meta.dirname, "backup");

export function createBackupThreads(deps: {
  readonly dataDir: string;
  readonly ids: Ids;
  readonly clock: Clock;
}): Backups {
  const { dataDir, ids, clock } = deps;
  const folder = join(dataDir, FOLDER);
  const threads = createRunningThreads();
  let running = 0;
  const plainFolder = join(dataDir, PLAIN_FOLDER);
  for (const left of [folder, plainFolder]) rmSync(left, { recursive: true, force: true });

  /** Resolves with the thread's report on the backup, once it has ended. */
  async function make(work: Omit<BackupThreadData, "dataDir">): Promise<VerifiedBackup | undefined> {
    const workerData: BackupThreadData = { dataDir, ...work };
    const thread = new SqliteThread(ENTRY, { workerData, name: "backup" });
    threads.add(thread);
    let result: VerifiedBackup | undefined;
    await new Promise<void>((resolve, reject) => {
      thread.once("message", (verified: VerifiedBackup) => (result = verified));
      thread.once("error", reject);
      thread.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("The backup was ended."))));
    });
    return result;
  }

  return {
    isRunning: () => running > 0,
    async *send() {
      const file = join(folder, `${ids.random()}.sqlite`);
      running++;
      try {
        await make({ file, verifiedAtMs: null, encrypted: null });
        yield* createReadStream(file) as AsyncIterable<Uint8Array>;
      } finally {
        running--;
        await rm(running === 0 ? folder : file, { recursive: true, force: true });
      }
    },
    async makeVerified(file, encryption) {
      const plain = join(plainFolder, "backup.sqlite");
      try {
        const encrypted = encryption === null ? null : { plain, encryption };
        const verified = await make({ file, verifiedAtMs: clock.now(), encrypted });
        if (verified === undefined) throw new Error("The backup was ended.");
        return verified;
      } finally {
        // The files that a cancelled backup leaves.
        const left = [`${file}.part`, `${file}.test`, plainFolder];
        await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
      }
    },
    close: threads.terminate,
  };
}
