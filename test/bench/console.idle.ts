import type { Browser, Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { type BenchOptions, type Row, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { cpuOfBrowserS, MAX_WAIT_MS } from "./page.frames.ts";
import { type Trace, traceOf } from "./page.trace.ts";
import { startChild } from "./processes/child.ts";
import { median } from "./rounds.ts";

const IDLE_S = 10;
const LOADS = 5;
const NOTHING = { peer: "nothing", theirs: undefined } as const;

/** CPU of opening the live page of an empty station: the cost of every test and of every start of work. */
export async function measurePageLoad(
  browser: Browser,
  rendererDir: string,
  { profileDir, reportProgress }: BenchOptions,
): Promise<readonly Row[]> {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path, rendererDir], profileDir);
  const url = await station.ask<string>("url");
  const loads: (Trace & { readonly browserMs: number })[] = [];
  for (let load = 0; load < LOADS; load++) {
    const { page, context, complaints } = await openPage(browser);
    const beforeS = await cpuOfBrowserS(browser);
    const trace = await traceOf(browser, page, () => openMap(page, url));
    loads.push({ ...trace, browserMs: 1000 * ((await cpuOfBrowserS(browser)) - beforeS) });
    const threads = [...trace.cpuMsOf].slice(0, 4).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`);
    reportProgress(threads.join(", "));
    await context.close();
    if (complaints.length > 0) throw new Error(`the console complains: ${complaints[0]}`);
  }
  const row = (what: string, of: (load: (typeof loads)[number]) => number) =>
    timeRow({ what: `opening the live page, CPU of ${what}`, unit: "ms", ours: median(loads.map(of)), ...NOTHING });
  return [
    row("the main thread", ({ mainCpuMs }) => mainCpuMs),
    row("its workers", ({ workerCpuMs }) => workerCpuMs),
    row("the whole browser, the tracing with it", ({ browserMs }) => browserMs),
  ];
}

/** The live page of an empty station without any input. */
export async function measureIdlePage(
  browser: Browser,
  rendererDir: string,
  { profileDir }: BenchOptions,
): Promise<readonly Row[]> {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path, rendererDir], profileDir);
  const { page, context } = await openPage(browser);
  await openMap(page, await station.ask<string>("url"));
  const idle = await traceOf(browser, page, () => page.waitForTimeout(IDLE_S * 1000));
  await context.close();
  const row = (what: string, ours: number, unit: string, atMost?: number): Row =>
    timeRow({
      what: `an empty map, ${what}`,
      unit,
      ours,
      ...NOTHING,
      ...(atMost !== undefined && { target: { of: "ours", atMost } }),
    });
  return [
    row("animation frames", idle.animationFrames / IDLE_S, "/s", 0.1),
    row("paints", idle.paints / IDLE_S, "/s"),
    row("timers", idle.timers / IDLE_S, "/s"),
    row("CPU of the main thread", idle.mainCpuMs / IDLE_S / 10, "% of a core"),
  ];
}

/** Resolves when the map is drawn and everything that the page requests is loaded. */
async function openMap(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(MAX_WAIT_MS);
  await page.goto(`${url}/#/`);
  await page.locator("[data-world=detailed]").waitFor();
  await page.waitForLoadState("networkidle");
}
