import { describe, expect, it } from "vitest";
import { browserPath, keepScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseMode } from "../../support/screen-page.ts";

const MODES = ["day", "night", "red"] as const;

/** While the station starts again, nobody answers the browser, which says so. */
const isOfRestart = (complaint: string) => /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|WebSocket connection/.test(complaint);

describe.skipIf(browserPath === undefined)("a backup", () => {
  // A process of its own, because it starts again.
  const shown = useConsole({ env: {} });

  async function addAircraft(name: string): Promise<void> {
    await shown.send("POST", "/v1/aircraft", { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 });
  }

  it("is restored from the settings, by a station that starts again by itself", async () => {
    await addAircraft("Kestrel");
    const page = await shown.open("#/settings", { isExpected: isOfRestart });
    await page.getByTestId("backup-now").click();
    const open = page.getByTestId("backup-list").getByRole("button", { name: "Restore" });
    await open.waitFor();
    await addAircraft("Osprey");

    await open.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Today's recording is kept beside it").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await keepScreenshot(page, "restore-dialog");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await open.click();
    await page.getByTestId("restore-do").click();

    const state = page.getByTestId("restore-state");
    await state.and(page.locator("[data-phase=done]")).waitFor();
    expect(await state.textContent()).toMatch(/was restored\. The former recording is kept as/);
    await page.getByTestId("found-backups").getByText("station.sqlite.before").first().waitFor();
    for (const mode of MODES) {
      await chooseMode(page, mode);
      await state.scrollIntoViewIfNeeded();
      expect([mode, await seriousViolations(page)]).toEqual([mode, []]);
      await keepScreenshot(page, `restore-done-${mode}`);
    }
    await page.getByTestId("restore-end").click();
    await state.waitFor({ state: "detached" });
    await page.goto(`${shown.station.url}/#/aircraft`);
    await page.getByText("Kestrel", { exact: true }).waitFor();
    expect(await page.getByText("Osprey").count()).toBe(0);
  });
});
