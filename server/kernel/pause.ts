import type { Schedule } from "./clock.ts";

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
    const cancel = schedule(finish, delayMs);
    signal.addEventListener("abort", finish, { once: true });
  });
}
