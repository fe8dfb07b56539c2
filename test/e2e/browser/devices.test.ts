import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { browserPath, launchBrowser, openPage } from "../../support/browser.ts";
import { startTestStation, type TestStation } from "../../support/station.ts";

const SERIAL = "1596F350457791151042";

describe.skipIf(browserPath === undefined)("devices in the console", () => {
  let station: TestStation;
  let browser: Browser;

  beforeAll(async () => {
    [station, browser] = await Promise.all([startTestStation(), launchBrowser()]);
    await send("POST", "/v1/aircraft", {
      name: "Red one",
      weight: null,
      uas_class: "AircraftUASClass.C1",
      endurance: 20,
    });
  });
  afterAll(async () => {
    await browser?.close();
    await station?.stop();
  });

  async function send(method: string, path: string, body: object): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${station.url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return response.json();
  }

  async function open(address: string): Promise<Page> {
    const { page, context, complaints } = await openPage(browser);
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${station.url}/${address}`);
    return page;
  }

  it("are paired by serial number, say what stands in the way, are edited, shared and unpaired", async () => {
    const page = await open("#/devices");
    await page.getByText("No devices yet").waitFor();
    await page.getByTestId("pair-device").click();
    await page.getByTestId("pair-do").click();
    await page.getByText("Enter the serial number.").waitFor();
    await page.getByTestId("pair-serial").fill(SERIAL);
    await page.getByTestId("pair-name").fill("Rooftop");
    await page.getByTestId("pair-activate").uncheck();
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
    await issues.getByText("Nothing stands in the way").waitFor();
    await page.getByText("OK-RED").waitFor();
    await page.getByText("It has no SIM card").waitFor();

    const id = new URL(page.url()).hash.split("/").at(-1)!;
    await send("PUT", `/station/v1/devices/${id}/configuration-set`, { name: "Loud", data: { "ble.power": 8 } });
    await page.getByTestId("show-configuration").click();
    await page.getByRole("rowheader", { name: "ble.power" }).waitFor();
    await page.getByTestId("share-device").click();
    await page.getByTestId("share-user").fill("somebody");
    await page.getByTestId("share-do").click();
    await page.getByText("A user id looks like").waitFor();
    await page.keyboard.press("Escape");

    await page.getByTestId("unpair-device").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByTestId("unpair-device").click();
    await page.getByTestId("confirm").click();
    await page.getByTestId("device-item").filter({ hasText: "OK-RED" }).waitFor();
    expect(page.url()).toMatch(/#\/devices$/);
  });
});
