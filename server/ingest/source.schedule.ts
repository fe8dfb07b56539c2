/** Runs `action` once after `delayMs`; the returned function cancels it. A parameter, so that tests need not wait. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

/** The longest delay that a timer of Node.js supports; longer ones would fire immediately. */
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
