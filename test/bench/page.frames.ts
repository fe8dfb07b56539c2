import type { CDPSession, Page } from "playwright-core";
import { quantile } from "./rounds.ts";

/** How smooth a page was for a while. */
export interface Frames {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Share of the time in tasks of more than 50 ms, 0 to 1. */
  readonly longTaskShare: number;
  /** CPU time of the page's main thread, of a core: what a busy machine does not change much. 0 to 1. */
  readonly cpuShare: number;
  /** How often a second the layer of the aircraft was drawn; 0 where it was not counted. */
  readonly redrawsPerS: number;
}

/** Runs in the page from its first line on: counts how often the aircraft are drawn. */
export const COUNT_REDRAWS = `(() => {
  window.benchRedraws = 0;
  const clearRect = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.parentElement?.classList.contains("leaflet-tracks-pane")) window.benchRedraws += 1;
    return clearRect.apply(this, box);
  };
})()`;

interface Counted {
  readonly frames: readonly number[];
  readonly longTasksMs: number;
  readonly redraws: number;
}

const watchFor = (forMs: number) => `new Promise((resolve) => {
  const frames = [];
  let longTasksMs = 0;
  const redrawsBefore = window.benchRedraws ?? 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs += duration;
  });
  observer.observe({ type: "longtask" });
  const started = performance.now();
  let last;
  const next = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (performance.now() - started < ${forMs}) return requestAnimationFrame(next);
    // Entries are handed over a moment after the task.
    setTimeout(() => {
      observer.disconnect();
      resolve({ frames, longTasksMs, redraws: (window.benchRedraws ?? 0) - redrawsBefore });
    }, 200);
  };
  requestAnimationFrame(next);
})`;

/** Milliseconds from one animation frame to the next, and long tasks, of what runs in the page by itself. */
export async function measureFrames(page: Page, forMs: number): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpuBeforeS = await taskS(devtools);
  const startedMs = performance.now();
  const { frames, longTasksMs, redraws } = await page.evaluate<Counted>(watchFor(forMs));
  const cpuS = (await taskS(devtools)) - cpuBeforeS;
  const tookS = (performance.now() - startedMs) / 1000;
  await devtools.detach();
  return {
    p50Ms: quantile(frames, 0.5),
    p95Ms: quantile(frames, 0.95),
    maxMs: quantile(frames, 1),
    longTaskShare: longTasksMs / forMs,
    cpuShare: cpuS / tookS,
    redrawsPerS: redraws / (forMs / 1000),
  };
}

/** Seconds of CPU that the main thread has spent in tasks; `Performance` must count in ticks of the thread. */
export async function taskS(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/** Megabytes of live objects: after a collection. */
export async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
