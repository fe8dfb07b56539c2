import type { OpenedBackup, PreparedRestore } from "../../features/backups/index.ts";
import { threadEntry } from "../../kernel/thread.ts";
import type { BackupKeys } from "../../storage/backup-encryption.ts";
import type { RecordingCounts } from "../../storage/backup.ts";
import type { RestoreRefusedError } from "../../storage/restore/prepare-restore.ts";
import { removePrepared } from "../../storage/restore/restore-files.ts";
import { SqliteThread } from "../../storage/sqlite-thread.ts";

export type RestoreThreadData = { readonly dataDir: string; readonly file: string; readonly keys: BackupKeys | null };

export type RestoreMessage =
  | { readonly kind: "opened" }
  | { readonly kind: "refused"; readonly reason: RestoreRefusedError["reason"]; readonly msg: string }
  | { readonly kind: "progress"; readonly fraction: number }
  | { readonly kind: "prepared"; readonly counts: RecordingCounts };

/** Checks backups that are to be restored, on a thread. */
export type Restores = {
  /**
   * Copies a backup beside the recording and reads all of it; `onProgress` is called with the fraction that was copied.
   */
  readonly prepare: (file: string, keys: BackupKeys | null, onProgress: (fraction: number) => void) => PreparedRestore;
  readonly close: () => Promise<void>;
};

const ENTRY = threadEntry(import.meta.dirname, "restore");

export function createRestores(dataDir: string): Restores {
  const cancels = new Set<() => Promise<void>>();
  return {
    prepare(file, keys, onProgress) {
      const workerData: RestoreThreadData = { dataDir, file, keys };
      const thread = new SqliteThread(ENTRY, { workerData, name: "restore" });
      const opened = Promise.withResolvers<OpenedBackup>();
      const prepared = Promise.withResolvers<RecordingCounts>();
      let isPrepared = false;
      // A caller whose backup was refused at once does not wait for this promise.
      prepared.promise.catch(() => undefined);
      const fail = (error: Error) => {
        opened.reject(error);
        prepared.reject(error);
      };
      opened.promise.catch(() => undefined);
      thread.on("message", (message: RestoreMessage) => {
        switch (message.kind) {
          case "opened":
          case "refused":
            return opened.resolve(message);
          case "progress":
            return onProgress(message.fraction);
          case "prepared":
            isPrepared = true;
            return prepared.resolve(message.counts);
        }
      });
      thread.once("error", fail);
      thread.once("exit", () => fail(new Error("The restore was ended.")));
      async function cancel(): Promise<void> {
        await thread.terminate();
        // A complete copy waits for the next start, although its thread may not have ended yet.
        if (!isPrepared) await removePrepared(dataDir);
      }
      cancels.add(cancel);
      thread.once("exit", () => cancels.delete(cancel));
      return { opened: opened.promise, prepared: prepared.promise, cancel };
    },
    async close() {
      await Promise.all([...cancels].map((cancel) => cancel()));
    },
  };
}
