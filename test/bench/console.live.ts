import type { Browser } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { type Feed } from "./console.feed.ts";
import { COUNT_REDRAWS, type Frames, heapMb, measureFrames } from "./page.frames.ts";

const MINUTE_MS = 60_000;

/** Runs in the page: goes through the list, a screen every few frames. Its height is read once: to read it makes a layout. */
const SCROLL_LIST = `(() => {
  const list = document.querySelector("[data-testid=aircraft-list]");
  const height = list.scrollHeight;
  let step = 0;
  const next = () => {
    step += 1;
    list.scrollTop = (step * 120) % height;
    if (step < 1200) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;

export interface LiveTimes {
  /** After the first aircraft, before anything is measured. */
  readonly warmUpMs: number;
  readonly framesMs: number;
  /** Between the measurements of the heap. */
  readonly heapMs: number;
}

export interface LivePageResult {
  readonly frames: Frames;
  /** While the map is dragged. */
  readonly dragged: Frames;
  /** While the list is scrolled from its beginning to its end. */
  readonly scrolled: Frames;
  /** Megabytes, at the beginning, at a third of the time and at its end. */
  readonly heapMb: readonly number[];
  readonly aircraft: number;
}

/** The live page while a feed sends it aircraft: how smooth it is and what it keeps. */
export async function measureLivePage(
  browser: Browser,
  { url, feed, times }: { readonly url: string; readonly feed: Feed; readonly times: LiveTimes },
): Promise<LivePageResult> {
  const { page, context, complaints } = await openPage(browser);
  await page.addInitScript({ content: COUNT_REDRAWS });
  const devtools = await context.newCDPSession(page);
  await page.goto(`${url}/#/?at=50,14.4,13`);
  await page.getByTestId("aircraft-list").waitFor();
  await page.waitForTimeout(times.warmUpMs);
  const frames = await measureFrames(page, times.framesMs);
  const dragging = drag(page, times.framesMs / 2);
  const dragged = await measureFrames(page, times.framesMs / 2);
  await dragging;
  await page.evaluate(SCROLL_LIST);
  const scrolled = await measureFrames(page, times.framesMs / 2);
  const heap = [await heapMb(devtools)];
  for (const share of [1 / 3, 2 / 3]) {
    await page.waitForTimeout(times.heapMs * share);
    heap.push(await heapMb(devtools));
  }
  const count = await page.getByTestId("list-count").textContent();
  await context.close();
  if (feed.sent() === 0) throw new Error("the station has acknowledged nothing");
  if (complaints.length > 0) throw new Error(`the console complains: ${complaints[0]}`);
  return { frames, dragged, scrolled, heapMb: heap, aircraft: Number((count ?? "").replaceAll(/\D/g, "")) };
}

/** Moves the map to and fro with the mouse. */
async function drag(page: Awaited<ReturnType<typeof openPage>>["page"], forMs: number): Promise<void> {
  const endMs = performance.now() + forMs;
  await page.mouse.move(800, 400);
  await page.mouse.down();
  for (let step = 0; performance.now() < endMs; step++) {
    await page.mouse.move(800 + 120 * Math.sin(step / 8), 400 + 60 * Math.sin(step / 11));
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

/** Megabytes a minute from one measurement to the last. */
export const growthPerMinute = (heap: readonly number[], heapMs: number): number =>
  ((heap.at(-1) ?? 0) - (heap[1] ?? 0)) / ((heapMs * (2 / 3)) / MINUTE_MS);
