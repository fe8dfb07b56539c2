import { beforeAll, describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const SERIAL = "1596F350457791151042";

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

  it("are paired by serial number, say what stands in the way, are edited, shared and unpaired", async () => {
    const page = await shown.open("#/devices");
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
    await page.getByText("The station knows of no SIM card").waitFor();

    const id = new URL(page.url()).hash.split("/").at(-1)!;
    await shown.send("PUT", `/station/v1/devices/${id}/configuration-set`, { name: "Loud", data: { "ble.power": 8 } });
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
