import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startSetupStation, type SetupStation } from "../../api/setup.fixture.ts";
import {
  browserPath,
  saveScreenshot,
  type Mode,
  openPage,
  overflows,
  seriousViolations,
  useBrowser,
} from "../../support/browser.ts";
import { createArduRemoteId } from "../../support/simulators/arduremoteid.simulator.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime, realTime } from "../../support/simulators/simulated-terminal.ts";
import { createAutopilot } from "../../support/simulators/unsettable.simulators.ts";

/** A device restarts meanwhile, on a computer that may be slow. */
const PATIENT = { timeout: 45_000 };
const canRun = browserPath !== undefined && hasSocat;

/** A bench with many modules: a station with its console, and simulated devices behind pseudo-terminals. */
describe.skipIf(!canRun)("setting up many devices in the console", () => {
  let station: SetupStation;
  let browser: Browser;
  beforeAll(async () => {
    [station, browser] = await Promise.all([startSetupStation({ rendererDir: inject("builtConsole") }), useBrowser()]);
    const put = (method: string, path: string, body: object) => station.call(method, `/station/v1/${path}`, { body });
    await put("POST", "products", { code: "module", name: "Module", product_type: "rid_transmitter" });
    await put("POST", "products/module/flavors", { code: "field", name: "Field" });
    const data = { WIFI_CHANNEL: 11, BT4_RATE: 2, "app/brightness": 40 };
    await put("PUT", "flavors/field/configuration-set", { name: "Field", data });
  });
  afterAll(() => station?.[Symbol.asyncDispose]());

  async function look(page: Page, name: string, mode: Mode = "day"): Promise<void> {
    await page.emulateMedia({ colorScheme: mode === "night" ? "dark" : "light" });
    await page.locator(`html[data-mode=${mode}]`).waitFor();
    await saveScreenshot(page, `setup-many-${name}-${mode}`);
    expect(await overflows(page)).toBe(false);
    expect(await seriousViolations(page)).toEqual([]);
  }
  const focused = (page: Page) => page.evaluate<string>(`document.activeElement.id`);

  it("sets up each that is plugged in, by keyboard, through a reload, and prints and saves the results", async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(`${station.whole.url}/#/devices/set-up`);
    await page.getByTestId("to-batch").press("Enter");
    const set = page.getByTestId("batch-set");
    await set.locator("option", { hasText: "Module: Field" }).waitFor({ state: "attached" });
    await set.focus();
    await page.keyboard.type("Module");
    await expect.poll(() => set.inputValue()).toBe("field");
    await look(page, "start");
    await look(page, "start", "night");
    await page.getByTestId("batch-begin").press("Enter");
    await page.locator("[data-testid=batch][data-state=running]").waitFor();
    await expect.poll(() => focused(page)).toBe("batch-state");

    const row = (serial: string, state: string) =>
      page.locator(`[data-testid=batch-device][data-state=${state}]`, { hasText: serial });
    const cables = [
      await station.plugIn("ttyA", createDronetagSimulator({ time: realTime })),
      await station.plugIn(
        "ttyB",
        createArduRemoteId(acceleratedTime(30), { usbSerialNumber: "A1", values: { MAVLINK_SYSID: 7 } }),
      ),
    ];
    await page.getByTestId("batch-device").nth(1).waitFor();
    await look(page, "running");
    // The station goes on without the page, and tells it where it is.
    await page.reload();
    await row("A1", "done").getByText("2 of 2 proved").waitFor(PATIENT);
    await row(DRONETAG_SERIAL, "done").getByText("1 of 1 proved").waitFor(PATIENT);
    const locked = { MAVLINK_SYSID: 7, LOCK_LEVEL: 1 };
    cables.push(
      await station.plugIn("ttyC", createArduRemoteId(acceleratedTime(30), { usbSerialNumber: "B2", values: locked })),
      await station.plugIn("ttyD", createAutopilot(realTime)),
    );
    await row("B2", "failed").getByText("the module is locked").waitFor(PATIENT);
    await row("Flight controller", "not_possible").waitFor(PATIENT);
    await page.getByTestId("batch-counts").getByText("2 proved, 2 not, 0 under way").waitFor();

    await page.getByTestId("batch-end").press("Enter");
    await page.locator("[data-testid=batch][data-state=ended]").waitFor();
    await expect.poll(() => focused(page)).toBe("batch-state");
    await look(page, "ended");
    await look(page, "ended", "night");

    const downloading = page.waitForEvent("download");
    await page.getByTestId("batch-save").press("Enter");
    const table = await readFile(await (await downloading).path(), "utf8");
    const lines = table.trim().split("\r\n");
    expect(lines[0]).toMatch(/^time,serial_number,product,firmware,path,state/);
    expect(lines.slice(1).filter((line) => line.includes(",done,"))).toHaveLength(2);
    expect(lines).toHaveLength(5);

    // On paper: the list, and nothing of the screen around it.
    await page.emulateMedia({ media: "print" });
    await page.getByTestId("batch-save").waitFor({ state: "hidden" });
    expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
    expect(await page.getByTestId("batch-device").last().isVisible()).toBe(true);
    await saveScreenshot(page, "setup-many-print");
    await page.emulateMedia({ media: "screen" });

    await page.getByTestId("batch-again").press("Enter");
    await expect.poll(() => focused(page)).toBe("batch-begin");
    for (const { unplug } of cables) await unplug();
    expect(complaints).toEqual([]);
  });
});
