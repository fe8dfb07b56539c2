/** Messages of a thread, in order, until they are read. */
export type Inbox<T> = {
  readonly put: (message: T) => void;
  /** One reader at a time. */
  readonly next: () => Promise<T>;
};

export function createInbox<T>(): Inbox<T> {
  const waiting: T[] = [];
  let wake: () => void = () => undefined;
  return {
    put(message) {
      waiting.push(message);
      wake();
    },
    async next() {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return waiting.shift()!;
    },
  };
}
