import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { WritableDb } from "./database.ts";
import { isDiskFull } from "./disk-full.ts";

export type WalFlush = {
  /**
   * Resolves when everything that was committed before the call is on disk. The event loop does not wait meanwhile.
   * Rejects with `UnflushedError`; nothing that was committed since the last success counts as being on disk then.
   */
  readonly flush: () => Promise<void>;
  /** Call this after the last flush. */
  readonly close: () => Promise<void>;
};

export type WalFile = Pick<FileHandle, "datasync" | "close">;
export type OpenWal = (path: string) => Promise<WalFile>;

/** The disk refused what was committed; `code` is SQLite's code for it. */
export class UnflushedError extends Error {
  override readonly name = "UnflushedError";
  readonly code: string;

  constructor(cause: unknown) {
    super("What was committed could not be brought to the disk", { cause });
    this.code = isDiskFull(cause) ? "SQLITE_FULL" : "SQLITE_IOERR_FSYNC";
  }
}

/**
 * Flushes SQLite's write-ahead log for transactions that did not wait for it themselves (`runWithoutSync`). `undefined`
 * for a store whose commits never wait for the disk.
 */
export function createWalFlush(writer: WritableDb, openWal: OpenWal = openWithName): WalFlush | undefined {
  if (writer.pragma("synchronous", { simple: true }) === 0) return undefined;
  let wal: WalFile | undefined;
  let isUncertain = false;
  return {
    async flush() {
      try {
        if (isUncertain) moveIntoDatabase(writer);
        else await (wal ??= await openWal(`${writer.name}-wal`)).datasync();
        isUncertain = false;
      } catch (error) {
        isUncertain = true;
        throw new UnflushedError(error);
      }
    },
    async close() {
      await wal?.close();
      wal = undefined;
    },
  };
}

/** SQLite flushes the name of a new file with the first commit that waits, which may never come. */
async function openWithName(path: string): Promise<WalFile> {
  if (process.platform !== "win32") {
    await using directory = await open(dirname(path), "r");
    await directory.sync();
  }
  // Windows flushes only what may be written.
  return open(path, "r+");
}

/**
 * After a flush that failed, a later one may succeed although the system has given up some pages of the log, and nothing
 * behind a gap is found after a power cut. What is in the log is still read correctly, so that it is copied.
 */
function moveIntoDatabase(writer: WritableDb): void {
  const [checkpoint] = writer.pragma("wal_checkpoint(TRUNCATE)") as readonly { readonly busy: number }[];
  if (checkpoint?.busy !== 0) throw new Error("a reader keeps the log from being copied into the database");
}
