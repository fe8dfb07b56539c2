/** Runs one piece of work after the other, in the order of the calls. */
export type SerialQueue = {
  /** Resolves or rejects as the work does; what is behind it in the queue runs in either case. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all work so far has ended; never rejects. */
  readonly settled: () => Promise<void>;
};

export function createSerialQueue(): SerialQueue {
  let last: Promise<void> = Promise.resolve();
  const end = () => undefined;
  return {
    run(work) {
      const turn = last.then(work);
      last = turn.then(end, end);
      return turn;
    },
    settled: () => last,
  };
}
