const MIN_RECORDS = 20;
const MAX_RECORDS = 2000;
const GROWTH = 4;

/**
 * How many records may be on the way to an output: a multiple of what it sent since its last report. A fast output
 * never waits, and a slow one still gets the newest records.
 */
export function createOutputWindow(): {
  /** Resolves with the number of records for which there is room, as soon as there is; at once when the signal aborts. */
  readonly room: (signal: AbortSignal) => Promise<number>;
  readonly handedOn: (count: number) => void;
  readonly sent: (count: number) => void;
} {
  let size = MIN_RECORDS;
  let onTheWay = 0;
  let wake: () => void = () => undefined;
  return {
    async room(signal) {
      for (;;) {
        if (onTheWay < size || signal.aborted) return size - onTheWay;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener("abort", wake, { once: true });
        await promise;
        signal.removeEventListener("abort", wake);
      }
    },
    handedOn: (count) => void (onTheWay += count),
    sent(count) {
      onTheWay -= count;
      size = Math.min(Math.max(count * GROWTH, MIN_RECORDS), MAX_RECORDS);
      wake();
    },
  };
}
