import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";

/** Event loop delay and memory of this process since the last reset. */
export type LoopReport = {
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Peak of the resident memory above that at the reset. */
  readonly grownMb: number;
  /**
   * The same without V8's young generation. V8 doubles that once enough objects have survived collections, up to a
   * limit: whether it does so in a measurement depends on what the process did before.
   */
  readonly keptMb: number;
  readonly cpuS: number;
  /** The part of it that the main thread used, which receives and stores. */
  readonly mainCpuS: number;
};

const NS_PER_MS = 1e6;
const SAMPLE_MS = 100;

/** Measures with a timer of 1 ms: an idle loop shows a little more than that. */
export function watchLoop(): {
  readonly reset: () => void;
  readonly report: () => LoopReport;
  readonly stop: () => void;
} {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let first = process.memoryUsage.rss();
  let peak = first;
  let firstKept = keptBytes();
  let peakKept = firstKept;
  let cpu = process.cpuUsage();
  let mainCpu = process.threadCpuUsage();
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
    peakKept = Math.max(peakKept, keptBytes());
  }, SAMPLE_MS);
  return {
    reset() {
      delay.reset();
      first = peak = process.memoryUsage.rss();
      firstKept = peakKept = keptBytes();
      cpu = process.cpuUsage();
      mainCpu = process.threadCpuUsage();
    },
    report() {
      const { user, system } = process.cpuUsage(cpu);
      const main = process.threadCpuUsage(mainCpu);
      return {
        p99Ms: delay.percentile(99) / NS_PER_MS,
        maxMs: delay.max / NS_PER_MS,
        grownMb: (peak - first) / 2 ** 20,
        keptMb: (peakKept - firstKept) / 2 ** 20,
        cpuS: (user + system) / 1e6,
        mainCpuS: (main.user + main.system) / 1e6,
      };
    },
    stop() {
      clearInterval(sampling);
      delay.disable();
    },
  };
}

/** Resident memory that is not in V8's young generation. */
function keptBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => YOUNG.has(name));
  return process.memoryUsage.rss() - young.reduce((sum, { physical_space_size: bytes }) => sum + bytes, 0);
}

const YOUNG = new Set(["new_space", "new_large_object_space"]);
