import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, keepScreenshot, launchBrowser, openPage, seriousViolations } from "../../support/browser.ts";
import { startTestStation, type TestStation } from "../../support/station.ts";

const RIVER = `AC R
AN River reserve
AL GND
AH FL65
DP 50:00:00 N 014:00:00 E
DP 50:00:00 N 014:12:00 E
DP 50:12:00 N 014:12:00 E
DP 50:12:00 N 014:00:00 E
`;

describe.skipIf(browserPath === undefined)("the search of the console", () => {
  let station: TestStation;
  let browser: Browser;

  beforeAll(async () => {
    [station, browser] = await Promise.all([startTestStation(), launchBrowser()]);
    await post(
      "/v1/devices",
      "application/json",
      JSON.stringify({ serial_number: "1596F350457791151042", name: "River cam" }),
    );
    await post("/station/v1/zone-sets?name=Zones", "text/plain", RIVER);
  });
  afterAll(async () => {
    await browser?.close();
    await station?.stop();
  });

  async function post(path: string, type: string, body: string): Promise<void> {
    const response = await fetch(`${station.url}${path}`, { method: "POST", headers: { "content-type": type }, body });
    expect(response.status).toBe(200);
  }

  it("opens by key, finds by a part of a name, and goes to what was found", async () => {
    const { page, context, complaints } = await openPage(browser);
    await page.goto(`${station.url}/#/aircraft`);
    await page.getByText("No aircraft yet").waitFor();
    await page.keyboard.press("/");
    await page.getByTestId("search-text").fill("RIVER");
    const found = page.getByTestId("found").getByRole("option");
    await expect.poll(() => found.count()).toBe(2);
    await keepScreenshot(page, "search-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("search-text").fill("river c");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "River cam" }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByTestId("search-text").fill("reserve");
    await found.filter({ hasText: "River reserve" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByTestId("zone-card").getByText("River reserve").waitFor();
    await page.getByTestId("search").click();
    await page.getByTestId("search-text").fill("nowhere");
    await page.getByText("Nothing has that in its name.").waitFor();
    await context.close();
    expect(complaints).toEqual([]);
  });
});
