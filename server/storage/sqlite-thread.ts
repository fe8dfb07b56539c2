import { workerData, type WorkerOptions } from "node:worker_threads";
import Database from "better-sqlite3";
import { Thread } from "../kernel/thread.ts";

type SqliteThreadData = { readonly sqliteLoaded: Int32Array<SharedArrayBuffer> };

/**
 * A thread that uses SQLite. One that is ended while it loads SQLite's addon aborts the whole process, because the addon
 * cannot report that it was not registered; so its end waits until that is done. In later calls nothing of the kind
 * happens. Its entry begins with `loadSqlite`.
 */
export class SqliteThread extends Thread {
  readonly #loaded: Int32Array<SharedArrayBuffer>;

  constructor(entry: string, { workerData: data, ...options }: WorkerOptions) {
    const sqliteLoaded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    super(entry, { ...options, workerData: { ...(data as object | undefined), sqliteLoaded } });
    this.#loaded = sqliteLoaded;
    // One that failed before it came to that has nothing to wait for.
    this.once("exit", () => setLoaded(sqliteLoaded));
  }

  override async terminate(): Promise<number> {
    await Atomics.waitAsync(this.#loaded, 0, 0).value;
    return super.terminate();
  }
}

/** Loads SQLite's addon in this thread; from now on the thread may be ended. */
export function loadSqlite(): void {
  new Database(":memory:").close();
  setLoaded((workerData as SqliteThreadData).sqliteLoaded);
}

function setLoaded(loaded: Int32Array<SharedArrayBuffer>): void {
  Atomics.store(loaded, 0, 1);
  Atomics.notify(loaded, 0);
}
