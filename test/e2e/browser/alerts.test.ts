import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Alert } from "../../../server/contracts/alerts.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const PLACE = { latitude: 50.1, longitude: 14.1 };
/** About 2 km to the west of it. */
const HELICOPTER = { latitude: 50.1, longitude: 14.07 };
/** About 265 m to its east and west. */
const CORNERS = ["50.10329, 14.09630", "50.10329, 14.10370", "50.09671, 14.10370", "50.09671, 14.09630"];

/** Runs in the page before the console: counts the notes that the browser is asked to play. */
const COUNT_NOTES = `
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.notes++; return start.apply(this, when); };
`;

/**
 * Runs in the page before the console: an operating system that shows notifications, whose titles are kept. A browser
 * without windows has none, and denies them to every page.
 */
const KEEP_NOTIFICATIONS = `
  window.notified = [];
  window.Notification = class extends EventTarget {
    static permission = "granted";
    constructor(title) {
      super();
      window.notified.push(title);
    }
  };
`;

/** Makes the page believe that its window is in front, or not: in a headless browser it always is. */
const putInFront = (page: Page, isInFront: boolean) => page.evaluate(`document.hasFocus = () => ${isInFront}`);

/** A receiver's web server: a helicopter near the place of the drone, and an airliner far above. */
async function startReceiver() {
  const common = { seen_pos: 0, seen: 0, track: 45, gs: 90, baro_rate: 640 };
  let aircraft: readonly object[] = [
    {
      ...common,
      hex: "440123",
      flight: "OEXAB",
      category: "A7",
      lat: HELICOPTER.latitude,
      lon: HELICOPTER.longitude,
      alt_geom: 1476.4,
    },
    {
      ...common,
      hex: "4ca2d1",
      flight: "RYR81FX",
      category: "A3",
      lat: HELICOPTER.latitude + 0.05,
      lon: HELICOPTER.longitude - 0.05,
      alt_baro: 36_000,
      gs: 450,
    },
  ];
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ now: Date.now() / 1000, messages: 1, aircraft }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/data/aircraft.json`,
    forget: () => {
      aircraft = [];
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

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

  it("are raised by a rule drawn on the map, sound, are acknowledged by a key, and end", async () => {
    const page = await shown.open("#/sources");
    await page.addInitScript(COUNT_NOTES);
    await page.addInitScript(KEEP_NOTIFICATIONS);
    await page.goto(`${shown.station.url}/#/?at=${PLACE.latitude},${PLACE.longitude},15`);
    await page.reload();
    await page.getByTestId("nav-alerts").click();
    await page.getByText("Nothing that the rules watch for is happening.").waitFor();
    await page.getByTestId("rules").getByText("Implausible positions").waitFor();
    await saveScreenshot(page, "alerts-empty-day");

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
    await saveScreenshot(page, "alert-rule-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rules").getByText("Stadium").waitFor();

    const banner = page.getByTestId("alert-banner");
    await putInFront(page, false);
    expect(await page.evaluate("[window.notes, window.notified]")).toEqual([0, []]);
    await push(0);
    await banner.getByText("Stadium").waitFor();
    // Four notes: a critical alert.
    await expect.poll(() => page.evaluate("window.notes")).toBe(4);
    await expect.poll(() => page.evaluate("window.notified")).toEqual([expect.stringContaining("Stadium")]);
    await putInFront(page, true);
    const alert = page.getByTestId("alert");
    await alert.getByText("Active").waitFor();
    await saveScreenshot(page, "alerts-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "alerts-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });

    await page.getByTestId("nav-live").click();
    await page.getByTestId("alert-tag").getByText("Stadium").waitFor();
    const [ofMap, ofBanner] = await Promise.all([map.boundingBox(), banner.boundingBox()]);
    expect(ofMap!.y).toBeGreaterThanOrEqual(ofBanner!.y + ofBanner!.height);
    await saveScreenshot(page, "alert-live-day");

    await page.keyboard.press("a");
    await banner.waitFor({ state: "detached" });
    await page.getByTestId("nav-alerts").click();
    await alert.and(page.locator("[data-state=acknowledged]")).waitFor();
    // Outside, and less than the 300 m that no position is doubted for, however soon it comes.
    await push(0.00415);
    await page.getByText("Nothing that the rules watch for is happening.").waitFor();
    await page.getByText("All", { exact: true }).click();
    await alert.and(page.locator("[data-state=resolved]")).waitFor();
    const rules = page.getByTestId("alerts-rule");
    await rules.selectOption("Implausible positions");
    await page.getByText("No alert matches this rule and time.").waitFor();
    await rules.selectOption("Stadium");
    await page.getByTestId("alerts-period").selectOption("hour");
    await alert.and(page.locator("[data-state=resolved]")).waitFor();
    await expect.poll(() => page.url()).toContain("period=hour");
    await saveScreenshot(page, "alerts-filtered-day");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect(await readFile(await (await downloading).path(), "utf8")).toMatch(/^id,.*\r\n.*,Stadium,/s);

    await page.getByTestId("rule").filter({ hasText: "Stadium" }).getByTestId("test-rule").click();
    await page.getByTestId("run-test").click();
    await page.getByTestId("test-result").getByText("It would have raised one alert.").waitFor();
    await saveScreenshot(page, "alert-test-day");
    const kept = (await (await fetch(`${shown.station.url}/station/v1/alerts`)).json()) as readonly Alert[];
    expect(kept.map(({ rule_name: name, state }) => [name, state])).toEqual([["Stadium", "resolved"]]);
  }, 60_000);

  it("are raised by an aircraft with a crew, which is drawn and described apart from drones", async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.close);
    const page = await shown.open("#/sources");
    await page.getByTestId("add-source").click();
    await page.getByTestId("kind-adsb").check();
    await page.getByTestId("traffic-url").fill("192.168.1.20");
    await page.getByTestId("save-source").click();
    await page.getByText(/^An address such as/).waitFor();
    await saveScreenshot(page, "add-adsb-day");
    await page.getByTestId("traffic-url").fill(receiver.url);
    await page.getByTestId("save-source").click();
    await page.getByRole("article").filter({ hasText: "aircraft.json" }).getByText("Running").waitFor();

    await page.getByTestId("nav-alerts").click();
    await page.getByTestId("add-rule").click();
    await page.getByTestId("rule-kind").selectOption("traffic_near");
    await page.getByTestId("rule-name").fill("Helicopter");
    await page.getByTestId("rule-horizontal").fill("5000");
    await page.getByText("Critical", { exact: true }).click();
    await saveScreenshot(page, "alert-rule-traffic-day");
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rules").getByText("Helicopter").waitFor();

    await page.evaluate(`location.hash = "#/?at=${HELICOPTER.latitude},${HELICOPTER.longitude},11"`);
    const map = page.getByTestId("map");
    await map.and(page.locator("[data-traffic='2']")).waitFor();
    // Outside of the area of the other rule, whose alert would be before this one in the banner.
    await push(0.01);
    const banner = page.getByTestId("alert-banner");
    await banner.getByText("Helicopter").waitFor();
    // The aircraft in the middle of the map; a drone is beside it, and counted by itself.
    const card = page.getByTestId("traffic-card");
    // The banner has just made the map smaller: its middle may be elsewhere a moment later.
    await expect
      .poll(async () => {
        const { width, height } = (await map.boundingBox())!;
        await map.click({ position: { x: width / 2, y: height / 2 } });
        return card.isVisible();
      })
      .toBe(true);
    await card.getByText("OEXAB").waitFor();
    await card.getByText("Helicopter", { exact: true }).waitFor();
    await card.getByText("450 m above ellipsoid").waitFor();
    await card.getByText("adsb-127.0.0.1").waitFor();
    await saveScreenshot(page, "traffic-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "traffic-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });

    // The same by keyboard, from a list apart from the drones'; the address keeps the choice.
    await card.getByRole("button", { name: "Close" }).press("Enter");
    await card.waitFor({ state: "detached" });
    const list = page.getByTestId("traffic-list");
    await list.getByRole("button", { name: "2 aircraft with a crew in view" }).press("Enter");
    await list.getByRole("button", { name: "OEXAB Helicopter · 450 m above ellipsoid" }).press("Enter");
    await card.getByText("OEXAB").waitFor();
    expect(await page.getByTestId("aircraft-list").getByText("OEXAB").count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await expect.poll(() => page.url()).toContain("icao=440123");
    await page.reload();
    await card.getByText("OEXAB").waitFor();

    // As it was when the drone came, although the receiver knows nothing any more.
    const moment = new Date(Date.now() - 1000).toISOString();
    receiver.forget();
    const { latitude, longitude } = HELICOPTER;
    await page.evaluate(`location.hash = "#/?at=${latitude},${longitude},11&icao=440123&moment=${moment}"`);
    await page.getByTestId("replay-notice").waitFor();
    await map.and(page.locator("[data-traffic='2']")).waitFor();
    await card.getByText("OEXAB").waitFor();
    await saveScreenshot(page, "traffic-replay-day");

    await page.getByRole("button", { name: "Map tools" }).click();
    await page.getByTestId("traffic-layer").click();
    await map.and(page.locator("[data-traffic]")).waitFor({ state: "detached" });
    await card.waitFor({ state: "detached" });

    await page.getByTestId("nav-settings").click();
    await page.getByTestId("traffic-days").fill("0");
    await page.getByTestId("traffic-days-save").click();
    await page.getByText("A number of days from 1 to 3650.").waitFor();
    await page.getByTestId("traffic-days").fill("30");
    await page.getByTestId("traffic-days-save").click();
    await page.getByText("Saved. The station applies it within the hour.").waitFor();
    await saveScreenshot(page, "settings-traffic-day");
  }, 60_000);
});
