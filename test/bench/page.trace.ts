import type { Browser, Page } from "playwright-core";

/** The results of a trace, CPU in milliseconds. */
export interface Trace {
  /** By the name of the thread, the largest first. Threads of one name are counted together. */
  readonly cpuMsOf: ReadonlyMap<string, number>;
  /** Processor time of the thread that runs the page's scripts. */
  readonly mainCpuMs: number;
  /** Processor time of the page's workers. */
  readonly workerCpuMs: number;
  readonly animationFrames: number;
  readonly timers: number;
  readonly paints: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU of the thread, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];
/** A task of a thread: tasks are not nested, and the timeline's own "RunTask" would count each a second time. */
const TASK = "ThreadControllerImpl::RunTask";

/** Records everything that the browser does during the work. */
export async function traceOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return summaryOf(traceEvents);
}

function summaryOf(events: readonly TraceEvent[]): Trace {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const names = new Map<string, string>();
  for (const event of events) if (event.name === "thread_name") names.set(thread(event), event.args?.name ?? "");
  const cpuMs = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const event of events) {
    counts.set(event.name, (counts.get(event.name) ?? 0) + 1);
    if (event.name === TASK) {
      const name = names.get(thread(event)) ?? "unknown";
      cpuMs.set(name, (cpuMs.get(name) ?? 0) + (event.tdur ?? 0) / 1000);
    }
  }
  const sumOf = (part: string) => [...cpuMs].reduce((sum, [name, ms]) => (name.includes(part) ? sum + ms : sum), 0);
  return {
    cpuMsOf: new Map([...cpuMs].toSorted(([, a], [, b]) => b - a)),
    mainCpuMs: sumOf("CrRendererMain"),
    workerCpuMs: sumOf("DedicatedWorker"),
    animationFrames: counts.get("FireAnimationFrame") ?? 0,
    timers: counts.get("TimerFire") ?? 0,
    paints: counts.get("Paint") ?? 0,
  };
}
