import { readFile } from "node:fs/promises";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";
import { CASTLE } from "../../support/zones.ts";
import { sharedData } from "../../support/shared-data.ts";

const LOG_TABLE = `document.querySelector(".log-table")`;
const SERIAL = "1588E040445AC004418";
/** An identifier has at most 20 characters (ASTM F3411). */
const LONG_SERIAL = "1596F351901900001099";
const HASTY_SERIAL = "1596F351901900001100";
const capture = sharedData("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");

/** Runs in the page before the console: while `areFramesHeld`, frames come only when `releaseFrames` is called. */
const HOLD_FRAMES = `(() => {
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const held = new Map();
  window.requestAnimationFrame = (draw) => {
    if (!window.areFramesHeld) return request(draw);
    const id = -1 - held.size;
    held.set(id, draw);
    return id;
  };
  window.cancelAnimationFrame = (id) => void (held.has(id) ? held.set(id, () => undefined) : cancel(id));
  window.releaseFrames = () => {
    window.areFramesHeld = false;
    for (const draw of held.values()) request(draw);
    return held.size;
  };
})()`;

describe.skipIf(browserPath === undefined || capture === undefined)("the log of a real flight", () => {
  const shown = useConsole({ replay: capture === undefined ? [] : [capture] });

  it("finds it by its period, shows its card and saves its track", async () => {
    const page = await shown.open("#/log?period=custom&from=2023-03-01T00:00:00.000Z&to=2023-05-01T00:00:00.000Z");
    const row = page.getByTestId("log-table").getByRole("row").filter({ hasText: SERIAL });
    await row.waitFor();
    await row.getByRole("button").click();

    const card = page.getByTestId("operation-card");
    await card.getByRole("heading", { level: 2, name: SERIAL, exact: true }).waitFor();
    await card.getByText("To operator").first().waitFor();
    await card.getByText("Wi-Fi beacon").waitFor();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await saveScreenshot(page, "log-real-flight-day");

    await card.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-csv").click()]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(download.suggestedFilename()).toContain(SERIAL);
    expect(lines.length).toBeGreaterThan(1_000);

    await page.getByTestId("open-evidence").click();
    await page.getByTestId("evidence-operations").waitFor();
    await page.getByTestId("evidence-make").click();
    await page.getByText("Enter a title.").waitFor();
    await page.getByTestId("evidence-title").fill("An Anafi over the field");
    // What was typed survives a crash.
    await page.reload();
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("evidence-title").inputValue()).toBe("An Anafi over the field");
    // A place around the flight, drawn by two corners and then all that the map shows; without one, all of it.
    await page.getByTestId("evidence-place").click();
    await page.getByTestId("region-place").waitFor();
    const [box, map] = [page.getByTestId("evidence-box"), page.getByTestId("evidence-map").getByTestId("map")];
    for (const position of [
      { x: 80, y: 60 },
      { x: 300, y: 220 },
    ]) {
      await map.click({ position });
    }
    await box.getByText(/^From .* to /).waitFor();
    const drawn = await box.textContent();
    await map.and(page.locator("[data-world]")).waitFor();
    await page.getByTestId("evidence-map").scrollIntoViewIfNeeded();
    await saveScreenshot(page, "evidence-place-day");
    await page.getByTestId("evidence-view").click();
    await expect.poll(() => box.textContent()).not.toBe(drawn);
    const [asked, placed] = await Promise.all([
      page.waitForRequest(/\/station\/v1\/evidence$/),
      page.waitForEvent("download"),
      page.getByTestId("evidence-make").click(),
    ]);
    expect(Object.keys(unzipSync(await readFile(await placed.path())))).toContain("telemetry/aircraft.gpx");
    expect(asked.postDataJSON()).toMatchObject({ bbox: expect.stringMatching(/^(-?[\d.]+,){3}-?[\d.]+$/) });
    await page.getByTestId("evidence-place").click();
    const [pack] = await Promise.all([page.waitForEvent("download"), page.getByTestId("evidence-make").click()]);
    expect(pack.suggestedFilename()).toContain("An-Anafi-over-the-field");
    const files = unzipSync(await readFile(await pack.path()));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["report.html", "telemetry/aircraft.gpx"]));
    const verify = async (content: Readonly<Record<string, Uint8Array>>) => {
      const buffer = Buffer.from(zipSync({ ...content }));
      await page.getByTestId("verify-file").setInputFiles({ name: "pack.zip", mimeType: "application/zip", buffer });
    };
    await verify({ ...files, "sources.json": strToU8("{}") });
    await page.getByTestId("verdict").getByText("sources.json was changed.").waitFor();
    await verify(files);
    await page.getByTestId("verdict").getByText("Signed with the key of this station.").waitFor();
    // The notes of what was saved lie over the page until they are closed.
    const notes = page.getByRole("button", { name: / from the list$/ });
    while ((await notes.count()) > 0) await notes.first().click();
    await saveScreenshot(page, "evidence-checked-day");

    const report = await page.context().newPage();
    await report.setContent(strFromU8(files["report.html"]!));
    await report.getByRole("img", { name: "Map of the tracks" }).first().waitFor();
    await saveScreenshot(report, "evidence-report-day");
    await report.close();

    await page.goBack();
    await page.reload();
    await card.getByRole("heading", { level: 2, name: SERIAL, exact: true }).waitFor();
    await page.getByTestId("filter-text").fill("no such aircraft");
    await page.getByText("Nothing passes the filters").waitFor();
  });
});

