import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startSetupStation, type SetupStation } from "../../api/setup.fixture.ts";
import {
  browserPath,
  saveScreenshot,
  openPage,
  seriousViolations,
  useBrowser,
  type WatchedPage,
} from "../../support/browser.ts";
import { createArduRemoteId } from "../../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../../support/simulators/simulated-terminal.ts";
import { createNmeaReceiver, createNoise } from "../../support/simulators/unsettable.simulators.ts";

const canRun = browserPath !== undefined && hasSocat;

/** What is found at a port, and what the console offers there. */
describe.skipIf(!canRun)("looking at a port in the console", () => {
  let station: SetupStation;
  let browser: Browser;
  beforeAll(async () => {
    [station, browser] = await Promise.all([startSetupStation({ rendererDir: inject("builtConsole") }), useBrowser()]);
  });
  afterAll(() => station?.[Symbol.asyncDispose]());

  async function open(address: string): Promise<WatchedPage> {
    const watched = await openPage(browser, { mode: "day" });
    await watched.page.goto(`${station.whole.url}/${address}`);
    return watched;
  }
  const press = (page: Page, id: string) => page.getByTestId(id).click();
  const portOf = (page: Page, serial: string) => page.getByTestId("setup-port").filter({ hasText: serial });
  /** The session that the page shows. */
  const sessionOf = (page: Page) => new URL(page.url().replace("#", "")).searchParams.get("session") ?? "";

  it("shows that a set-up has ended elsewhere, and lets another begin", async () => {
    const device = createDronetagSimulator({ time: acceleratedTime(50) });
    const { path, unplug } = await station.plugIn("ttyF", device);
    const { page } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-device").getByText(DRONETAG_SERIAL).first().waitFor();
    await station.rest(sessionOf(page));
    await station.end(sessionOf(page));
    await page.getByText("This set-up has ended at the station.").waitFor();
    expect(await page.getByTestId("setup-device").count()).toBe(0);
    await portOf(page, "DT-USB-1").click();
    await page.getByTestId("setup-device").getByText(DRONETAG_SERIAL).first().waitFor();
    await station.rest(sessionOf(page));
    await press(page, "setup-end");
    await page.getByTestId("to-setup").waitFor();
    await unplug();
  });

  it("hands a receiver over to the sources, to be read as it was understood", async () => {
    const { path, unplug } = await station.plugIn(
      "ttyH",
      createDronetagSimulator({ time: acceleratedTime(50), type: 9 }),
    );
    const { page } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-device").getByText("Dronetag RIDER").first().waitFor();
    await station.rest(sessionOf(page));
    await press(page, "setup-as-source");
    await page.getByTestId("serial-protocol").waitFor();
    const added = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/sources"));
    await press(page, "save-source");
    expect((await added).postDataJSON()).toMatchObject({
      settings: { kind: "serial", path, protocol: "rider", baud_rate: 115_200 },
    });
    await unplug();
  });

  it("offers a GNSS receiver as the source of the station's place", async () => {
    const { path, unplug } = await station.plugIn("ttyI", createNmeaReceiver(acceleratedTime(5)));
    const { page } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-message").getByText("tells where the station stands").waitFor();
    await press(page, "setup-as-source");
    await page.getByTestId("source-position-by").waitFor();
    const added = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/sources"));
    await press(page, "save-source");
    expect((await added).postDataJSON()).toMatchObject({ settings: { kind: "position", url: path } });
    await unplug();
  });

  it("registers a module that reports no serial number by the one that was set on it", async () => {
    const device = createArduRemoteId(acceleratedTime(30), { usbSerialNumber: null, values: { MAVLINK_SYSID: 7 } });
    const { path, unplug } = await station.plugIn("ttyJ", device);
    const { page } = await open("#/devices/set-up");
    await page.getByTestId("setup-path").fill(path);
    await press(page, "setup-open");
    await page.getByTestId("setup-pair").getByText("It does not report a serial number.").waitFor();
    await expect.poll(() => page.getByTestId("setup-to-settings").isEnabled()).toBe(true);
    await press(page, "setup-to-settings");
    await page.getByTestId("setup-uas-id").fill("1596F351901936310361");
    await press(page, "setup-plan");
    await press(page, "setup-apply");
    await page.locator("[data-testid=setup-result][data-state=done]").waitFor();
    await press(page, "setup-step-device");
    await press(page, "setup-pair-submit");
    await page.getByTestId("setup-pair").getByText("Paired.").waitFor();
    await page.getByTestId("setup-pair").getByText("It is not known which aircraft it is mounted on.").waitFor();
    const { body } = await station.call("GET", "/v1/devices");
    expect(body).toMatchObject([{ serial_number: "1596F351901936310361" }]);
    await press(page, "setup-end");
    await unplug();
  });

  it("accepts a baud rate for a typed port, and again when nothing was understood", async () => {
    const { path, unplug } = await station.plugIn("ttyG", createNoise(acceleratedTime(5)));
    const { page } = await open("#/devices/set-up");
    const asked = () =>
      page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/sessions"));
    await page.getByTestId("setup-path").fill(path);
    await page.getByTestId("setup-baud-rate").fill("250000");
    const [first] = await Promise.all([asked(), press(page, "setup-open")]);
    expect(first.postDataJSON()).toEqual({ path, baud_rate: 250_000, repair_crlf: false });
    await page.getByTestId("setup-repair").waitFor();
    await saveScreenshot(page, "setup-not-understood-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("setup-baud-rate").fill("128000");
    const [second] = await Promise.all([asked(), press(page, "setup-repair")]);
    expect(second.postDataJSON()).toEqual({ path, baud_rate: 128_000, repair_crlf: true });
    await page.getByTestId("setup-repair").waitFor();
    await press(page, "setup-end");
    await unplug();
  });

  it("shows that the ports could not be listed, and lists them again by itself", async () => {
    const { page } = await openPage(browser, { mode: "day" });
    await page.route("**/station/v1/serial-ports", (route) =>
      route.fulfill({ status: 500, json: { messages: ["The disk is full."], error: "Internal Server Error" } }),
    );
    await page.goto(`${station.whole.url}/#/devices/set-up`);
    await page.getByRole("alert").getByText("The serial ports could not be listed").waitFor();
    await saveScreenshot(page, "setup-ports-failed-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.unroute("**/station/v1/serial-ports");
    await page.getByText("There is no serial port.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
