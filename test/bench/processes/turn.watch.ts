import { threadCpuMs } from "./thread-cpu.ts";
import { quantile } from "../rounds.ts";

/** The duration of turns of the event loop, ms of CPU of this thread: the delay for other work on an idle machine. */
export type TurnReport = { readonly longestMs: number; readonly p99Ms: number };

const MIN_WORK_MS = 0.1;

/** Measures every turn from the start to the report, which keeps a core busy meanwhile. */
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
      // An empty turn takes microseconds, and there are as many as the time allows.
      const worked = turnsMs.filter((turnMs) => turnMs >= MIN_WORK_MS);
      return {
        longestMs: worked.reduce((longest, turnMs) => Math.max(longest, turnMs), 0),
        p99Ms: quantile(worked, 0.99),
      };
    },
  };
}

/** Returns a function that returns the duration of a step since this call, ms of CPU of this thread. */
export function stepCpuMs(): () => number {
  const startedMs = threadCpuMs();
  return () => threadCpuMs() - startedMs;
}
