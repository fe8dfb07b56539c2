import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { AlertRule } from "../../../server/contracts/alerts.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { writeElevationTile } from "../../support/elevation-tile.ts";
import { pushFlight } from "../../support/flights.ts";

const SERIAL = "1581F5FJD2282A000009";
const tiles = mkdtempSync(join(tmpdir(), "fieldstation-tiles-"));
afterAll(() => rmSync(tiles, { recursive: true }));

// Flat ground, 353 m above sea level, in the southern half of a tile, and hills in the northern one.
writeElevationTile(tiles, "N47E015", (row, column) =>
  row <= 600 ? 353 + 400 * Math.abs(Math.sin(column / 25) * Math.cos(row / 40)) : 353,
);

/** Goes north, 11.1 m a second; without speeds, and with heights only where `heightM` is given. */
function gpx(name: string, heightM?: number): string {
  const points = Array.from({ length: 20 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 9, name.length, 10, 0, second)).toISOString();
    const ele = heightM === undefined ? "" : `<ele>${heightM + second}</ele>`;
    return `<trkpt lat="${(47.07 + second / 10_000).toFixed(4)}" lon="15.43">${ele}<time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${name}</name><trkseg>${points.join("")}</trkseg></trk></gpx>`;
}

/** Where the map of a plan begins: no tile of the ground is there. */
const ELSEWHERE = { latitude: 50.1, longitude: 14.1, zoom: 12 };
/** Another width of the corridor, without leaving the field that is being typed in. */
const WIDEN = `(() => {
  const field = document.querySelector("[data-testid=plan-radius]");
  field.value = "60";
  field.dispatchEvent(new Event("input", { bubbles: true }));
})()`;

