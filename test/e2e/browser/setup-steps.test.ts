import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startSetupStation, type SetupStation } from "../../api/setup.fixture.ts";
import { browserPath, openPage, overflows, saveScreenshot, useBrowser } from "../../support/browser.ts";
import { createArduRemoteId } from "../../support/simulators/arduremoteid.simulator.ts";
import { acceleratedTime, hasSocat } from "../../support/simulators/simulated-terminal.ts";

const canRun = browserPath !== undefined && hasSocat;

/** A small laptop, and the same window enlarged twice. */
const WINDOWS = [
  { width: 512, height: 350 },
  { width: 1024, height: 700 },
] as const;

describe.skipIf(!canRun)("the steps of a set-up in the console", () => {
  let station: SetupStation;
  let browser: Browser;
  beforeAll(async () => {
    [station, browser] = await Promise.all([startSetupStation({ rendererDir: inject("builtConsole") }), useBrowser()]);
  });
  afterAll(() => station?.[Symbol.asyncDispose]());

  it("keep the button that continues in sight, in a small and in an enlarged window", async () => {
    const { unplug } = await station.plugIn("ttyA", createArduRemoteId(acceleratedTime(30), { usbSerialNumber: "A1" }));
    const { page, complaints } = await openPage(browser);
    await page.goto(`${station.whole.url}/#/devices/set-up`);
    await page.getByTestId("setup-port").filter({ hasText: "A1" }).click();
    await expect.poll(() => page.getByTestId("setup-to-settings").isEnabled()).toBe(true);

    await goOnFromTop(page, "setup-to-settings");
    await page.getByTestId("setup-value-WIFI_CHANNEL").fill("11");
    await goOnFromTop(page, "setup-plan");
    await goOnFromTop(page, "setup-apply");
    await page.locator("[data-testid=setup-result][data-state=done]").waitFor();
    await goOnFromTop(page, "setup-to-ready");
    await expectInSight(page, "setup-check");
    await unplug();
    expect(complaints).toEqual([]);
  });
});

async function goOnFromTop(page: Page, id: string): Promise<void> {
  await expectInSight(page, id);
  await page.getByTestId(id).click();
}

/** A button is in sight before the page is scrolled, and not covered. */
async function expectInSight(page: Page, id: string): Promise<void> {
  await page.getByTestId(id).waitFor();
  for (const { width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`document.querySelector(".page").scrollTop = 0`);
    await saveScreenshot(page, `setup-steps-${id}-${width}`);
    const isInSight = await page.evaluate<boolean>(`(() => {
      const button = document.querySelector("[data-testid=${id}]");
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isOnTopAt = (y) => button.contains(document.elementFromPoint((left + right) / 2, y));
      return isOnTopAt(top + 2) && isOnTopAt(bottom - 2);
    })()`);
    expect({ id, width, isInSight }).toEqual({ id, width, isInSight: true });
    expect(await overflows(page)).toBe(false);
  }
}
