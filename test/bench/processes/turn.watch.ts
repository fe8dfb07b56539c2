import { threadCpuMs } from "./thread-cpu.ts";
import { quantile } from "../rounds.ts";

/** What turns of the event loop took, ms of CPU of this thread: what others wait for on an idle machine. */
export type TurnReport = { readonly longestMs: number; readonly p99Ms: number };

const MIN_WORK_MS = 0.1;

/** Watches every turn from the start to the report, which keeps a core busy meanwhile. */
export function watchTurns(): { readonly start: () => void; readonly report: () => TurnReport } {
  let turnsMs: number[] = [];
  let isWatching = false;
  let since = stepCpuMs();

  function noteTurn(): void {
    turnsMs.push(since());
    since = stepCpuMs();
    if (isWatching) setImmediate(noteTurn);
  }

  return {
    start() {
      turnsMs = [];
      isWatching = true;
      since = stepCpuMs();
      setImmediate(noteTurn);
    },
    report() {
      isWatching = false;
      // A turn that has nothing to do takes microseconds, and there are as many as there is time.
      const worked = turnsMs.filter((turnMs) => turnMs >= MIN_WORK_MS);
      return {
        longestMs: worked.reduce((longest, turnMs) => Math.max(longest, turnMs), 0),
        p99Ms: quantile(worked, 0.99),
      };
    },
  };
}

/** A function that says what a step took since this call, ms of CPU of this thread. */
export function stepCpuMs(): () => number {
  const startedMs = threadCpuMs();
  return () => threadCpuMs() - startedMs;
}
