import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../server/contracts/alerts.ts";
import { browserPath, keepScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const PLACE = { latitude: 50.1, longitude: 14.1 };
/** About 370 m to each side of it. */
const CORNERS = ["50.10329, 14.09483", "50.10329, 14.10517", "50.09671, 14.10517", "50.09671, 14.09483"];

/** Runs in the page before the console: counts the notes that the browser is asked to play. */
const COUNT_NOTES = `
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.notes++; return start.apply(this, when); };
`;

describe.skipIf(browserPath === undefined)("alerts in the console", () => {
  const shown = useConsole();

  /** The aircraft at a place now, as a receiver pushes it. */
  const push = (east: number) =>
    shown.send("POST", "/station/v1/ingest/scout", {
      sn: "ROOF",
      tech: "wifi_beacon",
      mac: "02:00:5e:00:56:01",
      timestamp: new Date().toISOString(),
      odid: {
        BasicID: [{ UASID: "1596F350457791151077", IDType: 1, UAType: 2 }],
        Location: { Status: 2, Latitude: PLACE.latitude, Longitude: PLACE.longitude + east, Height: 40, HeightType: 0 },
      },
    });

  it("come from a rule drawn on the map, call, are acknowledged by a key, and end", async () => {
    const page = await shown.open("#/sources");
    await page.addInitScript(COUNT_NOTES);
    await page.goto(`${shown.station.url}/#/?at=${PLACE.latitude},${PLACE.longitude},15`);
    await page.reload();
    await page.getByTestId("nav-alerts").click();
    await page.getByText("Nothing that the rules watch for is going on.").waitFor();
    await page.getByTestId("rules").getByText("Implausible positions").waitFor();
    await keepScreenshot(page, "alerts-empty-day");

    await page.getByTestId("add-rule").click();
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rule-problems").getByText("Draw the area on the map.").waitFor();
    const map = page.getByTestId("map");
    const { width, height } = (await map.boundingBox())!;
    const corners = page.getByTestId("plan-points").getByRole("listitem");
    for (const [index, [x, y]] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].entries()) {
      await map.click({ position: { x: width / 2 + x! * 120, y: height / 2 + y! * 120 } });
      await expect.poll(() => corners.count()).toBe(index + 1);
    }
    // The map may not have been at the place yet when it was left.
    for (const [index, corner] of CORNERS.entries()) {
      const field = corners.nth(index).getByRole("textbox");
      await field.fill(corner);
      await field.press("Tab");
    }
    await page.getByTestId("rule-name").fill("Stadium");
    // What was drawn and typed survives a crash.
    await page.reload();
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("rule-name").inputValue()).toBe("Stadium");
    await corners.nth(3).waitFor();
    await page.getByText("Critical", { exact: true }).click();
    await keepScreenshot(page, "alert-rule-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rules").getByText("Stadium").waitFor();

    const banner = page.getByTestId("alert-banner");
    await push(0);
    await banner.getByText("Stadium").waitFor();
    await expect.poll(() => page.evaluate("window.notes")).toBeGreaterThan(0);
    const alert = page.getByTestId("alert");
    await alert.getByText("Active").waitFor();
    await keepScreenshot(page, "alerts-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepScreenshot(page, "alerts-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });

    await page.getByTestId("nav-live").click();
    await page.getByTestId("alert-tag").getByText("Stadium").waitFor();
    const [ofMap, ofBanner] = await Promise.all([map.boundingBox(), banner.boundingBox()]);
    expect(ofMap!.y).toBeGreaterThanOrEqual(ofBanner!.y + ofBanner!.height);
    await keepScreenshot(page, "alert-live-day");

    await page.keyboard.press("a");
    await banner.waitFor({ state: "detached" });
    await page.getByTestId("nav-alerts").click();
    await alert.and(page.locator("[data-state=acknowledged]")).waitFor();
    // Outside, and not so far that nothing could have flown there.
    await push(0.0056);
    await page.getByText("Nothing that the rules watch for is going on.").waitFor();
    await page.getByText("All", { exact: true }).click();
    await alert.and(page.locator("[data-state=resolved]")).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect(await readFile(await (await downloading).path(), "utf8")).toMatch(/^id,.*\r\n.*,Stadium,/s);

    await page.getByTestId("rule").filter({ hasText: "Stadium" }).getByTestId("test-rule").click();
    await page.getByTestId("run-test").click();
    await page.getByTestId("test-result").getByText("It would have raised one alert.").waitFor();
    await keepScreenshot(page, "alert-test-day");
    const kept = (await (await fetch(`${shown.station.url}/station/v1/alerts`)).json()) as readonly Alert[];
    expect(kept.map(({ rule_name: name, state }) => [name, state])).toEqual([["Stadium", "resolved"]]);
  }, 60_000);
});