describe.skipIf(browserPath === undefined)("the columns of the log", () => {
  const shown = useConsole();

  it("fit a window of 1024 pixels, with nothing cut off", async () => {
    for (const technology of ["wifi_beacon", "bluetooth_legacy"] as const) {
      await pushFlight(shown.station.url, {
        serial: LONG_SERIAL,
        radio: "07",
        sensor: `receiver-on-the-roof-of-the-${technology}`,
        technology,
        endMs: Date.now(),
        latitude: 47.07,
        heightM: 60,
        points: 3,
      });
    }
    const page = await shown.open("#/log?period=hour", { width: 1024, height: 768 });
    const table = page.getByTestId("log-table");
    await table.getByText(LONG_SERIAL).waitFor();
    const widths = `(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(${LOG_TABLE})`;
    const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(widths);
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    const cells = `[...${LOG_TABLE}.querySelectorAll("td, th")]`;
    const cut = await page.evaluate<readonly string[]>(
      `${cells}.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`,
    );
    expect(cut).toEqual([]);
    const linesOfSerial = () =>
      table
        .getByText(LONG_SERIAL)
        .evaluate((text) => (text as { getClientRects(): ArrayLike<unknown> }).getClientRects().length);
    expect(await linesOfSerial()).toBe(1);
    // The technologies stand below the receivers, and not beside them as well.
    expect(await table.getByText("Bluetooth 4").filter({ visible: true }).count()).toBe(1);
    await saveScreenshot(page, "log-1024-day");

    // A large screen has the details beside a map of its full height, and what narrows the list in one line.
    await page.setViewportSize({ width: 2560, height: 1440 });
    expect(await linesOfSerial()).toBe(1);
    await table.getByRole("row").filter({ hasText: LONG_SERIAL }).getByRole("button").click();
    const boxes = await Promise.all(
      [page.getByTestId("map"), page.getByTestId("operation-card")].map((one) => one.boundingBox()),
    );
    const [map, card] = boxes.map((box) => box!);
    expect(map!.width).toBeGreaterThan(600);
    expect(map!.height).toBeGreaterThan(1_300);
    expect(card!.x).toBeGreaterThanOrEqual(map!.x + map!.width);
    expect(card!.height).toBeGreaterThan(1_300);
    const [period, find] = await Promise.all(
      [page.getByText("Last hour", { exact: true }), page.getByTestId("open-filters")].map((one) => one.boundingBox()),
    );
    expect(Math.abs(period!.y + period!.height / 2 - find!.y - find!.height / 2)).toBeLessThan(6);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await linesOfSerial()).toBe(1);
  });

  it("request a period in 24 hours, in the chosen time zone", async () => {
    const page = await shown.open("#/log?period=custom&from=2023-11-22T21:05:00.000Z");
    expect(await page.getByTestId("period-from-time").inputValue()).toBe("21:05");
    await page.getByTestId("period-from-time").fill("23:59");
    await page.getByTestId("period-from-time").press("Tab");
    await expect.poll(() => page.url()).toContain("23:59:00.000Z");
    const day = page.getByTestId("period-from-day");
    expect(await day.inputValue()).toBe("2023-11-22");
    await day.fill("22.11.2023");
    await day.press("Tab");
    await page.locator("[data-testid=period-from-day][aria-invalid=true]").waitFor();
    await day.fill("20231121");
    await day.press("Tab");
    await expect.poll(() => page.url()).toContain("2023-11-21T23:59:00.000Z");
    expect(await day.inputValue()).toBe("2023-11-21");
    expect(await page.getByRole("button", { name: "From, day: calendar" }).count()).toBe(1);
    await saveScreenshot(page, "log-custom-day");
    await page.getByTestId("mode-switch").click();
    await saveScreenshot(page, "log-custom-night");
  });
});

