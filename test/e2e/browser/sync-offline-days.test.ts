import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Flight, FlightDetail } from "../../../server/contracts/flights.ts";
import type { FlightPoint } from "../../../server/contracts/flight-telemetry.ts";
import { HOUR_MS, isoFromMs } from "../../../server/kernel/clock.ts";
import { PLAN } from "../../api/flights-station.ts";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { DROP_LOGS } from "../../support/dropped-logs.ts";
import { done, type SyncStation, startSyncStation } from "../../sync/sync-station.ts";

describe.skipIf(browserPath === undefined)("days without a network", () => {
  const shown = useConsole();
  let cloud: SyncStation;
  beforeAll(async () => {
    cloud = await startSyncStation();
  });
  afterAll(async () => cloud?.[Symbol.asyncDispose]());

  async function here<T>(path: string): Promise<T> {
    return (await (await fetch(shown.station.url + path)).json()) as T;
  }
  const there = <T>(path: string) => done<T>(cloud.ann.call("GET", path));

  it("end with the same plan and the same flight on both sides, once each", async () => {
    const plan = {
      ...PLAN,
      date_planned_start: isoFromMs(Date.now() + HOUR_MS),
      date_planned_finish: isoFromMs(Date.now() + 2 * HOUR_MS),
      callsign_used: "OK-CLOUD",
      max_height: 50,
    };
    const { id } = await done<Flight>(cloud.ann.call("POST", "/v1/flights", plan));

    // At home: what was planned in the cloud arrives.
    const page = await shown.open("#/sync", { isExpected: (one) => one.includes("with a status of 400") });
    await page.getByTestId("add-peer").click();
    await page.getByTestId("peer-address").fill(cloud.station.url);
    await page.getByTestId("peer-token").fill(cloud.ann.pat);
    await page.getByTestId("peer-name").fill("Cloud");
    await page.getByTestId("save-peer").click();
    await page.getByRole("article", { name: "Cloud" }).getByText("Reachable").waitFor();
    await page.getByTestId("nav-flights").click();
    await page.getByTestId(`flight-${id}`).locator("[data-testid=flight-sync][data-state=there]").waitFor();
    await page.getByTestId("nav-sync").click();
    await page.getByTestId("peer-pause").click();
    await page.getByRole("button", { name: /^Resume/ }).waitFor();

    // In the field: a flight is logged, and the plan is changed, as it is by a colleague in the cloud.
    await page.getByTestId("nav-flights").click();
    await page.getByTestId("import-logs").waitFor();
    await page.evaluate(DROP_LOGS);
    await page.getByTestId("import-preview").getByText("Evening round").waitFor();
    await page.getByTestId("import-do").click();
    await page.getByText("1 flight was imported.").waitFor();
    const flown = (await here<readonly Flight[]>("/v1/flights")).find((flight) => flight.id !== id)!;
    await page.getByTestId(`flight-${flown.id}`).locator("[data-testid=flight-sync][data-state=only_here]").waitFor();
    await shown.send("PATCH", `/v1/flights/${id}`, {
      max_height: 60,
      lower_altitude: 5,
      takeoff_latitude: 50.000_123_4,
      takeoff_longitude: 14,
    });
    const inCloud = { max_height: 70, max_flight_altitude: 280, takeoff_latitude: 50.001, takeoff_longitude: 14 };
    await done(cloud.ann.call("PATCH", `/v1/flights/${id}`, inCloud));
    // Who reads maps with a grid reads a conflict in it.
    await page.getByTestId("nav-live").click();
    await page.getByRole("button", { name: "Map tools" }).click();
    await page.getByTestId("coordinate-format").selectOption("mgrs");

    // At home again: a person decides what both have changed.
    await page.getByTestId("nav-sync").click();
    await page.getByTestId("peer-pause").click();
    const conflict = page.getByTestId("conflict");
    await conflict.getByTestId("conflict-max_height").waitFor();
    const takeoff = conflict.getByTestId("type-takeoff");
    expect(await takeoff.inputValue()).toBe("33U VR 28333 39123");
    await saveScreenshot(page, "sync-offline-days-day");
    await conflict.getByTestId("choose-takeoff-other").check();
    await conflict.getByTestId("type-max_height").fill("65");
    await conflict.getByTestId("decide").click();

    await expect.poll(() => there(`/v1/flights/${id}`)).toMatchObject({ max_height: 65 });
    await conflict.waitFor({ state: "detached" });
    // What was shown in a grid of metres is kept as exactly as it was entered.
    const location = { lat: 50.000_123_4, lon: 14 };
    const decided = { max_height: 65, lower_altitude: 5, max_flight_altitude: 280, take_off: { location } };
    const path = `/v1/flights/${id}`;
    for (const one of [await here<FlightDetail>(path), await there<FlightDetail>(path)]) {
      expect(one).toMatchObject(decided);
    }
    const points = `/v1/flights/${flown.id}/telemetry`;
    const ofLog = await here<readonly FlightPoint[]>(points);
    expect(ofLog).toHaveLength(3);
    await expect
      .poll(async () => (await there<readonly FlightPoint[]>(points)).map(({ time }) => time))
      .toEqual(ofLog.map(({ time }) => time));
    const listed = await there<readonly Flight[]>("/v1/flights");
    expect(listed.map((flight) => flight.id).toSorted()).toEqual([id, flown.id].toSorted());
  });
});
