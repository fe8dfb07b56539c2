import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { DROP_LOGS, dropUndated } from "../../support/dropped-logs.ts";

const POINTS = 120;

/** Ten o'clock of a day, typed into the two fields of a moment. */
async function fillDateTime(page: Page, testId: string, day: string): Promise<void> {
  await page.getByTestId(`${testId}-time`).fill("10:00");
  await page.getByTestId(`${testId}-day`).fill(day);
  await page.getByTestId(`${testId}-time`).press("Tab");
}

/** The whole text of the choice that contains a text. */
async function labelWith(page: Page, text: string): Promise<string> {
  const choice = page.getByTestId("compare-with").locator("option", { hasText: text }).first();
  await choice.waitFor({ state: "attached" });
  return ((await choice.textContent()) ?? "").trim();
}

/** What a person plans and has flown, in a real browser on a real station. */
describe.skipIf(browserPath === undefined)("planned flights in the console", () => {
  const shown = useConsole();

  const post = (path: string, body: object) => shown.send<{ readonly id: string }>("POST", path, body);

  /** `refusals`: statuses that the journey is about, and that a browser complains of. */
  function open(address: string, refusals: readonly number[] = []): Promise<Page> {
    const isExpected = (one: string) => refusals.some((status) => one.includes(`with a status of ${status}`));
    return shown.open(address, { isExpected });
  }

  it("are drawn on the map, survive a reload, show what prevents the flight, and are edited and cancelled", async () => {
    const device = { serial_number: "1596F350457791151077", name: "Rooftop", activation_confirmed: false };
    await post("/v1/devices", device);
    const page = await open("#/flights", [409]);
    await page.getByText("No flights yet").waitFor();
    await page.getByTestId("plan-flight").click();
    await page.getByTestId("plan-save").click();
    await page.getByRole("alert").getByText("Click where its middle is.").waitFor();

    await page.getByText("Polygon", { exact: true }).click();
    const map = page.getByTestId("map");
    const corners = page.getByTestId("plan-points").getByRole("listitem");
    for (const [index, position] of [
      { x: 200, y: 200 },
      { x: 420, y: 220 },
      { x: 300, y: 420 },
    ].entries()) {
      await map.click({ position });
      await expect.poll(() => corners.count()).toBe(index + 1);
    }
    const checks = page.getByTestId("plan-checks");
    await checks.getByText("The station has no zones").waitFor();
    expect(await checks.getByText("It touches no zone").count()).toBe(0);
    await page.getByTestId("plan-callsign").fill("OK-PLAN");
    await page.getByTestId("plan-device").selectOption({ label: "Rooftop" });
    await page.getByTestId("plan-checks").getByText("never activated").waitFor();
    await page.reload();
    await corners.nth(2).waitFor();
    expect(await page.getByTestId("plan-callsign").inputValue()).toBe("OK-PLAN");
    // This station knows no heights of the ground.
    await page.getByTestId("plan-ceiling").fill("480");
    const save = async () => {
      await page.getByTestId("plan-save").click();
      await page.getByTestId("confirm").click();
    };
    await save();
    await page.getByRole("alert").getByText("The plan could not be saved.").waitFor();
    await page.getByTestId("plan-device").selectOption({ label: "No device" });
    await save();

    await page.getByRole("heading", { level: 1, name: "OK-PLAN" }).waitFor();
    await page.getByTestId("edit-plan").click();
    await page.getByTestId("plan-ceiling").fill("333");
    await save();
    await page.getByTestId("flight-facts").getByText("333 m above sea level").waitFor();
    await page.getByTestId("cancel-flight").click();
    await page.getByTestId("confirm").click();
    await page.getByText("Cancelled", { exact: true }).waitFor();

    await page.goto(`${shown.station.url}/#/flights?status=planned`);
    await page.getByText("No flight passes the filters").waitFor();
    await page.getByTestId("flight-status").selectOption("cancelled");
    await page.getByTestId("flights").getByText("OK-PLAN").waitFor();
    await expect.poll(() => page.url()).toContain("status=cancelled");
    await page.goBack();
    await page.getByText("No flight passes the filters").waitFor();
  }, 60_000);

  it("are refused with a sentence where the area crosses itself, until a corner is moved", async () => {
    const page = await open("#/flights/plan");
    await page.getByText("Polygon", { exact: true }).click();
    const corners = page.getByTestId("plan-points").getByRole("listitem");
    for (const [index, [x, y]] of (
      [
        [200, 200],
        [420, 420],
        [420, 200],
        [200, 420],
      ] as const
    ).entries()) {
      await page.getByTestId("map").click({ position: { x, y } });
      await expect.poll(() => corners.count()).toBe(index + 1);
    }
    const sentence = page.getByRole("alert").getByText("The outline crosses itself.");
    await sentence.waitFor();
    await saveScreenshot(page, "flight-plan-crossing-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("plan-save").click();
    expect(page.url()).toContain("#/flights/plan");
    await page.getByRole("button", { name: "Remove point 4" }).click();
    await sentence.waitFor({ state: "detached" });
  });

  it("once flown, show track and profile in step, are worked out and saved as files", async () => {
    const startMs = Date.now() - 3_600_000;
    const timeOf = (second: number) => new Date(startMs + second * 1_000).toISOString();
    const { id } = await post("/v1/flights", {
      date_planned_start: timeOf(0),
      date_planned_finish: timeOf(600),
      date_started: timeOf(0),
      status: "inactive",
      region: { type: "Point", coordinates: [15.43, 47.07], radius: 300 },
      max_flight_altitude: 480,
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
      callsign_used: "OK-FLOWN",
    });
    const points = Array.from({ length: POINTS }, (_, second) => ({
      time: timeOf(second),
      location: { lat: 47.07 + second * 1e-5, lon: 15.43 },
      velocity: { x: 0, y: 1.1, z: 0 },
      height: second,
    }));
    await post(`/v1/flights/${id}/telemetry`, points);
    const states = Array.from({ length: POINTS / 10 }, (_, index) => ({
      flight: id,
      time: timeOf(index * 10),
      battery: 4.2 - index / 20,
      rsrp: -80 - index,
    }));
    await post(`/v1/flights/${id}/status-history`, states);

    const page = await open(`#/flights/${id}`);
    const profile = page.getByTestId("flight-profile");
    await profile.waitFor();
    await page.getByTestId("along").fill("90");
    await profile.getByText("90 m, 1.1 m/s, battery 3.75 V, RSRP −89 dBm").waitFor();
    await profile.getByRole("img", { name: "Battery: from 3.65 V to 4.20 V" }).waitFor();
    expect(await profile.getByRole("img").count()).toBe(4);
    await page.locator(".plan-pointer").waitFor();
    for (const chart of ["chart-height", "chart-rsrp"]) {
      await page.getByTestId("along").fill("90");
      const { x, y, width } = (await page.getByTestId(chart).boundingBox())!;
      await page.mouse.move(x + width - 40, y + 40);
      await profile.getByText("90 m, 1.1 m/s").waitFor({ state: "detached" });
      expect(Number(await page.getByTestId("along").inputValue())).toBeGreaterThan(95);
    }

    await page.getByTestId("process-flight").click();
    await page.getByText("Finished", { exact: true }).waitFor();
    await page.getByRole("img", { name: "Picture of the track" }).waitFor();
    await page.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-gpx").click()]);
    // What says that it was saved is above the play button.
    await page.locator(".toast-stack :is(.toast, [data-testid=exports])").first().waitFor();
    await page.getByTestId("play-flight").click({ trial: true });
    expect(download.suggestedFilename()).toMatch(/^OK-FLOWN_[\d-]+T[\d-]+\.gpx$/);
    expect((await readFile(await download.path(), "utf8")).match(/<trkpt /g)).toHaveLength(POINTS);

    // Played, the point moves by itself along chart and map, until the end.
    await page.getByTestId("along").fill("10");
    await page.getByTestId("play-speed").selectOption("60");
    await page.getByTestId("play-flight").press("Enter");
    await expect.poll(() => page.getByTestId("along").inputValue()).toBe(String(POINTS - 1));
    await page.getByTestId("charts-closer").press("Enter");
    await page.getByTestId("charts-whole").press("Enter");
    await expect.poll(() => page.getByTestId("charts-whole").isDisabled()).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "flight-charts-day");

    await page.getByTestId("report").click();
    await page.locator("[data-testid=flight-report][data-complete=yes] [data-testid=chart-rsrp] canvas").waitFor();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "flight-report-day");
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  });

  it("are imported from logs that are dropped on the page, after a look at what they hold, and only once", async () => {
    const page = await open("#/flights", [400]);
    await page.getByTestId("import-logs").waitFor();
    await page.evaluate(DROP_LOGS);
    const preview = page.getByTestId("import-preview");
    await preview.getByText("Evening round").waitFor();
    await preview.getByText("3 points").waitFor();
    await preview.getByText(/^letter\.gpx: /).waitFor();
    await page.locator("[data-testid=import-map] [data-testid=map][data-world=detailed]").waitFor();
    await saveScreenshot(page, "flight-import-day");
    await page.getByTestId("import-do").click();
    await page.getByText("1 flight was imported.").waitFor();
    await page.getByTestId("flights").getByText("1 Nov 2026").waitFor();
    // What nobody has named is told apart by its file and its place.
    await page.getByTestId("flights").getByText("evening.gpx · near Graz").waitFor();
    await page.getByTestId("sort-distance").click();
    await page.getByRole("button", { name: "Distance, descending" }).waitFor();
    await expect.poll(() => page.url()).toContain("sort=-distance");
    await page.getByTestId("flights").getByText("evening.gpx · near Graz").click();
    await page.getByTestId("compare").click();
    await page.getByTestId("compare-with").selectOption({ label: await labelWith(page, "OK-FLOWN") });
    const charts = page.getByTestId("compared-charts");
    await charts.getByRole("img", { name: /^evening.*Speed.*OK-FLOWN.*Speed/ }).waitFor();
    await saveScreenshot(page, "flight-compare-day");
    await page.getByTestId("mode-switch").click();
    await saveScreenshot(page, "flight-compare-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.goto(`${shown.station.url}/#/flights`);
    await page.getByTestId("import-logs").waitFor();

    await page.evaluate(DROP_LOGS);
    await preview.getByText("Imported before").waitFor();
    expect(await page.getByTestId("import-do").isDisabled()).toBe(true);
  });

  it.each(["day", "night"] as const)("of a log without dates are asked for their begin, in %s mode", async (mode) => {
    const page = await shown.open("#/flights", {
      mode,
      isExpected: (one) => one.includes("with a status of 400"),
    });
    await page.getByTestId("import-logs").waitFor();
    await page.evaluate(dropUndated(mode));
    const preview = page.getByTestId("import-preview");
    await preview.getByText("2 points without dates.").waitFor();
    await preview.getByText("The column “altitude” does not say what the height is above").waitFor();
    expect(await page.getByTestId("import-do").isDisabled()).toBe(true);

    await fillDateTime(page, "import-started", "2090-01-01");
    await preview.getByRole("alert").getByText("ahead of the station's clock").waitFor();
    await fillDateTime(page, "import-started", "2020-10-01");
    await preview.getByText("1 Oct 2020").waitFor();
    expect(await preview.getByRole("alert").count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, `flight-import-undated-${mode}`);
    await page.getByTestId("import-do").click();
    await page.getByText("1 flight was imported.").waitFor();
    await page.getByTestId("flights").getByText(`${mode}.csv`).click();
    await page.getByRole("heading", { name: `${mode}.csv`, level: 1 }).waitFor();
    await page.getByTestId("flight-facts").getByText("Imported from").waitFor();
  });

  it("are counted day by day in a calendar, which lists a day by keyboard, and saved together with checksums", async () => {
    const flown = { date_planned_start: "2026-03-14T23:30:00Z", date_planned_finish: "2026-03-15T00:30:00Z" };
    const { id } = await post("/v1/flights", {
      ...flown,
      date_started: flown.date_planned_start,
      status: "inactive",
      region: { type: "Point", coordinates: [15.43, 47.07], radius: 300 },
      max_flight_altitude: 480,
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
      callsign_used: "OK-NIGHT",
    });
    await post(`/v1/flights/${id}/telemetry`, [
      { time: flown.date_planned_start, location: { lat: 47.07, lon: 15.43 }, velocity: { x: 0, y: 1, z: 0 } },
    ]);
    const page = await open("#/flights?calendar=2026-02");
    await page.getByTestId("calendar-month").getByText("February 2026").waitFor();
    await page.getByRole("button", { name: "Sunday 1 February: no flights" }).focus();
    for (const key of ["PageDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await page.getByTestId("calendar-month").getByText("March 2026").waitFor();
    await page.getByRole("button", { name: "Sunday 15 March: 1 flight" }).and(page.locator(":focus")).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: "Saturday 14 March: 1 flight" }).press("Enter");
    await page.getByTestId("flight-range").getByText("1–1 of 1").waitFor();
    await expect.poll(() => page.url()).toContain("from=2026-03-14&to=2026-03-14");

    await page.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-gpx").click()]);
    expect(download.suggestedFilename()).toMatch(/_1-tracks_gpx\.zip$/);
    const files = unzipSync(await readFile(await download.path()));
    const [name, gpx] = Object.entries(files)[0]!;
    expect(name).toBe("OK-NIGHT_2026-03-14T23-30-00.gpx");
    const sum = createHash("sha256").update(gpx).digest("hex");
    expect(strFromU8(files["SHA256SUMS"]!)).toBe(`${sum}  ${name}\n`);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Saturday 14 March: 1 flight" }).click();
    await page.getByTestId("flight-range").getByText("of 1").waitFor({ state: "detached" });
  });
});
