import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

/** Runs before the page: its regular timers, and those that will go off though nobody waits for them any more. */
const WATCH_TIMERS = `(() => {
  const pending = new Set();
  window.pendingLimits = () => pending.size;
  const { setTimeout, clearTimeout } = window;
  const LIMIT_MS = 20_000;
  window.setTimeout = (call, delayMs, ...rest) => {
    const id = setTimeout((...given) => (pending.delete(id), call(...given)), delayMs, ...rest);
    if (delayMs === LIMIT_MS) pending.add(id);
    return id;
  };
  window.clearTimeout = (id) => (pending.delete(id), clearTimeout(id));
  const intervals = new Set();
  window.intervals = () => intervals.size;
  const { setInterval, clearInterval } = window;
  window.setInterval = (...given) => {
    const id = setInterval(...given);
    intervals.add(id);
    return id;
  };
  window.clearInterval = (id) => (intervals.delete(id), clearInterval(id));
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (delayMs) => (pending.add(Symbol("timeout")), timeout(delayMs));
})()`;

describe.skipIf(browserPath === undefined)("a console that is left open", () => {
  const shown = useConsole();

  it("has one interval timer, and no time limit left of a request that was answered", async () => {
    const page = await shown.open("#/", { pace: 4 });
    await page.addInitScript({ content: WATCH_TIMERS });
    await page.reload();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    // Asked for every two seconds of the page's clock, in the strip at the top.
    for (let poll = 0; poll < 3; poll += 1) await page.waitForResponse(/\/station\/v1\/sources/);
    await expect.poll(() => page.evaluate<number>("pendingLimits()")).toBe(0);
    // Whatever is done regularly shares one.
    expect(await page.evaluate<number>("intervals()")).toBe(1);
  });
});
