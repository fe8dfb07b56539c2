import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const SERIAL = "1596F350457791153001";

describe.skipIf(browserPath === undefined)("a link that is copied", () => {
  const shown = useConsole();

  beforeAll(async () => {
    await pushFlight(shown.station.url, {
      ...{ serial: SERIAL, radio: "31", sensor: "roof", technology: "wifi_beacon", heightM: 60 },
      ...{ endMs: Date.now(), latitude: 47.065, points: 3 },
    });
  });

  const copied = (page: Page): Promise<string> => page.evaluate<string>("navigator.clipboard.readText()");

  it("opens the same view, aircraft and moment, and an operation in the log", async () => {
    const page = await shown.open("#/?at=47.065,15.43,14", { width: 1024, height: 700 });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByTestId("aircraft-list").getByRole("option").filter({ hasText: SERIAL }).click();
    await page.getByTestId("operation-card").waitFor();
    await page.getByTestId("copy-live-link").click();
    await page.getByText("Link copied").waitFor();
    await saveScreenshot(page, "live-link-small-day");
    expect(await seriousViolations(page)).toEqual([]);
    const live = new URL(await copied(page));
    expect(live.origin).toBe(shown.station.url);
    expect(live.hash).toMatch(/^#\/\?(?=.*at=47\.065\d*,15\.43\d*,14)(?=.*aircraft=[\da-f-]{36})/);

    await page.getByTestId("operation-menu").click();
    await page.getByTestId("copy-operation-link").click();
    await expect.poll(() => copied(page)).toMatch(/#\/log\?period=all&operation=[\da-f-]{36}$/);

    await page.keyboard.press("r");
    await page.getByTestId("replay-notice").waitFor();
    await page.getByTestId("copy-live-link").click();
    await expect.poll(() => copied(page)).toMatch(/moment=20\d\d-/);
    await page.goto(live.href);
    await page.reload();
    await page.getByTestId("operation-card").getByText(SERIAL).first().waitFor();
  });
});