describe.skipIf(browserPath === undefined)("heights in the console", () => {
  const shown = useConsole({ access: ["--local-operator", "--elevation-dir", tiles] });

  async function importFlight(log: string): Promise<string> {
    type Answer = { readonly flights: readonly { readonly id: string }[] };
    return (await shown.send<Answer>("POST", "/station/v1/flight-imports", log)).flights[0]!.id;
  }

  async function planAt(page: Page, place: string): Promise<void> {
    await page.getByTestId("plan-add-point").click();
    // The ground of the middle of the map, where this station has no tile: what is typed from now on stays.
    await page.getByTestId("plan-ceiling-hint").getByText("so there is no default").waitFor();
    const point = page.getByTestId("plan-points").getByRole("textbox");
    await point.fill(place);
    await point.press("Tab");
  }

  it.each(["day", "night"] as const)(
    "of an imported log without speeds are converted, and its speeds derived: both say so, in %s mode",
    async (mode) => {
      const id = await importFlight(gpx(mode === "day" ? "Converted" : "Converted by night", 400));
      const page = await shown.open(`#/flights/${id}`, { mode });
      const profile = page.getByTestId("flight-profile");
      await profile.getByRole("heading", { name: "Height, above ellipsoid, converted from sea level (m)" }).waitFor();
      await profile.getByRole("heading", { name: "Speed over ground, from the track (m/s)" }).waitFor();
      const facts = page.getByTestId("flight-facts");
      await facts.getByText(/^46\d\sm above ellipsoid, converted from sea level$/).waitFor();
      await facts.getByText("11 m/s, from the track").or(facts.getByText("11.1 m/s, from the track")).waitFor();
      await facts.getByText("419 m", { exact: true }).waitFor();
      await page.getByTestId("ground-below").waitFor();
      await page.getByTestId("along").fill("5");
      await profile.getByText(/45\d\sm, 52\sm above the ground, computed/).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await saveScreenshot(page, `flight-heights-${mode}`);
    },
  );

  it("that are unknown stay unknown: no chart of zeros, no ceiling of 0", async () => {
    const id = await importFlight(gpx("No heights"));
    const page = await shown.open(`#/flights/${id}`);
    const profile = page.getByTestId("flight-profile");
    await page.getByTestId("chart-speed").waitFor();
    expect(await page.getByTestId("chart-height").count()).toBe(0);
    await page.getByTestId("along").fill("5");
    await profile.getByText("height not known, 11").waitFor();
    const facts = page.getByTestId("flight-facts");
    await expect.poll(() => facts.getByText("not known", { exact: true }).count()).toBe(1);
    expect(await facts.getByText("Planned", { exact: true }).count()).toBe(0);
    await saveScreenshot(page, "flight-heights-unknown-day");

    const single = await importFlight(
      "time,latitude,longitude,battery\n2026-10-01T10:00:00Z,47.1,15.4,3\n2026-10-01T10:10:00Z,47.1,15.5,3\n",
    );
    await page.goto(`${shown.station.url}/#/flights/${single}`);
    await page.getByTestId("profile-empty").getByText("Neither heights nor speeds").waitFor();
    await saveScreenshot(page, "flight-profile-empty-day");
  });

  it("above the ground are computed where the station has its height, and hills are drawn", async () => {
    const push = () =>
      pushFlight(shown.station.url, {
        serial: "1581F5FJD2282A000010",
        radio: "0a",
        sensor: "ROOF",
        technology: "wifi_beacon",
        endMs: Date.now(),
        latitude: 47.07,
        heightM: 60,
        points: 3,
      });
    const page = await shown.open("#/?at=47.07,15.43,12");
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    const inList = page.getByTestId("computed-height").getByText(/^≈ 6\d\sm/);
    // Shown while it is received: it is, however long this page took.
    await expect
      .poll(
        async () => {
          await push();
          return inList.count();
        },
        { interval: 1_000, timeout: 60_000 },
      )
      .toBe(1);
    await saveScreenshot(page, "computed-height-list-day");
    await page.getByTestId("aircraft-list").getByRole("option").click();
    const metric = page.getByTestId("metric-above-ground");
    await metric.getByText("above ground, computed").waitFor();
    expect(await metric.textContent()).toMatch(/≈ 6\d\sm/);
    await saveScreenshot(page, "computed-height-card-day");

    await page.goto(`${shown.station.url}/#/?at=47.75,15.43,11`);
    await page.reload();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await page.locator(".hillshade canvas[data-drawn=day]").first().waitFor();
    await saveScreenshot(page, "hillshade-day");
    await page.getByRole("button", { name: "Night mode" }).click();
    await page.locator(".hillshade canvas[data-drawn=night]").first().waitFor();
    await page.getByRole("button", { name: "Map tools" }).press("Enter");
    const hills = page.getByRole("switch", { name: "Hills" });
    await hills.scrollIntoViewIfNeeded();
    await saveScreenshot(page, "hillshade-night");
    expect(await seriousViolations(page)).toEqual([]);
    await hills.press("Space");
    await page.locator(".hillshade").waitFor({ state: "detached" });
  });

  it("of the ground along a planned corridor are compared with its ceiling", async () => {
    const page = await shown.open("#/flights/plan", { place: ELSEWHERE });
    await page.getByText("Corridor", { exact: true }).click();
    await planAt(page, "47.45, 15.43");
    await page.getByTestId("plan-add-point").click();
    const point = page.getByTestId("plan-points").getByRole("textbox").nth(1);
    await point.fill("47.55, 15.45");
    // What is being typed stays while the form is drawn again, and the map goes there.
    await page.evaluate(WIDEN);
    await point.press("Tab");
    await expect.poll(async () => (await page.locator(".plan-line").boundingBox())?.height ?? 0).toBeGreaterThan(50);
    const profile = page.getByTestId("corridor-profile");
    await profile.getByText(/^Highest ground across its width: \d{3}\sm above sea level/).waitFor();
    await page.getByTestId("plan-ceiling").fill("400");
    await profile.getByText(/^The ground rises 1\d\d\sm above the ceiling\.$/).waitFor();
    await profile.scrollIntoViewIfNeeded();
    await saveScreenshot(page, "corridor-ground-day");
    await page.getByTestId("plan-ceiling").fill("900");
    await profile.getByText(/The ceiling is at least \d{3}\sm above it\./).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Night mode" }).click();
    await saveScreenshot(page, "corridor-ground-night");
  });

  it("on the card's summary have the reference that the aircraft sends", async () => {
    await pushFlight(shown.station.url, {
      serial: SERIAL,
      radio: "09",
      sensor: "ROOF",
      technology: "wifi_beacon",
      endMs: Date.now() - 3_600_000,
      latitude: 47.07,
      heightM: 40,
      points: 20,
    });
    const page = await shown.open("#/log");
    await page.getByTestId("log-table").getByRole("row").filter({ hasText: SERIAL }).getByRole("button").click();
    const statistics = page.getByTestId("statistics");
    await statistics.getByText("Height above ellipsoid").waitFor();
    expect(await statistics.getByText("above sea level").count()).toBe(0);
    await saveScreenshot(page, "operation-height-reference-day");
  });

  it.each(["day", "night"] as const)("of a plan are compared with the ground, in %s mode", async (mode) => {
    const page = await shown.open("#/flights/plan", { mode, place: ELSEWHERE });
    await planAt(page, "47.07, 15.43");
    const hint = page.getByTestId("plan-ceiling-hint");
    await hint.getByText("Empty: 473 m, which is 120 m above the ground.").waitFor();
    const ceiling = page.getByTestId("plan-ceiling");
    await ceiling.fill("120");
    await hint.getByText("The ground at the take-off is higher: 353 m.").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, `plan-below-ground-${mode}`);
    await page.getByTestId("plan-save").click();
    await page.getByTestId("plan-save").and(page.locator(":enabled")).waitFor();
    expect(page.url()).toContain("#/flights/plan");
    await ceiling.fill("400");
    await hint.getByText("47 m above the ground at the take-off").waitFor();
    await ceiling.fill("");
    await page.getByTestId("plan-save").click();
    await page.getByTestId("flight-facts").getByText("473 m above sea level, 120 m above the ground").waitFor();
  });

  it("of a plan that a program has made are compared with the ground on its page", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      date_planned_start: new Date(Date.now() + 3_600_000).toISOString(),
      date_planned_finish: new Date(Date.now() + 7_200_000).toISOString(),
      region: { type: "Point", coordinates: [15.43, 47.07], radius: 100 },
      max_flight_altitude: 120,
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
    });
    const page = await shown.open(`#/flights/${id}`);
    const facts = page.getByTestId("flight-facts");
    await facts.getByText("120 m above sea level: below the ground at the take-off, which is at 353 m").waitFor();
    await saveScreenshot(page, "flight-below-ground-day");
    expect(await seriousViolations(page)).toEqual([]);
  });

  it("of a plan over unknown ground have to be typed, and the console asks before it saves them", async () => {
    const page = await shown.open("#/flights/plan", { place: ELSEWHERE });
    await planAt(page, "60.1, 24.9");
    const hint = page.getByTestId("plan-ceiling-hint");
    await hint.getByText("so there is no default").waitFor();
    await page.getByTestId("plan-save").click();
    await page.locator("[data-testid=plan-ceiling][aria-invalid=true]").waitFor();
    await page.getByTestId("plan-ceiling").fill("150");
    await hint.getByText("How far that is above the ground cannot be checked").waitFor();
    await page.getByTestId("plan-save").click();
    const asked = page.getByRole("dialog", { name: "Save without knowing the ground?" });
    await asked.getByText("150 m above sea level").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "plan-unknown-ground-day");
    await asked.getByRole("button", { name: "Cancel" }).click();
    expect(page.url()).toContain("#/flights/plan");
    await page.getByTestId("plan-save").click();
    await asked.getByTestId("confirm").click();
    await page.getByTestId("flight-facts").getByText("150 m above sea level; the height of the ground").waitFor();
  });

  it("of a plan are those at the last position of the take-off", async () => {
    const page = await shown.open("#/flights/plan", { place: ELSEWHERE });
    await planAt(page, "60.1, 24.9");
    await page.getByTestId("plan-ceiling-hint").getByText("so there is no default").waitFor();
    const takeoff = page.getByTestId("plan-takeoff");
    // The form is sent before the ground is known: it asks for it, and asks again when typing has paused.
    const second = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(/elevation\?latitude=47\.07/, async (route) => {
      if (++asked === 2) second.resolve();
      await second.promise;
      // The second cancels the first.
      await route.continue().catch(() => undefined);
    });
    await takeoff.fill("47.07, 15.43");
    await takeoff.press("Enter");
    await page.getByTestId("flight-facts").getByText("473 m above sea level").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("above the ground are judged by a rule where the ground is known, which reports where it is not", async () => {
    const page = await shown.open("#/alerts/rules");
    await page.getByTestId("rule-kind").selectOption("height_above");
    await page.getByTestId("rule-name").fill("Above the hills");
    const reference = page.getByLabel("Height above");
    await reference.selectOption("ATO");
    await page.getByText("Only aircraft that report this height are judged.").waitFor();
    await reference.selectOption("AGL");
    await page.getByTestId("reference-hint").getByText("Where the ground height is not known").waitFor();
    await saveScreenshot(page, "alert-rule-height-day");
    await page.getByTestId("save-rule").click();
    const rule = page.getByTestId("rule").filter({ hasText: "Above the hills" });
    await rule.waitFor();

    for (const [UASID, Longitude] of [
      ["1581F5FJD2282A000011", 15.43],
      ["1581F5FJD2282A000012", 25.43],
    ]) {
      const Location = { Status: 2, Latitude: 47.07, Longitude, AltitudeGeo: 700 };
      const received = { sn: "roof", tech: "wifi_beacon", timestamp: new Date().toISOString() };
      const odid = { BasicID: [{ UASID, IDType: 1, UAType: 2 }], Location };
      await shown.send("POST", "/station/v1/ingest/scout", { ...received, odid });
    }
    const rules = async () =>
      (await (await fetch(`${shown.station.url}/station/v1/alert-rules`)).json()) as readonly AlertRule[];
    await expect.poll(async () => (await rules()).find(({ name }) => name === "Above the hills")?.not_judged).toBe(1);
    await page.reload();
    await rule.getByText("One aircraft in the air is not judged, because its height").waitFor();
    // 700 m above the ellipsoid are 653 m above the sea, and the ground is at 353 m.
    const computed = /up to ≈\s(?:29|30)\d\sm AGL, computed/;
    await page.getByTestId("alert").getByText(computed).waitFor();
    await saveScreenshot(page, "alerts-height-day");
    expect(await seriousViolations(page)).toEqual([]);
  });
});
