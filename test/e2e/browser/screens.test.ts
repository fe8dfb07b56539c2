import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  browserPath,
  keepScreenshot,
  launchBrowser,
  type Mode,
  openPage,
  overflows,
  seriousViolations,
} from "../../support/browser.ts";
import { startTestStation, type TestStation } from "../../support/station.ts";

interface Screen {
  readonly name: string;
  readonly address: string;
  /** What must be visible before the picture is taken. */
  readonly shown: string;
  /** Chooses the first aircraft of the list or the log beforehand. */
  readonly choose?: string;
}

const SCREENS: readonly Screen[] = [
  { name: "live", address: "#/", shown: "[role=option]" },
  { name: "live-card", address: "#/", shown: "[role=option]", choose: "[role=option]" },
  { name: "log", address: "#/log?period=hour", shown: "[data-testid=log-table] tbody tr" },
  {
    name: "log-card",
    address: "#/log?period=hour",
    shown: "[data-testid=log-table] tbody tr",
    choose: "[data-testid=log-table] tbody tr",
  },
  { name: "sources", address: "#/sources", shown: "[data-testid=sources] article" },
  { name: "sources-add", address: "#/sources?add=serial", shown: "[role=dialog]" },
  { name: "settings", address: "#/settings", shown: "#settings-about" },
];
const MODES: readonly Mode[] = ["day", "night"];

/** On pages with a map: its tiles have arrived, so that the picture is worth looking at. */
async function worldIsDrawn(page: Page): Promise<void> {
  if ((await page.locator(".map-view").count()) === 0) return;
  await page.locator("[data-testid=map][data-world=detailed]").waitFor();
  const tiles = page.locator(".leaflet-tile-pane canvas");
  await tiles.first().waitFor();
  await expect.poll(() => tiles.and(page.locator(":not(.leaflet-tile-loaded)")).count(), { timeout: 15_000 }).toBe(0);
}

describe.skipIf(browserPath === undefined)("every page of the console", () => {
  let station: TestStation;
  let browser: Browser;

  beforeAll(async () => {
    [station, browser] = await Promise.all([startTestStation({ demo: true }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await station?.stop();
  });

  describe.each(MODES)("in %s mode", (mode) => {
    it.each(SCREENS)(
      "shows $name without a complaint, readable for everybody",
      async ({ name, address, shown, choose }) => {
        const { page, context, complaints } = await openPage(browser, { mode });
        await page.goto(`${station.url}/${address}`);
        await page.locator(shown).first().waitFor();
        if (choose !== undefined) {
          await page.locator(choose).first().click();
          await page.getByTestId("operation-card").waitFor();
        }
        await worldIsDrawn(page);

        expect(await page.locator("html").getAttribute("data-mode")).toBe(mode);
        expect(await page.title()).toMatch(/^Fieldstation – /);
        expect(await page.getByTestId("demo-banner").textContent()).toContain("simulated");
        await keepScreenshot(page, `${name}-${mode}`);
        expect(await seriousViolations(page)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      },
    );
  });

  it.each(SCREENS)("has room for $name on 1280 × 720", async ({ address, shown }) => {
    const { page, context } = await openPage(browser, { width: 1280, height: 720 });
    await page.goto(`${station.url}/${address}`);
    await page.locator(shown).first().waitFor();
    expect(await overflows(page)).toBe(false);
    await context.close();
  });

  it.each(SCREENS)("can be read at 200 %: $name", async ({ address, shown }) => {
    const { page, context } = await openPage(browser, { width: 640, height: 400 });
    await page.goto(`${station.url}/${address}`);
    await page.locator(shown).first().waitFor();
    expect(await overflows(page)).toBe(false);
    expect(await page.getByTestId("mode-switch").isVisible()).toBe(true);
    await context.close();
  });
});
