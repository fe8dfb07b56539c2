import type { WritableDb } from "./database.ts";
import { SLICE_ROWS } from "./sliced.ts";

export type GroupCommitOptions<T> = {
  readonly writer: WritableDb;
  /** Writes some items; runs inside a transaction. Returns what to do once it is on disk. */
  readonly apply: (items: readonly T[]) => () => void;
  /** Longest time an item waits for others, milliseconds. */
  readonly longestWaitMs: number;
  /** Told when a transaction failed. `lost` counts items that can never be written and were dropped. */
  readonly onError: (error: unknown, lost: number) => void;
};

export type GroupCommit<T> = {
  readonly add: (item: T) => void;
  /** Resolves when everything added so far is on disk; rejects when it could not be written (it is tried again). */
  readonly committed: () => Promise<void>;
  /** Writes what waits and stops. */
  readonly close: () => Promise<void>;
};

type Waiter = { readonly upTo: number; readonly resolve: () => void; readonly reject: (error: unknown) => void };

const RETRY_MS = 1000;

/**
 * Collects items and writes them in transactions of at most 200, so that a flush to disk serves many and the event loop
 * is never held long. A waiting caller makes it write in the next turn; otherwise after `longestWaitMs`.
 */
export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  let queue: T[] = [];
  let added = 0;
  let written = 0;
  let waiters: Waiter[] = [];
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  const transact = options.writer.transaction((items: readonly T[]) => options.apply(items));

  function settle(): void {
    const due = waiters.filter((waiter) => waiter.upTo <= written);
    if (due.length === 0) return;
    waiters = waiters.filter((waiter) => waiter.upTo > written);
    for (const waiter of due) waiter.resolve();
  }

  function writeOne(items: readonly T[]): void {
    transact.immediate(items)();
  }

  /** A batch that fails for what is in it goes item by item, so that one bad item does not hold up the others. */
  function writeSingly(items: readonly T[], first: unknown): void {
    let lost = 0;
    for (const item of items) {
      try {
        writeOne([item]);
      } catch (error) {
        if (isPassing(error)) throw error;
        lost++;
      }
    }
    options.onError(first, lost);
  }

  function writeNext(): void {
    turn = undefined;
    clearTimeout(timer);
    timer = undefined;
    const items = queue.slice(0, SLICE_ROWS);
    try {
      if (items.length > 0) {
        try {
          writeOne(items);
        } catch (error) {
          if (isPassing(error)) throw error;
          writeSingly(items, error);
        }
      }
      queue = queue.length === items.length ? [] : queue.slice(items.length);
      written += items.length;
      settle();
      schedule();
    } catch (error) {
      // The disk is full or busy: what waits stays, those who wait for it are told.
      options.onError(error, 0);
      const refused = waiters;
      waiters = [];
      for (const waiter of refused) waiter.reject(error);
      timer = setTimeout(writeNext, RETRY_MS);
    }
  }

  function schedule(): void {
    if (turn !== undefined || queue.length === 0) return;
    if (queue.length >= SLICE_ROWS || waiters.length > 0) turn = setImmediate(writeNext);
    else timer ??= setTimeout(writeNext, options.longestWaitMs);
  }

  function committed(): Promise<void> {
    if (written === added) return Promise.resolve();
    return new Promise((resolve, reject) => {
      waiters.push({ upTo: added, resolve, reject });
      schedule();
    });
  }

  return {
    add(item) {
      queue.push(item);
      added++;
      schedule();
    },
    committed,
    async close() {
      try {
        await committed();
      } finally {
        clearTimeout(timer);
        if (turn !== undefined) clearImmediate(turn);
      }
    },
  };
}

/** Errors of the disk rather than of the data: worth another try with the same items. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY)/.test(code);
}
