/** After this many items, an output that always has something to send yields to the others. */
const MAX_PER_TURN = 50;

export type NextTurn = (callback: () => void) => void;
export type Waker = {
  readonly wake: () => void;
  /** Resolves when woken; rejects when one of the signals, which are not aborted, aborts. */
  readonly sleep: (signals: readonly AbortSignal[]) => Promise<void>;
};

/** Returns the result of `find`, or waits for one; rejects with the reason when one of the signals aborts. */
export type Take = <R>(find: () => R | undefined, broken: AbortSignal | undefined) => Promise<R>;

/**
 * Wakes in a later turn of the event loop, so that the caller that received a record does not wait until it is sent.
 */
export function createWaker(nextTurn: NextTurn): Waker {
  let sleeper: (() => void) | null = null;
  let isWaking = false;
  return {
    wake() {
      if (sleeper === null || isWaking) return;
      isWaking = true;
      nextTurn(() => {
        isWaking = false;
        sleeper?.();
      });
    },
    // Not `AbortSignal.any`, which would create a signal for each record.
    sleep: (signals) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: () => void) => {
          sleeper = null;
          for (const one of signals) one.removeEventListener("abort", abort);
          outcome();
        };
        const abort = () => settle(() => reject(signals.find(({ aborted }) => aborted)?.reason));
        sleeper = () => settle(resolve);
        for (const one of signals) one.addEventListener("abort", abort, { once: true });
      }),
  };
}

/** Takes an item, or waits for one; an output that always has something to send yields to the others in between. */
export function createTaking(signal: AbortSignal, waker: Waker, nextTurn: NextTurn): Take {
  let inTurn = 0;
  return async function take(find, broken) {
    const signals = broken === undefined ? [signal] : [signal, broken];
    for (;;) {
      for (const one of signals) one.throwIfAborted();
      const found = inTurn < MAX_PER_TURN ? find() : undefined;
      if (found !== undefined) {
        inTurn++;
        return found;
      }
      const isTurnOver = inTurn >= MAX_PER_TURN;
      inTurn = 0;
      await (isTurnOver ? turnOf(nextTurn) : waker.sleep(signals));
    }
  };
}

function turnOf(nextTurn: NextTurn): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}
