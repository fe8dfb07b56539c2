/** A caller that waits until the first `upTo` items are on disk. */
export type Waiter = {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

export function createWaiters() {
  let waiters: Waiter[] = [];
  return {
    isEmpty: () => waiters.length === 0,
    add(waiter: Waiter): void {
      waiters.push(waiter);
    },
    /**
     * Resolves those whose last item is among the first `written`; rejects at once those that also wait for a lost
     * item.
     */
    settle(written: number, loss: { readonly at: number; readonly error: unknown } | undefined): void {
      const lost = loss === undefined ? Infinity : loss.at;
      const due = waiters.filter((waiter) => waiter.upTo <= written || waiter.upTo > lost);
      if (due.length === 0) return;
      waiters = waiters.filter((waiter) => !due.includes(waiter));
      for (const waiter of due) {
        if (waiter.upTo > lost) waiter.reject(loss?.error);
        else waiter.resolve();
      }
    },
    rejectAll(error: unknown): void {
      const refused = waiters;
      waiters = [];
      for (const waiter of refused) waiter.reject(error);
    },
  };
}
