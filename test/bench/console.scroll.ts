import type { Browser } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { type Frames, MAX_WAIT_MS, measureFrames } from "./page.frames.ts";
import { measured } from "./plain.page.ts";

/** Runs in the page: scrolls the log evenly, and jumps to its end and back. Its height is read when it has grown. */
const SCROLL = `(() => {
  const table = document.querySelector(".log-table");
  let step = 0;
  let height = table.scrollHeight;
  const next = () => {
    step += 1;
    if (step % 240 === 0) height = table.scrollHeight;
    const share = (step % 120) / 120;
    table.scrollTop = step % 240 < 120 ? step * 60 : share * height;
    window.benchScroll = requestAnimationFrame(next);
  };
  window.benchScroll = requestAnimationFrame(next);
})()`;

/** Runs in the page: where more is loaded. */
const TO_THE_END = `(() => {
  const table = document.querySelector(".log-table");
  table.scrollTop = table.scrollHeight;
})()`;

export interface LogResult {
  readonly frames: Frames;
  /** How many operations the log can be scrolled through. */
  readonly listed: string;
}

/** The log of a period while it is scrolled. */
export async function scrollLog(browser: Browser, url: string, forMs: number): Promise<LogResult> {
  const { page, context, complaints } = await openPage(browser);
  page.setDefaultTimeout(MAX_WAIT_MS);
  await page.goto(`${url}/#/log?period=all`);
  await page.getByTestId("log-table").waitFor();
  const count = page.getByTestId("log-count");
  for (;;) {
    const listed = (await count.textContent()) ?? "";
    if (!listed.includes("load more")) break;
    await page.evaluate(TO_THE_END);
    await count.filter({ hasNotText: listed }).waitFor();
  }
  const listed = (await count.textContent()) ?? "";
  await page.evaluate(SCROLL);
  const frames = await measureFrames(await measured(page, browser), forMs);
  await context.close();
  if (complaints.length > 0) throw new Error(`the console complains: ${complaints[0]}`);
  return { frames, listed: listed.trim() };
}
