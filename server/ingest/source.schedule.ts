/** Runs `action` once after `delayMs`; the returned function cancels it. Handed in, so that tests need no waiting. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

/** Longest delay that a timer of Node takes; longer ones would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemSchedule: Schedule = (delayMs, action) => {
  const timer = setTimeout(action, Math.min(delayMs, MAX_TIMER_MS));
  return () => clearTimeout(timer);
};

/** Resolves after `delayMs`, or as soon as the signal aborts. */
export function pause(schedule: Schedule, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = schedule(delayMs, finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}
