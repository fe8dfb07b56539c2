import { createReadStream, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Ids } from "../../kernel/ids.ts";

export type BackupThreadData = { readonly dataDir: string; readonly file: string };

/** Backups that a running station makes of itself on request. */
export type Backups = {
  readonly isRunning: () => boolean;
  /**
   * Makes a backup when its first bytes are requested; its file is deleted when it was sent or the caller disconnected.
   */
  readonly send: () => AsyncGenerator<Uint8Array, void, undefined>;
  /** Cancels the backup in progress; its caller gets an error. */
  readonly close: () => Promise<void>;
};

/** In the data directory, because there is enough space; what a power cut leaves there is deleted at the next start. */
const FOLDER = "backups.tmp";
/** In the same folder: TypeScript in a checkout, `backup-thread.js` in the built app (electron.vite.config.ts). */
const ENTRY = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "backup.thread.ts" : "backup-thread.js");

export function createBackups({ dataDir, ids }: { readonly dataDir: string; readonly ids: Ids }): Backups {
  const folder = join(dataDir, FOLDER);
  let worker: Worker | undefined;
  let running = 0;
  rmSync(folder, { recursive: true, force: true });

  async function make(file: string): Promise<void> {
    // Options of the process (an inspector, a module hook) do not apply to the thread.
    const thread = new Worker(ENTRY, { workerData: { dataDir, file }, name: "backup", execArgv: [] });
    worker = thread;
    await new Promise<void>((resolve, reject) => {
      thread.once("error", reject);
      thread.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("The backup was ended."))));
    });
  }

  return {
    isRunning: () => running > 0,
    async *send() {
      const file = join(folder, `${ids.random()}.sqlite`);
      running++;
      try {
        await make(file);
        yield* createReadStream(file) as AsyncIterable<Uint8Array>;
      } finally {
        running--;
        await rm(running === 0 ? folder : file, { recursive: true, force: true });
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
