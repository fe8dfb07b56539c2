import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { browserPath, keepScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { sharedData } from "../../support/shared-data.ts";

const SERIAL = "1588E040445AC004418";
const capture = sharedData("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");

describe.skipIf(browserPath === undefined || capture === undefined)("the log of a real flight", () => {
  const shown = useConsole({ replay: capture === undefined ? [] : [capture] });

  it("finds it by its period, shows its card and saves its track", async () => {
    const page = await shown.open("#/log?period=custom&from=2023-03-01T00:00:00.000Z&to=2023-05-01T00:00:00.000Z");
    const row = page.getByTestId("log-table").getByRole("row").filter({ hasText: SERIAL });
    await row.waitFor();
    await row.getByRole("button").click();

    const card = page.getByTestId("operation-card");
    await card.waitFor();
    expect(await card.getByRole("heading", { level: 2 }).textContent()).toBe(SERIAL);
    await card.getByText("To operator").first().waitFor();
    await card.getByText("Wi-Fi beacon").waitFor();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await keepScreenshot(page, "log-real-flight-day");

    await card.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-csv").click()]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(download.suggestedFilename()).toContain(SERIAL);
    expect(lines.length).toBeGreaterThan(1_000);

    await page.reload();
    await card.waitFor();
    expect(await card.getByRole("heading", { level: 2 }).textContent()).toBe(SERIAL);
    await page.getByTestId("filter-text").fill("no such aircraft");
    await page.getByText("Nothing passes the filters").waitFor();
  });
});