describe.skipIf(browserPath === undefined)("the card of the log", () => {
  const shown = useConsole();

  it("shows how near and how far each sensor received the aircraft, or why that is unknown", async () => {
    const flight = { serial: SERIAL, radio: "07", endMs: Date.now() - 60_000, latitude: 47.07, heightM: 60 };
    const place = { gnss_satellites: 9, gnss_position: { latitude: 47.06, longitude: 15.43 } };
    await shown.send("POST", "/station/v1/ingest/scout", { sn: "roof", ...place });
    await pushFlight(shown.station.url, {
      ...flight,
      sensor: "roof",
      technology: "wifi_beacon",
      points: 11,
      stepDegrees: 1e-4,
    });
    await pushFlight(shown.station.url, { ...flight, sensor: "cellar", technology: "bluetooth_legacy", points: 3 });
    const page = await shown.open("#/log?period=hour", { width: 1024, height: 700 });
    await page.getByTestId("log-table").getByRole("row").filter({ hasText: SERIAL }).getByRole("button").click();
    const card = page.getByTestId("operation-card");
    const of = (sensor: string) =>
      card.getByRole("listitem").filter({ hasText: sensor }).getByTestId("sensor-distance");
    // A hundredth of a degree to the north, and a thousandth more.
    await of("roof")
      .getByText(/^Distance of the aircraft: nearest 1\.11\skm, farthest 1\.22\skm\.$/)
      .waitFor();
    await of("cellar").getByText("Distance unknown: this sensor had no known place.", { exact: true }).waitFor();
    expect(await card.getByTestId("sensor-distance").count()).toBe(2);
    await of("cellar").scrollIntoViewIfNeeded();
    await saveScreenshot(page, "log-sensor-distances-day");
  });

  it("shows in which zone the aircraft was last, and where it was from the person, as on the live map", async () => {
    await shown.send("POST", "/station/v1/zone-sets?name=Castle", CASTLE);
    await pushFlight(shown.station.url, {
      serial: LONG_SERIAL,
      radio: "08",
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now() - 60_000,
      latitude: 47.07,
      heightM: 60,
      points: 3,
    });
    const page = await shown.open("#/log?period=hour");
    await page.evaluate(`localStorage.setItem("fieldstation.my-place", '{"latitude":47.06,"longitude":15.43}')`);
    await page.reload();
    await page.getByTestId("log-table").getByRole("row").filter({ hasText: LONG_SERIAL }).getByRole("button").click();
    const card = page.getByTestId("operation-card");
    const zones = card.getByTestId("in-zones");
    await zones.getByText("In Castle hill (Prohibited)").waitFor();
    expect(await zones.getByRole("listitem").count()).toBe(1);
    // A hundredth of a degree to the north of the person.
    await card.getByText(/^1\.11\skm, direction 000° N$/).waitFor();
    await saveScreenshot(page, "log-in-zone-day");
  });

  it("can be closed before its map draws a track", async () => {
    await pushFlight(shown.station.url, {
      ...{ serial: HASTY_SERIAL, radio: "09", sensor: "roof", technology: "wifi_beacon" },
      ...{ endMs: Date.now() - 60_000, latitude: 47.07, heightM: 60, points: 60 },
    });
    const page = await shown.open("#/settings");
    await page.addInitScript({ content: HOLD_FRAMES });
    const loaded = new Promise<Route>((resolve) => void page.route("**/station/v1/timeline/positions?*", resolve));
    await page.goto(`${shown.station.url}/?#/log?period=hour`);
    const lines = page.locator(".leaflet-plan-pane canvas");
    await page.locator("[data-testid=map][data-world]").waitFor();
    await page.evaluate("window.areFramesHeld = true");
    await (await loaded).continue();
    await lines.waitFor({ state: "attached" });
    const widthOf = () => lines.getAttribute("width");
    const before = await widthOf();
    await page.setViewportSize({ width: 1100, height: 700 });
    await expect.poll(widthOf).not.toBe(before);
    await page.getByTestId("nav-live").dispatchEvent("click");
    await page.getByTestId("log-table").waitFor({ state: "detached" });
    expect(await page.evaluate<number>("window.releaseFrames()")).toBeGreaterThan(0);
    // The frames were requested before this one. The page is then closed, which fails the test if one of them did.
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  });
});
