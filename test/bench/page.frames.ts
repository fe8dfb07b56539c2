import type { Browser, CDPSession } from "playwright-core";
import type { MeasuredPage } from "./plain.page.ts";
import { quantile } from "./rounds.ts";

/** The longest wait for an event that a busy machine delays: a part of the benchmark ends when it has measured. */
export const MAX_WAIT_MS = 600_000;

/** The smoothness of a page for a while, and its cost. */
export interface Frames {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Share of the time in tasks of more than 50 ms, 0 to 1. */
  readonly longTaskShare: number;
  /** CPU time of the page's main thread, of a core, 0 to 1: it hardly depends on how busy the machine is. */
  readonly cpuShare: number;
  /** The parts of it in scripts, and in styles and layout. */
  readonly scriptShare: number;
  readonly layoutShare: number;
  /** CPU time of all threads of all processes of the browser, of a core: with painting and the network. */
  readonly browserShare: number;
  /** How often a second moving objects were drawn; 0 where it was not counted. */
  readonly redrawsPerS: number;
  /** CPU of the main thread for each redraw, milliseconds; `NaN` where redraws were not counted. */
  readonly cpuPerRedrawMs: number;
}

/** CPU seconds since a page was opened. */
export interface PageCpu {
  /** Busy time of the main thread. */
  readonly taskS: number;
  readonly scriptS: number;
  readonly layoutS: number;
}

/** Runs in a page from the beginning: counts how often the canvas in that element is drawn. */
export const countRedrawsIn = (parent: string): string => `(() => {
  window.benchRedraws = 0;
  const clearRect = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.parentElement?.classList.contains(${JSON.stringify(parent)})) window.benchRedraws += 1;
    return clearRect.apply(this, box);
  };
})()`;

interface Counted {
  readonly frames: readonly number[];
  readonly longTasksMs: number;
  readonly redraws: number;
  readonly tookMs: number;
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
    const tookMs = performance.now() - started;
    if (tookMs < ${forMs}) return requestAnimationFrame(next);
    const redraws = (window.benchRedraws ?? 0) - redrawsBefore;
    // Entries are delivered a moment after the task.
    setTimeout(() => {
      observer.disconnect();
      resolve({ frames, longTasksMs, redraws, tookMs });
    }, 200);
  };
  requestAnimationFrame(next);
})`;

/** Milliseconds from one animation frame to the next, long tasks and CPU, of the page without input. */
export async function measureFrames(page: MeasuredPage, forMs: number): Promise<Frames> {
  const { browser, devtools } = page;
  const before = await startCounting(devtools);
  const browserBeforeS = await cpuOfBrowserS(browser);
  const startedMs = performance.now();
  const { frames, longTasksMs, redraws, tookMs } = await page.evaluate<Counted>(watchFor(forMs));
  const after = await pageCpu(devtools);
  const tookS = (performance.now() - startedMs) / 1000;
  const browserS = (await cpuOfBrowserS(browser)) - browserBeforeS;
  const taskS = after.taskS - before.taskS;
  return {
    p50Ms: quantile(frames, 0.5),
    p95Ms: quantile(frames, 0.95),
    maxMs: quantile(frames, 1),
    longTaskShare: longTasksMs / tookMs,
    cpuShare: taskS / tookS,
    scriptShare: (after.scriptS - before.scriptS) / tookS,
    layoutShare: (after.layoutS - before.layoutS) / tookS,
    browserShare: browserS / tookS,
    redrawsPerS: redraws / (tookMs / 1000),
    cpuPerRedrawMs: redraws === 0 ? Number.NaN : (1000 * taskS * (tookMs / 1000 / tookS)) / redraws,
  };
}

/** Makes the page count ticks of its thread instead of elapsed time; resolves with the counts so far. */
export async function startCounting(devtools: Pick<CDPSession, "send">): Promise<PageCpu> {
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return pageCpu(devtools);
}

/** CPU of the page's main thread; after `startCounting`. */
export async function pageCpu(devtools: Pick<CDPSession, "send">): Promise<PageCpu> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    taskS: of("TaskDuration"),
    scriptS: of("ScriptDuration"),
    layoutS: of("LayoutDuration") + of("RecalcStyleDuration"),
  };
}

/** CPU seconds of all processes of the browser. */
export async function cpuOfBrowserS(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Megabytes of live objects: after a collection. */
export async function heapMb(devtools: Pick<CDPSession, "send">): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
