import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startSetupStation, type SetupStation } from "../../api/setup.fixture.ts";
import {
  browserPath,
  saveScreenshot,
  type Mode,
  openPage,
  seriousViolations,
  useBrowser,
  type WatchedPage,
} from "../../support/browser.ts";
import { createArduRemoteId } from "../../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../../support/simulators/simulated-terminal.ts";

const USB_SERIAL = "8CD0B2A4";
const UAS_ID = "1596F351901936310360";
const canRun = browserPath !== undefined && hasSocat;

/** A technician at the bench: a station with its console, and simulated devices behind pseudo-terminals. */
describe.skipIf(!canRun)("setting up a device in the console", () => {
  let station: SetupStation;
  let browser: Browser;
  beforeAll(async () => {
    [station, browser] = await Promise.all([startSetupStation({ rendererDir: inject("builtConsole") }), useBrowser()]);
  });
  afterAll(() => station?.[Symbol.asyncDispose]());

  async function open(address: string, mode: Mode = "day"): Promise<WatchedPage> {
    const watched = await openPage(browser, { mode });
    await watched.page.goto(`${station.whole.url}/${address}`);
    return watched;
  }
  const type = (page: Page, name: string, text: string) => page.getByTestId(`setup-value-${name}`).fill(text);
  const typed = (page: Page, name: string) => page.getByTestId(`setup-value-${name}`).inputValue();
  const press = (page: Page, id: string) => page.getByTestId(id).click();
  async function ends(page: Page, state: string): Promise<void> {
    await page.locator(`[data-testid=setup-result][data-state=${state}]`).waitFor();
  }
  async function look(page: Page, name: string): Promise<void> {
    await saveScreenshot(page, `setup-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
  }
  const portOf = (page: Page, serial: string) => page.getByTestId("setup-port").filter({ hasText: serial });
  /** The session that the page shows. */
  const sessionOf = (page: Page) => new URL(page.url().replace("#", "")).searchParams.get("session") ?? "";
  const outcomes = (page: Page) =>
    page
      .getByTestId("setup-result")
      .locator("[data-result]")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-result")));

  it("registers a module in three clicks, changes it, survives a replug, and restores its settings", async () => {
    const device = createArduRemoteId(acceleratedTime(30), {
      usbSerialNumber: USB_SERIAL,
      values: { MAVLINK_SYSID: 7 },
    });
    const first = await station.plugIn("ttyA", device);
    const { page, complaints } = await open("#/devices");

    await press(page, "to-setup");
    await look(page, "find-day");
    await portOf(page, USB_SERIAL).click();
    await page.getByTestId("setup-device").getByText(USB_SERIAL).waitFor();
    await press(page, "setup-pair-submit");
    await page.getByTestId("setup-pair").getByText("Paired.").waitFor();
    await look(page, "device-day");

    await press(page, "setup-to-settings");
    await type(page, "WIFI_CHANNEL", "300");
    await page.getByText("Enter 1 to 13.").waitFor();
    expect(await page.getByTestId("setup-plan").isDisabled()).toBe(true);
    await type(page, "WIFI_CHANNEL", "11");
    await type(page, "BT4_RATE", "2");
    await look(page, "settings-day");
    await press(page, "setup-plan");
    await page.getByTestId("setup-apply").waitFor();
    await look(page, "changes-day");
    await press(page, "setup-back");
    expect([await typed(page, "WIFI_CHANNEL"), await typed(page, "BT4_RATE")]).toEqual(["11", "2"]);
    await press(page, "setup-plan");
    await page.getByTestId("setup-apply").waitFor();

    // Unplugged in the middle: nothing was written, and nothing is written when it comes back under another name.
    await first.unplug();
    await page.getByTestId("setup-lost").waitFor();
    await look(page, "lost-day");
    const second = await station.plugIn("ttyB", device);
    await page.getByTestId("setup-lost").waitFor({ state: "detached" });
    // What it has kept is read before the person goes on.
    await station.rest(sessionOf(page));
    expect(device.values()).toMatchObject({ WIFI_CHANNEL: 6, BT4_RATE: 1 });

    await press(page, "setup-step-settings");
    expect([await typed(page, "WIFI_CHANNEL"), await typed(page, "BT4_RATE")]).toEqual(["11", "2"]);
    await type(page, "BT4_RATE", "1");
    await press(page, "setup-plan");
    await press(page, "setup-apply");
    await ends(page, "done");
    expect([await outcomes(page), device.values()["WIFI_CHANNEL"]]).toEqual([["verified"], 11]);
    await look(page, "result-day");
    await press(page, "setup-restore");
    await press(page, "setup-apply");
    await expect.poll(() => device.values()["WIFI_CHANNEL"]).toBe(6);
    await station.rest(sessionOf(page));
    await ends(page, "done");

    // An id cannot be read back: it is proved by air, while the page is looked at.
    await press(page, "setup-step-settings");
    await page.getByTestId("setup-uas-id").fill(UAS_ID);
    await press(page, "setup-plan");
    await press(page, "setup-apply");
    await page.locator("[data-result=unproven]").waitFor();
    await ends(page, "done");
    const BasicID = [{ UASID: UAS_ID, IDType: "serial_number" }];
    const odid = { BasicID, Location: { Latitude: 50.1, Longitude: 14.4 } };
    await station.call("POST", "/station/v1/ingest/scout", { body: { sn: "ROOF", tech: "WB", odid } });
    await page.getByTestId("setup-result").getByText("Received by air.").waitFor();
    expect(await outcomes(page)).toEqual(["verified"]);
    await look(page, "received-day");

    // In the list: how it was read last, what differs from its configuration set, and a way to set it up.
    const [registered] = (await station.call("GET", "/v1/devices")).body as readonly { readonly id: string }[];
    const set = { name: "Field", data: { WIFI_CHANNEL: 3, WIFI_PASSWORD: "secret" } };
    await station.call("PUT", `/station/v1/devices/${registered!.id}/configuration-set`, { body: set });
    await press(page, "setup-end");
    const item = page.getByTestId("device-item");
    await item.getByTestId("plugged-in").waitFor();
    await item.getByTestId("last-read").getByText("1 setting differs").waitFor();
    await look(page, "list-day");
    await item.getByRole("link").first().click();
    const known = page.getByTestId("device-setup");
    await known.getByText(/^Read /).waitFor();
    await known.getByText("WIFI_CHANNEL: 6 here, 3 in the set").waitFor();
    await known.getByText("WIFI_PASSWORD").waitFor();
    await look(page, "known-day");
    // The file that puts it back: as the command line takes it.
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "save-snapshot")]);
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({
      family: "arduremoteid",
      values: { WIFI_CHANNEL: 6, BT4_RATE: 1 },
    });
    await page.goBack();
    await item.getByTestId("set-up-device").click();
    await page.getByTestId("setup-device").getByText(USB_SERIAL).waitFor();
    await press(page, "setup-end");
    await item.waitFor();
    await second.unplug();
    expect(complaints).toEqual([]);
  });

  it("requires the typed text before it locks a module, and shows what the check misses, by keyboard alone", async () => {
    const device = createArduRemoteId(acceleratedTime(30), { usbSerialNumber: "0001", values: { MAVLINK_SYSID: 7 } });
    const { unplug } = await station.plugIn("ttyC", device);
    const { page, complaints } = await open("#/devices/set-up", "night");
    // The answer comes after the values, which the live connection brings.
    let answer = (): void => undefined;
    await page.route("**/setup/sessions/*/read", async (route) => {
      const response = await route.fetch();
      await new Promise<void>((done) => (answer = done));
      await route.fulfill({ response });
    });
    await portOf(page, "0001").focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("setup-device").getByText("0001").waitFor();
    await look(page, "device-night");
    await expect.poll(() => page.getByTestId("setup-to-settings").isEnabled()).toBe(true);
    await page.getByTestId("setup-to-settings").press("Enter");
    await page.getByTestId("setup-value-LOCK_LEVEL").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");

    const confirmation = page.getByTestId("setup-confirmation");
    await confirmation.waitFor();
    const late = page.waitForResponse("**/setup/sessions/*/read");
    answer();
    await late;
    expect(await page.getByTestId("setup-apply").isDisabled()).toBe(true);
    await confirmation.focus();
    await page.keyboard.type("0002");
    await page.getByText("The text does not match.").waitFor();
    await look(page, "dangerous-night");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("0001");
    await page.keyboard.press("Enter");
    await ends(page, "done");
    expect(device.values()["LOCK_LEVEL"]).toBe(1);
    // No key opens it.
    await page.getByTestId("setup-step-device").press("Enter");
    await page.getByTestId("setup-device").getByText("LOCK_LEVEL can be raised").waitFor();
    await page.getByTestId("setup-to-settings").press("Enter");
    await page.getByTestId("setup-value-LOCK_LEVEL").waitFor();
    expect(await page.getByTestId("setup-key").count()).toBe(0);
    await page.getByTestId("setup-step-result").press("Enter");

    await page.getByTestId("setup-to-ready").press("Enter");
    await page.getByLabel("Position of the operator").fill("50.1");
    await page.keyboard.press("Enter");
    await page.getByText("Enter coordinates such as 47.0700, 15.4300, or as DMS, UTM or MGRS.").waitFor();
    await page.getByLabel("Position of the operator").fill("33U VR 57082 49999");
    await page.keyboard.press("Enter");
    await page.getByTestId("setup-check-state").getByRole("listitem").first().waitFor();
    await page.getByText("No receiver of this station has received it yet.").waitFor();
    await look(page, "ready-night");
    await press(page, "setup-end");
    await unplug();
    expect(complaints).toEqual([]);
  });

  it("sets up a Dronetag at a port whose path was typed", async () => {
    const device = createDronetagSimulator({ time: acceleratedTime(50) });
    const { path, unplug } = await station.plugIn("ttyD", device);
    const { page, complaints } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-device").getByText(DRONETAG_SERIAL).first().waitFor();
    await expect.poll(() => page.getByTestId("setup-to-settings").isEnabled()).toBe(true);
    await press(page, "setup-to-settings");
    await type(page, "app/brightness", "40");
    await look(page, "dronetag-settings-day");
    await press(page, "setup-plan");
    await press(page, "setup-apply");
    await ends(page, "done");
    expect(await outcomes(page)).toEqual(["verified"]);
    await page.getByTestId("setup-restart").waitFor();

    // Locked with a key of its own, which is proved.
    await press(page, "setup-step-device");
    await press(page, "setup-protect");
    const dialog = page.getByRole("dialog");
    const protect = dialog.getByTestId("setup-protect-do");
    await dialog.getByTestId("setup-confirmation").fill("somebody else's");
    expect(await protect.isDisabled()).toBe(true);
    await look(page, "protect-day");
    await dialog.getByTestId("setup-confirmation").fill(DRONETAG_SERIAL);
    await protect.click();
    const lock = page
      .getByTestId("setup-result")
      .locator("[data-result=verified]")
      .filter({ hasText: "settings/lock" });
    await lock.waitFor();
    await ends(page, "done");
    expect(await outcomes(page)).toEqual(["verified", "verified", "verified"]);
    await page.getByTestId("setup-message").getByText("device-keys").waitFor();
    expect(device.store.current()).toMatchObject({ "settings/lock": true });
    await look(page, "protected-day");
    await press(page, "setup-step-device");
    await page.getByTestId("setup-device").getByText("Locked.", { exact: true }).waitFor();
    expect(await page.getByTestId("setup-protect").count()).toBe(0);
    await press(page, "setup-end");
    await page.getByTestId("to-setup").waitFor();
    await unplug();
    expect(complaints).toEqual([]);
  });

  it("does not wait for a device longer than the station, and ends nothing while it is written", async () => {
    const device = createDronetagSimulator({ time: acceleratedTime(50) });
    const { path, unplug } = await station.plugIn("ttyE", device);
    const { page } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-device").getByText(DRONETAG_SERIAL).first().waitFor();
    await expect.poll(() => page.getByTestId("setup-to-settings").isEnabled()).toBe(true);
    const { version, ...session } = await station.rest(sessionOf(page));
    // The station tells it a minute after the device was unplugged.
    const msg = "The device was not plugged in again within a minute.";
    const newer = { ...session, version: version + 1000 };
    const lost = { ...newer, state: "lost", error: { code: "lost", msg }, message: msg };
    let answer: object = { ...newer, state: "writing", message: "Writing. Leave the device plugged in." };
    await page.route(`**/setup/sessions/${session.id}`, (route) =>
      route.request().method() === "GET" ? route.fulfill({ json: answer }) : route.continue(),
    );
    // The list too, which the page asks for until it has the session.
    await page.route("**/setup/sessions", (route) =>
      route.request().method() === "GET" ? route.fulfill({ json: [answer] }) : route.continue(),
    );
    await page.reload();
    await page.getByText("The set-up can be ended as soon as this is written.").waitFor();
    expect(await page.getByTestId("setup-end").isDisabled()).toBe(true);
    await look(page, "writing-day");
    answer = lost;
    await page.reload();
    await page.getByTestId("setup-error").getByText(msg).waitFor();
    expect(await page.getByTestId("setup-lost").count()).toBe(0);
    await look(page, "not-back-day");
    await press(page, "setup-again");
    await expect.poll(() => sessionOf(page)).not.toBe(session.id);
    await page.getByTestId("setup-device").getByText(DRONETAG_SERIAL).first().waitFor();
    await station.rest(sessionOf(page));
    await press(page, "setup-end");
    await unplug();
  });
});
