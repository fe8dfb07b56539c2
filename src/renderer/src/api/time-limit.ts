export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Clears the timer once the answer has arrived; otherwise the page would wake up once more for each request. */
  readonly end: () => void;
}

/** Aborts with a `TimeoutError` after a time, and with `others` when those do. */
export function startTimeLimit(limitMs: number, others?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("no answer in time", "TimeoutError")), limitMs);
  return {
    signal: others ? AbortSignal.any([others, controller.signal]) : controller.signal,
    end: () => clearTimeout(timer),
  };
}
