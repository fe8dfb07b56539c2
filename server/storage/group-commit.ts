import { createBatchWriter } from "./batch-writer.ts";
import { createCommitFlush } from "./commit-flush.ts";
import { createWaiters } from "./commit-waiters.ts";
import type { WritableDb } from "./database.ts";
import { createCommitDelay } from "./commit-delay.ts";
import { SLICE_ROWS } from "./sliced.ts";

/**
 * While more items wait than one transaction takes, transactions grow as long as each is filled within this CPU time:
 * by elapsed time, other programs on the machine would make them small, and small ones cost more. The flush that
 * follows takes as long as the disk needs, however few the items are.
 */
const MAX_FILL_MS = 5;
const MAX_ROWS = 1000;

export type GroupCommitOptions<T> = {
  readonly writer: WritableDb;
  /** Writes some items; runs inside a transaction. Returns what to do once that is committed. */
  readonly apply: (items: readonly T[]) => () => void;
  /**
   * Resolves when all that was committed before the call is on disk; rejects when the disk refused it. Without it each
   * transaction waits for the disk, and the event loop with it.
   */
  readonly flush?: (() => Promise<void>) | undefined;
  /** Longest time an item waits for others, milliseconds. */
  readonly maxWaitMs: number;
  /** The pause after the disk refused a write, milliseconds. */
  readonly retryMs?: number;
  /** Called when a transaction failed. `lost` counts items that can never be written and were dropped. */
  readonly onError: (error: unknown, lost: number) => void;
  /** Milliseconds of a clock that only goes forward; the system's unless given, and the thread's CPU time for what is filled. */
  readonly elapsedMs?: () => number;
};

export type GroupCommit<T> = {
  readonly add: (item: T) => void;
  /**
   * Resolves when everything added so far is on disk. Rejects when the disk refused it (it is tried again) or when an
   * item of it can never be written.
   */
  readonly committed: () => Promise<void>;
  /** How many items are not on disk yet. */
  readonly waiting: () => number;
  /** How many of them are in no transaction yet; inside a transaction, its items included. */
  readonly queued: () => number;
  /** Writes the pending items and stops. Rejects when the disk keeps refusing it for some seconds. */
  readonly close: () => Promise<void>;
};

const RETRY_MS = 1000;
/** Attempts to write to a disk that refuses, when the program ends. */
const CLOSING_ATTEMPTS = 3;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * How many items the next transaction takes, by how long the last one took to fill; the time of a small one has no
 * meaning.
 */
function rowsAfter(rows: number, filledMs: number): number {
  if (rows < SLICE_ROWS) return SLICE_ROWS;
  const fitting = Math.floor((rows * MAX_FILL_MS) / Math.max(filledMs, 1));
  return Math.max(SLICE_ROWS, Math.min(MAX_ROWS, rows * 2, fitting));
}

/**
 * Collects items and writes them in transactions, so that one flush serves many. A transaction has 200 items, or up to
 * 1000 while more wait and filling it stays within 5 ms. A full one is written in the next turn of the event loop.
 *
 * One that is not full is written after `maxWaitMs` if no caller waits for it. If one does, it is written in the next
 * turn; but not before as much time has passed since the last transaction as that took, and then up to 20 ms later while
 * new items keep arriving, so that a busy station writes larger groups.
 *
 * With `flush`, other work goes on while the disk writes, full transactions too; what a caller waits for and is not full
 * is written when the disk is done.
 */
export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  let queue: T[] = [];
  let added = 0;
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  /** The disk refused a write: no attempt is made until the timer ends, however much arrives. */
  let isResting = false;
  let notBeforeMs = -Infinity;
  let rows = SLICE_ROWS;
  const retryMs = options.retryMs ?? RETRY_MS;
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  const isFlushedLater = options.flush !== undefined;
  const batches = createBatchWriter({ ...options, spentMs: options.elapsedMs ?? cpuMs, isFlushedLater });
  const waiters = createWaiters();
  const delay = createCommitDelay({
    elapsedMs,
    countAdded: () => added,
    isFull: () => queue.length >= rows,
    write: writeNext,
  });
  const flush = createCommitFlush({
    flush: options.flush,
    retryMs,
    countCommitted: () => written,
    onIdle: goOn,
    onRefused: refuse,
  });

  function writeNext(): void {
    clearImmediate(turn);
    turn = undefined;
    clearTimeout(timer);
    timer = undefined;
    isResting = false;
    delay.cancel();
    const items = queue.slice(0, rows);
    const startedMs = elapsedMs();
    try {
      const loss = batches.write(items);
      const endedMs = elapsedMs();
      rows = rowsAfter(items.length, batches.filledMs());
      notBeforeMs = endedMs + (endedMs - startedMs);
      queue = queue.length === items.length ? [] : queue.slice(items.length);
      written += items.length;
      flush.start();
      waiters.settle(flush.onDisk(), loss && { at: written - items.length + loss.index, error: loss.error });
      schedule();
    } catch (error) {
      refuse(error);
      isResting = true;
      timer = setTimeout(writeNext, retryMs);
    }
  }

  /** The disk is full or busy: the items stay, and the callers that wait for them are informed. */
  function refuse(error: unknown): void {
    options.onError(error, 0);
    waiters.rejectAll(error);
  }

  /** The disk is free again. */
  function goOn(): void {
    waiters.settle(flush.onDisk(), undefined);
    // The next flush is due: what a caller waits for shares it.
    if (written > flush.onDisk() && queue.length > 0 && !waiters.isEmpty() && !isResting) writeNext();
    else flush.start();
    schedule();
  }

  function schedule(): void {
    if (isResting || turn !== undefined || queue.length === 0) return;
    if (queue.length >= rows) turn = setImmediate(writeNext);
    else if (waiters.isEmpty()) timer ??= setTimeout(writeNext, options.maxWaitMs);
    else if (flush.state() === "idle" && !delay.isOn()) {
      clearTimeout(timer);
      delay.start(notBeforeMs - elapsedMs());
    }
  }

  function committed(): Promise<void> {
    if (flush.onDisk() === added) return Promise.resolve();
    return new Promise((resolve, reject) => {
      waiters.add({ upTo: added, resolve, reject });
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
    waiting: () => added - flush.onDisk(),
    queued: () => queue.length,
    async close() {
      let refusals = 0;
      if (isResting) writeNext();
      try {
        for (;;) {
          try {
            await committed();
            return;
          } catch (error) {
            // No pause: an item was lost, which was reported; the others still have to be written.
            if ((isResting || flush.state() === "refused") && ++refusals >= CLOSING_ATTEMPTS) throw error;
          }
        }
      } finally {
        clearTimeout(timer);
        flush.stop();
        delay.cancel();
        clearImmediate(turn);
      }
    },
  };
}
