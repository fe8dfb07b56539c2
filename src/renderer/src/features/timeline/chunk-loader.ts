/** Loads the chunks of a recording that are needed at the moment, keeps a few, and cancels what is no longer needed. */
export interface ChunkLoader<T> {
  /** Chunks by their numbers, the most urgent first. Loads those that are missing and cancels every other request. */
  need(numbers: readonly number[]): void;
  get(number: number): T | undefined;
  /** Marks a chunk to be loaded again when it is needed; until then the present one is used. */
  refresh(number: number): void;
  /** Drops all loaded chunks. */
  clear(): void;
  stop(): void;
}

/** The result of a request: a value, or undefined if it failed; it is tried again when it is needed again. */
export type LoadChunk<T> = (number: number, signal: AbortSignal) => Promise<T | undefined>;

const MAX_REQUESTS = 2;
const MAX_KEPT = 24;

export function createChunkLoader<T>(
  load: LoadChunk<T>,
  listeners: { readonly loaded: (number: number) => void; readonly failed: (number: number) => void },
): ChunkLoader<T> {
  const kept = new Map<number, T>();
  const stale = new Set<number>();
  const open = new Map<number, AbortController>();
  let needed: readonly number[] = [];

  function cancel(isCancelled: (number: number) => boolean): void {
    for (const [number, controller] of open) {
      if (!isCancelled(number)) continue;
      open.delete(number);
      controller.abort();
    }
  }

  function fill(): void {
    for (const number of needed) {
      if (open.size >= MAX_REQUESTS) return;
      const isMissing = !kept.has(number) || stale.has(number);
      if (isMissing && !open.has(number)) void request(number);
    }
  }

  async function request(number: number): Promise<void> {
    const controller = new AbortController();
    open.set(number, controller);
    const value = await load(number, controller.signal);
    if (open.get(number) !== controller) return;
    open.delete(number);
    if (value === undefined) {
      // Otherwise it would be requested again immediately, in an endless loop.
      needed = needed.filter((one) => one !== number);
      listeners.failed(number);
    } else {
      keep(number, value);
      listeners.loaded(number);
    }
    fill();
  }

  function keep(number: number, value: T): void {
    kept.set(number, value);
    stale.delete(number);
    for (const old of kept.keys()) {
      if (kept.size <= MAX_KEPT) return;
      if (!needed.includes(old)) kept.delete(old);
    }
  }

  return {
    need(numbers) {
      needed = numbers;
      cancel((number) => !numbers.includes(number));
      fill();
    },
    get(number) {
      const value = kept.get(number);
      if (value === undefined) return undefined;
      // The most recently used chunk is dropped last.
      kept.delete(number);
      kept.set(number, value);
      return value;
    },
    refresh(number) {
      if (kept.has(number)) stale.add(number);
    },
    clear() {
      cancel(() => true);
      kept.clear();
      stale.clear();
    },
    stop() {
      needed = [];
      cancel(() => true);
    },
  };
}
