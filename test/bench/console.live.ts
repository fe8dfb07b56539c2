import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { type Feed, startFeed } from "./console.feed.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { countRedrawsIn, type Frames, heapMb, measureFrames } from "./page.frames.ts";
import { openPlainPage, type PlainPage } from "./plain.page.ts";
import { startChild } from "./processes/child.ts";

const MINUTE_MS = 60_000;
/** The share of the aircraft that must be in view before the measurement: some fly just outside. */
const SHARE_IN_VIEW = 0.9;
/**
 * Their trails are drawn 30 s long; after this many records they have most of it, and the browser has compiled frequent
 * code.
 */
const WARM_UP_RECORDS = 12;

/**
 * Runs in the page: scrolls through the list, a screen every few frames. Its height is read once, because reading it
 * causes a layout.
 */
const SCROLL_LIST = `(() => {
  const list = document.querySelector("[data-testid=aircraft-list]");
  const height = list.scrollHeight;
  let step = 0;
  const next = () => {
    step += 1;
    list.scrollTop = (step * 120) % height;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

/** Runs in the page: the number of aircraft in view, from the list. */
const COUNT = `Number((document.querySelector("[data-testid=list-count]")?.textContent ?? "").replaceAll(/\\D/g, ""))`;

/** Runs in the page: waits until this many are in view. */
const untilInView = (aircraft: number) => `new Promise((resolve) => {
  const look = () => {
    if (${COUNT} < ${aircraft}) return;
    changes.disconnect();
    resolve();
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { childList: true, characterData: true, subtree: true });
  look();
})`;

export interface LiveOptions {
  readonly rendererDir: string;
  readonly aircraft: number;
  /** Records of each aircraft per second. */
  readonly recordsPerS?: number;
  readonly profileDir: string | undefined;
}

/** The live page with flying aircraft in view. */
export interface LivePage extends AsyncDisposable {
  readonly page: PlainPage;
  readonly feed: Feed;
  /** How many the list says are in view. */
  aircraft(): Promise<number>;
  /** Records that the station has acknowledged, a second. */
  recordsPerS(): number;
}

/** A separate station, a feed, and a page that shows them: ready when nearly all are in view and have a trail. */
export async function openLivePage(browser: Browser, options: LiveOptions): Promise<LivePage> {
  const { rendererDir, aircraft, recordsPerS = 1, profileDir } = options;
  const stack = new AsyncDisposableStack();
  const directory = stack.use(temporaryDirectory());
  const station = stack.use(startChild("station", [directory.path, rendererDir], profileDir));
  const url = await station.ask<string>("url");
  const feed = startFeed(url, aircraft, recordsPerS);
  stack.defer(() => feed.stop());
  const startedMs = performance.now();
  const page = stack.use(
    await openPlainPage(browser, `${url}/#/?at=50,14.4,13`, countRedrawsIn("leaflet-tracks-pane")),
  );
  await page.evaluate(untilInView(SHARE_IN_VIEW * aircraft));
  await feed.reached(feed.sent() + WARM_UP_RECORDS * aircraft);
  stack.defer(() => {
    if (page.complaints.length > 0) throw new Error(`the console complains: ${page.complaints[0]}`);
  });
  return {
    page,
    feed,
    aircraft: () => page.evaluate<number>(COUNT),
    recordsPerS: () => feed.sent() / ((performance.now() - startedMs) / 1000),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Runs the work with a profile of the page's scripts, where one is requested. */
export async function profiled<T>(
  { page: { devtools } }: LivePage,
  { name, profileDir }: { readonly name: string; readonly profileDir: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (profileDir === undefined) return work();
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.start");
  const result = await work();
  const { profile } = await devtools.send("Profiler.stop");
  mkdirSync(profileDir, { recursive: true });
  writeFileSync(join(profileDir, `console-${name}.cpuprofile`), JSON.stringify(profile));
  return result;
}

/** Measures while the map is dragged to and fro with the mouse, once for each frame of the page. */
export async function measureDrag({ page }: LivePage, forMs: number): Promise<Frames> {
  const over = new AbortController();
  const mouse = (type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number, y: number) =>
    page.devtools.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
  const drag = async (): Promise<void> => {
    await mouse("mousePressed", 800, 400);
    for (let step = 0; !over.signal.aborted; step++) {
      await mouse("mouseMoved", 800 + 120 * Math.sin(step / 8), 400 + 60 * Math.sin(step / 11));
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
    await mouse("mouseReleased", 800, 400);
  };
  const dragging = drag();
  const frames = await measureFrames(page, forMs);
  over.abort();
  await dragging;
  return frames;
}

/** Measures while the list is scrolled from its beginning to its end. */
export async function measureScroll({ page }: LivePage, forMs: number): Promise<Frames> {
  await page.evaluate(SCROLL_LIST);
  return measureFrames(page, forMs);
}

/** Megabytes of live objects of the page after each of so many minutes. */
export async function heapOfMinutes(
  { page }: LivePage,
  minutes: number,
  reportProgress: (line: string) => void,
): Promise<readonly number[]> {
  const heap: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    await pause(MINUTE_MS);
    heap.push(await heapMb(page.devtools));
    reportProgress(`minute ${minute}: ${heap.at(-1)?.toFixed(1)} MB`);
  }
  return heap;
}
