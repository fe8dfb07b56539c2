import type { WritableDb } from "./database.ts";
import { runWithoutSync } from "./run-without-sync.ts";
import { isTransientError } from "./transient-error.ts";

/** The index of the first item in a batch that can never be written, and the reason. */
export type LostItem = { readonly index: number; readonly error: unknown };

export type BatchWriter<T> = {
  /**
   * Writes a batch in one transaction. Throws where the disk refuses it temporarily; then none of its items is written.
   */
  readonly write: (items: readonly T[]) => LostItem | undefined;
  /** How long it took to fill the last transaction, milliseconds: without the flush to disk. */
  readonly filledMs: () => number;
};

export function createBatchWriter<T>(options: {
  readonly writer: WritableDb;
  readonly apply: (items: readonly T[]) => () => void;
  readonly onError: (error: unknown, lost: number) => void;
  /** Milliseconds that this thread has worked. */
  readonly spentMs: () => number;
  /** Whether the caller flushes what was written; otherwise each transaction waits for the disk. */
  readonly isFlushedLater: boolean;
}): BatchWriter<T> {
  const { spentMs, writer } = options;
  let filledMs = 0;

  function fill(items: readonly T[]): () => void {
    const startedMs = spentMs();
    const confirm = options.apply(items);
    filledMs = spentMs() - startedMs;
    return confirm;
  }

  const transact = writer.transaction(fill);

  function writeTogether(items: readonly T[]): void {
    const confirm = options.isFlushedLater ? runWithoutSync(writer, () => fill(items)) : transact.immediate(items);
    confirm();
  }

  /**
   * A batch that fails because of its contents is written item by item, so that one bad item does not hold up the
   * others.
   */
  function writeSingly(items: readonly T[], cause: unknown): LostItem | undefined {
    let lost = 0;
    let loss: LostItem | undefined;
    for (const [index, item] of items.entries()) {
      try {
        writeTogether([item]);
      } catch (error) {
        if (isTransientError(error)) throw error;
        lost++;
        loss ??= { index, error };
      }
    }
    options.onError(loss?.error ?? cause, lost);
    return loss;
  }

  return {
    write(items) {
      if (items.length === 0) return undefined;
      try {
        writeTogether(items);
        return undefined;
      } catch (error) {
        if (isTransientError(error)) throw error;
        return writeSingly(items, error);
      }
    },
    filledMs: () => filledMs,
  };
}
