import type { Page } from "playwright-core";
import { isoFromMs } from "../../server/kernel/clock.ts";
import type { TimeRange } from "../../server/kernel/time-range.ts";
import { browserPath, openPage, launchOptimizing } from "../support/browser.ts";
import { type Row, timeRow } from "./bench.rows.ts";
import { quantile } from "./rounds.ts";

/** Runs in the page: drags over the whole strip and back, and returns the milliseconds of each frame. */
const DRAG_OVER_DAY = `new Promise((resolve) => {
  const slider = document.querySelector("[data-testid=timeline-slider]");
  const box = slider.getBoundingClientRect();
  const send = (type, share) => slider.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, button: 0, clientX: box.left + box.width * share, clientY: box.top + 10,
  }));
  slider.setPointerCapture = () => undefined;
  send("pointerdown", 0.02);
  const frames = [];
  let last = performance.now();
  let step = 0;
  const next = (now) => {
    frames.push(now - last);
    last = now;
    step += 1;
    const share = step <= 240 ? step / 250 : (480 - step) / 250;
    send("pointermove", Math.max(0.02, share));
    if (step < 480) requestAnimationFrame(next);
    else { send("pointerup", 0.5); resolve(frames.slice(1)); }
  };
  requestAnimationFrame(next);
})`;

const MAX_OPEN_MS = 1000;
const MAX_FRAME_MS = 50;
const MAX_LOG_MS = 100;

const none = { unit: "ms", peer: "nothing", theirs: undefined } as const;

/** A day on the timeline in a real browser without a graphics card; no rows where there is none. */
export async function measureTimelinePage(url: string, { fromMs, toMs }: TimeRange): Promise<readonly Row[]> {
  if (browserPath === undefined) return [];
  const browser = await launchOptimizing();
  const { page, context } = await openPage(browser);
  await page.addInitScript({ content: `localStorage.setItem("fieldstation.timeline-hours", "24")` });
  await page.goto(`${url}/#/?at=50,14.4,9`);
  await page.getByTestId("timeline-slider").waitFor();
  const openedMs = await openDay(page, (fromMs + toMs) / 2);
  const frames = await page.evaluate<readonly number[]>(DRAG_OVER_DAY);
  const logMs = await openLog(page, { fromMs, toMs });
  await context.close();
  await browser.close();
  const atMost = (limit: number) => ({ of: "ours", atMost: limit }) as const;
  return [
    timeRow({ what: "the day from a link to the exact picture", ...none, ours: openedMs, target: atMost(MAX_OPEN_MS) }),
    timeRow({ what: "the day in the log, from the live page", ...none, ours: logMs, target: atMost(MAX_LOG_MS) }),
    timeRow({
      what: "a frame while dragging over the day and back, p50",
      ...none,
      ours: quantile(frames, 0.5),
    }),
    timeRow({
      what: "a frame while dragging over the day and back, p95",
      ...none,
      ours: quantile(frames, 0.95),
      target: atMost(MAX_FRAME_MS),
    }),
  ];
}

/** Milliseconds from the live page to the log of the day, with its rows. */
function openLog(page: Page, { fromMs, toMs }: TimeRange): Promise<number> {
  const query = new URLSearchParams({ period: "custom", from: isoFromMs(fromMs), to: isoFromMs(toMs) });
  return page.evaluate<number>(
    `new Promise((resolve) => {
      const started = performance.now();
      const isReady = () => document.querySelector("[data-testid=log-table] tbody tr");
      const look = () => (isReady() ? resolve(performance.now() - started) : requestAnimationFrame(look));
      location.hash = "#/log?${query.toString()}";
      requestAnimationFrame(look);
    })`,
  );
}

/** Milliseconds from following a link to a moment until its aircraft are in the list, exact. */
async function openDay(page: Page, momentMs: number): Promise<number> {
  const moment = new Date(momentMs).toISOString();
  return page.evaluate<number>(
    `new Promise((resolve) => {
      const started = performance.now();
      const isReady = () => document.querySelector("[data-testid=aircraft-list] [role=option]")
        && document.querySelector("[data-testid=replay-notice]")
        && !document.querySelector("[data-testid=timeline-remark]");
      const look = () => (isReady() ? resolve(performance.now() - started) : requestAnimationFrame(look));
      location.hash = "#/?at=50,14.4,9&moment=${moment}";
      requestAnimationFrame(look);
    })`,
  );
}
