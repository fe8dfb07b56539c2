import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const SERIAL = "1596F350457791151042";

/** The whole text of the choice of a flight of a device. */
async function labelOfFlight(page: Page, name: string): Promise<string> {
  const choice = page.getByTestId("history-flight").locator("option", { hasText: name });
  await choice.waitFor({ state: "attached" });
  return ((await choice.textContent()) ?? "").trim();
}

describe.skipIf(browserPath === undefined)("devices in the console", () => {
  const shown = useConsole();

  beforeAll(async () => {
    await shown.send("POST", "/v1/aircraft", {
      name: "Red one",
      weight: null,
      uas_class: "AircraftUASClass.C1",
      endurance: 20,
    });
  });

  it("are paired by serial number, show what prevents a flight, are edited, shared and unpaired", async () => {
    // At the end the station says that the device is missing.
    const page = await shown.open("#/devices", { isExpected: (complaint) => complaint.includes("/v1/devices/") });
    await page.getByText("No devices yet").waitFor();
    await page.getByTestId("pair-device").click();
    await page.getByTestId("pair-do").click();
    await page.getByText("Enter the serial number.").waitFor();
    await page.getByTestId("pair-serial").fill(SERIAL);
    await page.getByTestId("pair-name").fill("Rooftop");
    await page.getByTestId("pair-activate").uncheck();
    // What was typed survives a crash; what is cancelled does not.
    await page.reload();
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("pair-serial").inputValue()).toBe(SERIAL);
    expect(await page.getByTestId("pair-activate").isChecked()).toBe(false);
    await page.getByTestId("pair-do").click();

    await page.getByRole("heading", { level: 1, name: "Rooftop" }).waitFor();
    const issues = page.getByTestId("device-issues");
    await issues.getByText("never activated").waitFor();
    await issues.getByTestId("activate").click();
    await issues.getByText("never activated").waitFor({ state: "detached" });
    await issues.getByRole("button", { name: "Choose an aircraft" }).click();
    await page.getByTestId("device-aircraft").selectOption({ label: "Red one" });
    await page.getByTestId("device-callsign").fill("OK-RED");
    await page.getByTestId("device-has-colour").check();
    await page.getByTestId("save-device").click();
    await issues.getByText("Nothing prevents a new flight").waitFor();
    await page.getByText("OK-RED").waitFor();
    await page.getByText("No SIM card of this device is known").waitFor();

    const id = new URL(page.url()).hash.split("/").at(-1)!;
    await shown.send("PUT", `/station/v1/devices/${id}/configuration-set`, { name: "Loud", data: { "ble.power": 8 } });
    await page.getByTestId("show-configuration").click();
    await page.getByRole("rowheader", { name: "ble.power" }).waitFor();
    await page.getByTestId("share-device").click();
    await page.getByTestId("share-user").fill("somebody");
    await page.getByTestId("share-do").click();
    await page.getByText("An account id looks like").waitFor();
    await page.keyboard.press("Escape");

    await page.getByTestId("unpair-device").click();
    await expect.poll(() => page.url()).toMatch(/#\/devices$/);
    const item = page.getByTestId("device-item").filter({ hasText: "OK-RED" });
    const offer = page.locator(".toast").filter({ hasText: "Rooftop is unpaired when this message disappears" });
    await item.getByTestId("is-unpairing").waitFor();
    await offer.getByRole("button", { name: "Undo" }).click();
    await item.getByTestId("is-unpairing").waitFor({ state: "detached" });
    const stored = (await (await fetch(`${shown.station.url}/v1/devices/${id}`)).json()) as { readonly owner: unknown };
    expect(stored.owner).not.toBeNull();

    await item.getByRole("link", { name: "Rooftop" }).click();
    await page.getByTestId("unpair-device").click();
    await item.getByRole("link", { name: "Rooftop" }).click();
    await page.getByTestId("edit-device").waitFor();
    // Whoever only owned it gets this answer once it is unpaired: its page cannot go on to show it.
    const ofDevice = `**/v1/devices/${id}?*`;
    await page.route(ofDevice, (route) =>
      route.fulfill({ status: 404, json: { error: "not_found", messages: ["id: there is no such device."] } }),
    );
    await offer.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Rooftop was unpaired.").waitFor();
    await page.getByRole("heading", { name: "That device cannot be shown" }).waitFor();
    await page.getByTestId("edit-device").waitFor({ state: "detached" });
    await page.unroute(ofDevice);
    await page.getByRole("link", { name: "All devices" }).last().click();
    // An administrator still sees it.
    await item.getByText("Not paired").waitFor();
  });

  it("show what they reported on their flights, flight by flight", async () => {
    const startMs = Date.now() - 7_200_000;
    const timeOf = (second: number) => new Date(startMs + second * 1_000).toISOString();
    const device = await shown.send<{ readonly id: string }>("POST", "/v1/devices", {
      serial_number: "1596F350457791151078",
      name: "Tag",
      activation_confirmed: true,
    });
    const fly = (callsign_used: string, firstSecond: number) =>
      shown.send<{ readonly id: string }>("POST", "/v1/flights", {
        date_planned_start: timeOf(firstSecond),
        date_planned_finish: timeOf(firstSecond + 600),
        date_started: timeOf(firstSecond),
        date_finished: timeOf(firstSecond + 600),
        status: "inactive",
        region: { type: "Point", coordinates: [15.43, 47.07], radius: 300 },
        max_flight_altitude: 480,
        takeoff_latitude: 47.07,
        takeoff_longitude: 15.43,
        device: device.id,
        callsign_used,
      });
    const first = await fly("TAG-1", 0);
    const states = Array.from({ length: 12 }, (_, index) => ({
      flight: first.id,
      time: timeOf(index * 10),
      battery: 4.2 - index / 20,
      satellites: 9,
    }));
    await shown.send<{ readonly id: string }>("POST", `/v1/flights/${first.id}/status-history`, states);
    await fly("TAG-2", 1_000);

    const page = await shown.open(`#/devices/${device.id}`);
    const history = page.getByTestId("device-history");
    // The newest flight is shown first, and nothing was reported on it.
    await history.getByText("The device reported no state during this flight.").waitFor();
    await page.getByTestId("history-flight").selectOption({ label: await labelOfFlight(page, "TAG-1") });
    await history.getByRole("img", { name: "Battery: from 3.65 V to 4.20 V" }).waitFor();
    expect(await history.getByRole("img").count()).toBe(2);
    expect(await seriousViolations(page)).toEqual([]);
    await history.getByRole("img").last().scrollIntoViewIfNeeded();
    await saveScreenshot(page, "device-history-day");
    await history.getByRole("link", { name: "Open the flight" }).click();
    await page.getByRole("heading", { level: 1, name: "TAG-1" }).waitFor();
  });
});
