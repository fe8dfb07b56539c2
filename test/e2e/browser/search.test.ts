import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, keepScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { RIVER } from "../../support/zones.ts";

describe.skipIf(browserPath === undefined)("the search of the console", () => {
  const shown = useConsole();

  beforeAll(async () => {
    await shown.send("POST", "/v1/devices", { serial_number: "1596F350457791151042", name: "River cam" });
    await shown.send("POST", "/station/v1/zone-sets?name=Zones", RIVER);
  });

  it("opens by key, finds by a part of a name, and goes to what was found", async () => {
    const page = await shown.open("#/aircraft");
    await page.getByText("No aircraft yet").waitFor();
    await page.keyboard.press("/");
    await page.getByTestId("search-text").fill("RIVER");
    const found = page.getByTestId("found").getByRole("option");
    await expect.poll(() => found.count()).toBe(2);
    await keepScreenshot(page, "search-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("search-text").fill("river c");
    await expect.poll(() => found.count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "River cam" }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByTestId("search-text").fill("reserve");
    await found.filter({ hasText: "River reserve" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByTestId("zone-card").getByText("River reserve").waitFor();
    await page.getByTestId("search").click();
    await page.getByTestId("search-text").fill("nowhere");
    await page.getByText("No name contains that.").waitFor();
  });
});
