import { closeSync, openSync, readSync } from "node:fs";
import { threadCpuMs } from "./thread-cpu.ts";
import { quantile } from "../rounds.ts";

/** The components of a delay of the event loop, from one tick of a timer of 1 ms to the next: ms, p99 of each. */
export type TickReport = {
  /**
   * The work of the main thread. Only this is caused by the station on a machine that has a core for each of its
   * threads.
   */
  readonly cpuMs: number;
  /** The time in which it was ready and waited for a core; undefined where the system does not report it. */
  readonly queuedMs: number | undefined;
};

const TICK_MS = 1;
/** CPU time, time waited for a core, both in nanoseconds, and slices (Linux, scheduler statistics). */
const STATISTICS = `/proc/self/task/${process.pid}/schedstat`;
const MAX_BYTES = 128;

/**
 * Measures from the start to the report. Unlike `watchTurns` it leaves the core to others while there is nothing to do.
 */
export function watchTicks(): { readonly start: () => void; readonly report: () => TickReport } {
  const buffer = Buffer.alloc(MAX_BYTES);
  const cpuMs: number[] = [];
  const queuedMs: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let file: number | undefined;
  let before = { cpuMs: 0, queuedMs: 0 };

  function now() {
    const read = file === undefined ? 0 : readSync(file, buffer, 0, MAX_BYTES, 0);
    return { cpuMs: threadCpuMs(), queuedMs: Number(buffer.toString("latin1", 0, read).split(" ")[1] ?? 0) / 1e6 };
  }

  return {
    start() {
      cpuMs.length = queuedMs.length = 0;
      file = process.platform === "linux" ? openSync(STATISTICS, "r") : undefined;
      before = now();
      timer = setInterval(() => {
        const after = now();
        cpuMs.push(after.cpuMs - before.cpuMs);
        queuedMs.push(after.queuedMs - before.queuedMs);
        before = after;
      }, TICK_MS);
    },
    report() {
      clearInterval(timer);
      const isKnown = file !== undefined;
      if (file !== undefined) closeSync(file);
      return { cpuMs: quantile(cpuMs, 0.99), queuedMs: isKnown ? quantile(queuedMs, 0.99) : undefined };
    },
  };
}
