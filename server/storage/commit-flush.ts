export type CommitFlush = {
  /** Call after each transaction, and when `onIdle` was called. */
  readonly start: () => void;
  /** The number of items that are on disk, counted from the first one. */
  readonly onDisk: () => number;
  readonly state: () => FlushState;
  readonly stop: () => void;
};

/** `refused`: by the disk; the next attempt follows after a pause. */
type FlushState = "idle" | "running" | "refused";

/**
 * Brings committed items to the disk, one flush at a time: what is committed meanwhile shares the next one. Without `flush`
 * they are on disk already.
 */
export function createCommitFlush(options: {
  readonly flush: (() => Promise<void>) | undefined;
  readonly retryMs: number;
  readonly countCommitted: () => number;
  /** Called when a flush has ended, or when one that was refused may be tried again. */
  readonly onIdle: () => void;
  readonly onRefused: (error: unknown) => void;
}): CommitFlush {
  const { flush, countCommitted } = options;
  let onDisk = 0;
  let state: FlushState = "idle";
  let timer: NodeJS.Timeout | undefined;

  function becomeIdle(): void {
    state = "idle";
    options.onIdle();
  }

  async function run(flushAll: () => Promise<void>): Promise<void> {
    state = "running";
    const upTo = countCommitted();
    try {
      await flushAll();
    } catch (error) {
      state = "refused";
      timer = setTimeout(becomeIdle, options.retryMs);
      options.onRefused(error);
      return;
    }
    onDisk = upTo;
    becomeIdle();
  }

  return {
    start() {
      if (flush === undefined) onDisk = countCommitted();
      else if (state === "idle" && onDisk < countCommitted()) void run(flush);
    },
    onDisk: () => onDisk,
    state: () => state,
    stop: () => clearTimeout(timer),
  };
}
