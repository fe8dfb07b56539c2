import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";
import { CASTLE } from "../../support/zones.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const GRAZ = { latitude: 47.07, longitude: 15.43 };
const FAIR_LATITUDE = 46.5;
/** Prohibited for a few days of the past. */
const FAIR = {
  identifier: "FAIR",
  country: "AUT",
  name: "Fair",
  restriction: "PROHIBITED",
  applicability: [{ permanent: "NO", startDateTime: "2020-01-01T00:00:00Z", endDateTime: "2020-01-05T00:00:00Z" }],
  geometry: [
    {
      uomDimensions: "M",
      lowerLimit: 0,
      lowerVerticalReference: "AGL",
      upperLimit: 500,
      upperVerticalReference: "AGL",
      horizontalProjection: { type: "Circle", center: [15.43, FAIR_LATITUDE], radius: 3000 },
    },
  ],
};

/** How many pixels of a layer of the map have this colour, give or take the rounding of a canvas. */
function pixelsOf(page: Page, pane: "tracks" | "zones", [red, green, blue]: readonly number[]): Promise<number> {
  return page.evaluate<number>(`(() => {
    const drawn = document.querySelector(".leaflet-${pane}-pane canvas");
    // A copy: reading what is drawn again and again would slow it down, and the browser says so.
    const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
    copy.drawImage(drawn, 0, 0);
    const { data } = copy.getImageData(0, 0, drawn.width, drawn.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      const off = Math.abs(data[at] - ${red}) + Math.abs(data[at + 1] - ${green}) + Math.abs(data[at + 2] - ${blue});
      if (data[at + 3] > 200 && off < 12) found += 1;
    }
    return found;
  })()`);
}

/** The colours of a mark and of a planned area by day and by night. */
const MARK = { day: [0xc4, 0x12, 0x2f], night: [0xff, 0x5d, 0x55] } as const;
const PLANNED = { day: [0x7a, 0x2c, 0x9e], night: [0xd8, 0xa8, 0xf0] } as const;

describe.skipIf(browserPath === undefined)("planned flights and zones on the live map", () => {
  const shown = useConsole();

  it("mark an aircraft in a prohibited zone on the list and its card, by day and by night", async () => {
    await shown.send("POST", "/station/v1/zone-sets?name=Castle", CASTLE);
    await pushFlight(shown.station.url, {
      serial: "1596F350457791151077",
      radio: "01",
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now() - SECOND_MS,
      latitude: GRAZ.latitude,
      heightM: 50,
      points: 5,
    });
    for (const mode of ["day", "night"] as const) {
      const page = await shown.open("#/?at=47.07,15.43,12", { mode });
      const row = page.getByTestId("aircraft-list").getByRole("option");
      await row.getByText("Prohibited zone").waitFor();
      await expect.poll(() => pixelsOf(page, "tracks", MARK[mode])).toBeGreaterThan(50);
      await row.click();
      const marks = page.getByTestId("operation-card").getByTestId("in-zones");
      await marks.getByText("In Castle hill (Prohibited)").waitFor();
      await marks.getByText("Whether its height is within the limits is not known.").waitFor();
      await saveScreenshot(page, `live-in-zone-${mode}`);
      expect(await seriousViolations(page)).toEqual([]);
      // What is in a zone stays marked while the zones are hidden.
      await page.getByTestId("zones-switch").click();
      await page.getByTestId("zone-list").waitFor({ state: "detached" });
      await row.getByText("Prohibited zone").waitFor();
    }
  });

  it("do not mark an aircraft in a zone that is not in force, but name the zone on its card", async () => {
    await shown.send("POST", "/station/v1/zone-sets?name=Fair", JSON.stringify({ UASZoneList: [FAIR] }));
    await pushFlight(shown.station.url, {
      serial: "1596F350457791151078",
      radio: "02",
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now() - SECOND_MS,
      latitude: FAIR_LATITUDE,
      heightM: 50,
      points: 5,
    });
    for (const mode of ["day", "night"] as const) {
      const page = await shown.open(`#/?at=${FAIR_LATITUDE},15.43,12`, { mode });
      const row = page.getByTestId("aircraft-list").getByRole("option");
      await row.click();
      const marks = page.getByTestId("operation-card").getByTestId("in-zones");
      await marks.getByText("In Fair (Prohibited)").waitFor();
      await marks.getByText("Not in force at this time.").waitFor();
      await marks.getByText("2020-01-01T00:00:00Z – 2020-01-05T00:00:00Z").waitFor();
      expect(await row.getByText("Prohibited zone").count()).toBe(0);
      expect(await pixelsOf(page, "tracks", MARK[mode])).toBe(0);
      await saveScreenshot(page, `live-zone-not-in-force-${mode}`);
      expect(await seriousViolations(page)).toEqual([]);
    }
  });

  it("are listed beside the live map, and told apart from received ones in the log", async () => {
    // Its window has begun, and nothing of it was received.
    const startMs = Date.now() - 5 * MINUTE_MS;
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      date_planned_start: new Date(startMs).toISOString(),
      date_planned_finish: new Date(startMs + 30 * MINUTE_MS).toISOString(),
      status: "planned",
      region: { type: "Point", coordinates: [GRAZ.longitude, GRAZ.latitude], radius: 600 },
      max_flight_altitude: 480,
      takeoff_latitude: GRAZ.latitude,
      takeoff_longitude: GRAZ.longitude,
      callsign_used: "OK-PLAN",
    });
    const page = await shown.open("#/?at=47.07,15.43,13");
    await page.getByTestId("planned-flights").getByText("1 planned flight").waitFor();
    await page.getByTestId("planned-flights-open").click();
    await page.getByRole("button", { name: "Show on the map: OK-PLAN" }).click();
    await page.getByText("1 zone in view").waitFor();
    await page.getByTestId("aircraft-list").getByRole("option").waitFor();
    await saveScreenshot(page, "live-planned-day");
    expect(await seriousViolations(page)).toEqual([]);
    await expect.poll(() => pixelsOf(page, "zones", PLANNED.day)).toBeGreaterThan(200);
    await page.getByTestId("planned-flights").getByRole("link", { name: "OK-PLAN" }).click();
    await page.getByRole("heading", { level: 1, name: "OK-PLAN" }).waitFor();

    await page.goto(`${shown.station.url}/#/log?period=hour`);
    const planned = page.getByTestId("log-table").getByRole("row").filter({ hasText: "Flight of an account" });
    await planned.getByText("Planned", { exact: true }).waitFor();
    await planned.getByText("not received").waitFor();
    await planned.getByRole("button").click();
    await expect.poll(() => page.url()).toContain(id);
    const card = page.getByTestId("operation-card");
    await card.getByRole("heading", { level: 2, name: "Flight of an account" }).waitFor();
    await card.getByText("It was not received.").waitFor();
    await saveScreenshot(page, "log-planned-day");
    expect(await seriousViolations(page)).toEqual([]);
    await card.getByRole("link", { name: "Open the flight" }).click();
    await page.getByRole("heading", { level: 1, name: "OK-PLAN" }).waitFor();

    const night = await shown.open("#/?at=47.07,15.43,13", { mode: "night" });
    await expect.poll(() => pixelsOf(night, "zones", PLANNED.night)).toBeGreaterThan(200);
    await saveScreenshot(night, "live-planned-night");
  });
});
