import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AlertRule } from "../../../server/contracts/alerts.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { writeElevationTile } from "../../support/elevation-tile.ts";

const tiles = mkdtempSync(join(tmpdir(), "fieldstation-tiles-"));
afterAll(() => rmSync(tiles, { recursive: true }));

writeElevationTile(tiles, "N47E015", () => 353);
const GRAZ = { latitude: 47.07, longitude: 15.43, zoom: 12 };

describe.skipIf(browserPath === undefined)("the lengths of rules and plans", () => {
  const shown = useConsole({ access: ["--local-operator", "--elevation-dir", tiles] });

  it("are typed in feet where the person reads feet, and kept in metres", async () => {
    const page = await shown.open("#/alerts/rules", { place: GRAZ });
    await page.evaluate(`localStorage.setItem("fieldstation.units", "aviation")`);
    await page.reload();
    await page.getByTestId("rule-kind").selectOption("height_above");
    await page.getByTestId("rule-name").fill("Above 400 feet");
    await page.getByText("Height (ft)").waitFor();
    await page.getByTestId("rule-height").fill("400");
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rule").filter({ hasText: "Above 400 feet" }).waitFor();
    const rules = (await (await fetch(`${shown.station.url}/station/v1/alert-rules`)).json()) as readonly AlertRule[];
    expect(rules.find(({ name }) => name === "Above 400 feet")?.metres).toBe(121.9);

    await page.evaluate(`location.hash = "#/flights/plan"`);
    await page.getByTestId("plan-add-point").click();
    await page.getByText("Radius (ft)").waitFor();
    await expect.poll(() => page.locator(".leaflet-control-scale").innerText()).toBe("1\u00a0NM");
    expect(await page.getByTestId("plan-radius").inputValue()).toBe("656");
    const hint = page.getByTestId("plan-ceiling-hint");
    await hint.getByText("Empty: 1552 ft, which is 394 ft above the ground.").waitFor();
    await page.getByTestId("plan-ceiling").fill("1640");
    await hint.getByText("Above sea level: 482 ft above the ground at the take-off.").waitFor();
    expect(await page.getByTestId("plan-ceiling").inputValue()).toBe("1640");
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "plan-in-feet-day");
    await page.getByTestId("plan-save").click();
    await page.getByTestId("flight-facts").getByText("1640 ft above sea level").waitFor();
  });
});
