import { createReadStream, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Ids } from "../../kernel/ids.ts";

export type BackupThreadData = { readonly dataDir: string; readonly file: string };

/** Backups that a running station makes of itself for those who ask for one. */
export type Backups = {
  readonly isRunning: () => boolean;
  /** Makes one when its first bytes are asked for; its file is gone when they are sent or nobody wants them any more. */
  readonly send: () => AsyncGenerator<Uint8Array, void, undefined>;
  /** Ends one that is being made; who waits for it gets an error. */
  readonly close: () => Promise<void>;
};

/** Beside the recording, because there is room for it; what a power cut leaves there goes at the next start. */
const FOLDER = "backups.tmp";
/** Beside this file: TypeScript in a checkout, `backup-thread.js` in the built app (electron.vite.config.ts). */
const ENTRY = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "backup.thread.ts" : "backup-thread.js");

export function createBackups({ dataDir, ids }: { readonly dataDir: string; readonly ids: Ids }): Backups {
  const folder = join(dataDir, FOLDER);
  let worker: Worker | undefined;
  let running = 0;
  rmSync(folder, { recursive: true, force: true });

  async function make(file: string): Promise<void> {
    // What the process was started with (an inspector, a hook for modules) is not for the thread.
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
