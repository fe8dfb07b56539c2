import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { startSetupStation, type SetupStation } from "../../api/setup.fixture.ts";
import { browserPath, openPage, saveScreenshot, seriousViolations, useBrowser } from "../../support/browser.ts";
import { createArduRemoteId } from "../../support/simulators/arduremoteid.simulator.ts";
import { acceleratedTime, hasSocat } from "../../support/simulators/simulated-terminal.ts";

const USB_SERIAL = "8CD0B2A5";

const WINDOW = { width: 1280, height: 800 };

const ROW_FITS = `parseFloat(getComputedStyle(document.querySelector(".page")).scrollPaddingBottom) >
  document.querySelector(".step-actions").offsetHeight`;

describe.skipIf(browserPath === undefined || !hasSocat)("a set-up that is interrupted", () => {
  let station: SetupStation;
  beforeAll(async () => {
    station = await startSetupStation({ rendererDir: inject("builtConsole") });
  });
  afterAll(() => station?.[Symbol.asyncDispose]());

  const channel = (page: Page) => page.getByTestId("setup-value-WIFI_CHANNEL");

  it("keeps what was typed through a reload and another page, and says nothing outdated after a replug", async () => {
    const device = createArduRemoteId(acceleratedTime(30), { usbSerialNumber: USB_SERIAL });
    const { unplug } = await station.plugIn("ttyK", device);
    const { page, context } = await openPage(await useBrowser(), { mode: "day" });
    onTestFinished(() => context.close());
    await page.goto(`${station.whole.url}/#/devices/set-up`);
    await page.getByTestId("setup-port").filter({ hasText: USB_SERIAL }).click();
    await page.getByTestId("setup-to-settings").click();
    await channel(page).fill("11");

    await page.reload();
    await page.getByTestId("setup-to-settings").click();
    await page.getByTestId("draft-restored").waitFor();
    expect(await channel(page).inputValue()).toBe("11");
    await saveScreenshot(page, "setup-restored-day");
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByTestId("nav-sources").click();
    await page.getByTestId("sources").waitFor();
    await page.goBack();
    await page.getByTestId("setup-to-settings").click();
    expect(await channel(page).inputValue()).toBe("11");

    // A field that has the focus is above the row that stays in sight, however many lines that takes.
    await page.setViewportSize({ width: 600, height: 800 });
    await expect.poll(() => page.evaluate(ROW_FITS)).toBe(true);
    await page.setViewportSize(WINDOW);

    // Unplugged at the moment in which it is asked to write.
    await page.getByTestId("setup-plan").click();
    await page.route("**/setup/sessions/*/apply", async (route) => {
      await unplug();
      await page.getByTestId("setup-lost").waitFor();
      await route.continue();
    });
    await page.getByTestId("setup-apply").click();
    await page.getByTestId("setup-failure").waitFor();
    await station.plugIn("ttyK", device);
    await page.getByTestId("setup-lost").waitFor({ state: "detached" });
    await page.getByTestId("setup-failure").waitFor({ state: "detached" });
    await page.getByTestId("setup-step-settings").click();
    expect(await channel(page).inputValue()).toBe("11");

    // What was written is forgotten, but not what is typed after it, while the session is still done.
    await page.unroute("**/setup/sessions/*/apply");
    const write = async () => {
      await page.getByTestId("setup-plan").click();
      await page.getByTestId("setup-apply").click();
      await page.locator("[data-testid=setup-result][data-state=done]").waitFor();
    };
    await write();
    await page.setViewportSize({ width: 600, height: 800 });
    await expect.poll(() => page.evaluate(ROW_FITS)).toBe(true);
    await saveScreenshot(page, "setup-result-narrow-day");
    await page.setViewportSize(WINDOW);
    await page.reload();
    await page.getByTestId("setup-step-settings").click();
    await channel(page).waitFor();
    expect(await page.getByTestId("draft-restored").count()).toBe(0);
    expect(await channel(page).inputValue()).toBe("11");
    await channel(page).fill("3");
    await page.reload();
    await page.getByTestId("setup-step-settings").click();
    await page.getByTestId("draft-restored").waitFor();
    expect(await channel(page).inputValue()).toBe("3");
    await write();
    await page.getByTestId("setup-step-settings").click();
    expect(await page.getByTestId("draft-restored").count()).toBe(0);
    await channel(page).fill("4");
    await page.reload();
    await page.getByTestId("setup-step-settings").click();

    await page.getByRole("button", { name: "Start over" }).click();
    expect(await channel(page).inputValue()).toBe("3");
    expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("WIFI_CHANNEL");
    expect(
      await page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('fieldstation.setup.'))"),
    ).toEqual([]);
  });
});
