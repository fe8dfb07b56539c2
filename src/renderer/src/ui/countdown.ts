export interface Countdown {
  /** It waits until every holder that held it has released it. */
  hold(holder: string): void;
  /** Returns the time until the end, milliseconds; undefined while another holder holds it. */
  release(holder: string): number | undefined;
  /** Ends it without a call of `onEnd`. */
  stop(): void;
}

/** A timer that can be held, and continues afterwards with the time that remained. */
export function startCountdown(periodMs: number, onEnd: () => void): Countdown {
  const holders = new Set<string>();
  let remainingMs = periodMs;
  let startedMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    startedMs = Date.now();
    timer = setTimeout(onEnd, remainingMs);
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  run();
  return {
    hold(holder) {
      if (holders.size === 0) {
        stop();
        remainingMs = Math.max(0, remainingMs - (Date.now() - startedMs));
      }
      holders.add(holder);
    },
    release(holder) {
      if (!holders.delete(holder) || holders.size > 0) return undefined;
      run();
      return remainingMs;
    },
    stop,
  };
}
