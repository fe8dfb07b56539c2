import { join } from "node:path";
import { type ResourceLimits, Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Node allows a thread 16 MB beyond its limit in order to end; a larger young generation, moved at once, would end the
 * station.
 */
const MAX_YOUNG_MB = 8;

/** A thread without the options of the process (an inspector, a hook for modules), which must not apply to it. */
export class Thread extends Worker {
  constructor(entry: string, options: WorkerOptions) {
    super(entry, { execArgv: [], ...options });
  }
}

/**
 * The entry of a thread: TypeScript in a checkout, in the folder of the file that starts it; beside that file's bundle in
 * the built app (electron.vite.config.ts).
 */
export function threadEntry(folder: string, name: string): string {
  const isCheckout = import.meta.filename.endsWith(".ts");
  return join(folder, isCheckout ? `${name}.thread.ts` : `${name}-thread.js`);
}

/** For threads that read foreign files: a file that needs more memory ends the thread, not the station. */
export function memoryForForeignFiles(maxOldGenerationSizeMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB };
}

/** The answer of a thread that is started for a single one. Rejects if the thread fails, or ends without an answer. */
export function answerOf<T>(thread: Worker, endedMessage: string): Promise<T> {
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error(endedMessage)));
  });
}

/** Threads that run, to end them with the station. */
export type RunningThreads = {
  readonly add: (thread: Worker) => void;
  readonly terminate: () => Promise<void>;
};

export function createRunningThreads(): RunningThreads {
  const running = new Set<Worker>();
  return {
    add(thread) {
      running.add(thread);
      thread.once("exit", () => running.delete(thread));
    },
    async terminate() {
      await Promise.all([...running].map((thread) => thread.terminate()));
    },
  };
}
