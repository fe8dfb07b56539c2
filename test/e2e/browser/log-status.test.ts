import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const OTHERS = 1_100;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const LONG = "1596F351901900009999";
const NEW = "1596F351901900008888";

const lineOf = (serial: string, radio: number, timeMs: number): string =>
  JSON.stringify({
    sn: "roof",
    tech: "wifi_beacon",
    mac: `02:00:5e:01:${(radio >> 8).toString(16).padStart(2, "0")}:${(radio & 255).toString(16).padStart(2, "0")}`,
    timestamp: new Date(timeMs).toISOString(),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: 47 + radio / 10_000, Longitude: 15.4, AltitudeGeo: 400, Direction: 0 },
    },
  });

/** One that has been in the air for longer than any other: in the log it is beyond the first page. */
describe.skipIf(browserPath === undefined)("the filter of the log by a status that few operations have", () => {
  const shown = useConsole();
  const push = (lines: readonly string[]) => shown.send("POST", "/station/v1/ingest/scout", lines.join("\n"));

  beforeAll(async () => {
    const nowMs = Date.now();
    await push(Array.from({ length: 31 }, (_, minute) => lineOf(LONG, 9_999, nowMs - (30 - minute) * MINUTE_MS)));
    await push(
      Array.from({ length: OTHERS }, (_, index) =>
        lineOf(`1596F3519019${String(index).padStart(8, "0")}`, index, nowMs - 25 * MINUTE_MS + index * SECOND_MS),
      ),
    );
  });

  it("searches beyond the operations that are loaded, shows its progress, and can be stopped", async () => {
    // It has just been received again: a station calls it in the air for three minutes.
    await push([lineOf(LONG, 9_999, Date.now())]);
    const page = await shown.open("#/log?period=hour");
    await page.getByText("The newest 500 of 1,101 operations. Scroll on to load more.").waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/\/v2\/airspace\/operations\?.*offset=500/, async (route) => {
      await held.promise;
      // The page may not wait for it any more.
      await route.continue().catch(() => undefined);
    });
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-status").selectOption("current");
    await page.keyboard.press("Escape");

    const count = page.getByTestId("log-count");
    await count.getByText("Found 0, searched the newest 500 operations…").waitFor();
    await page.getByText("Nothing found so far").waitFor();
    await saveScreenshot(page, "log-search-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("log-search-stop").click();
    await count.getByText("Found 0 among the newest 500 operations. There are older ones.").waitFor();
    held.resolve();
    await page.getByTestId("log-search-on").click();
    await page.getByTestId("log-table").getByText(LONG).waitFor();
    await count.getByText("1 operation passes the filters").waitFor();
    expect(await page.getByTestId("log-search-on").count()).toBe(0);

    await page.reload();
    await page.getByTestId("log-table").getByText(LONG).waitFor();
  });

  it("exports all of them, also those that the list has not found yet, and shows the progress", async () => {
    await push([lineOf(LONG, 9_999, Date.now()), lineOf(NEW, 8_888, Date.now())]);
    const page = await shown.open("#/log?period=hour");
    await page.getByText("The newest 500 of 1,102 operations. Scroll on to load more.").waitFor();
    await page.getByRole("button", { name: "Export all 1,102" }).waitFor();
    const held = Promise.withResolvers<void>();
    const exported: string[] = [];
    await page.route(/\/v2\/airspace\/operations\?.*(offset=500|order=time&.*offset=1000)/, async (route) => {
      if (route.request().url().includes("order=time&")) exported.push(route.request().url());
      await held.promise;
      // The page may not wait for it any more.
      await route.continue().catch(() => undefined);
    });
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-status").selectOption("current");
    await page.keyboard.press("Escape");
    await page.getByTestId("log-search-stop").click();
    await page.getByText("Found 1 among the newest 500 operations. There are older ones.").waitFor();

    const all = page.getByRole("button", { name: "Export all that pass the filters" });
    await all.click();
    await page.getByTestId("export-csv").click();
    const tray = page.getByTestId("exports");
    await tray.getByText("Searching the log: 1 found among 1,000 operations").waitFor();
    await saveScreenshot(page, "log-export-search-day");
    expect(await seriousViolations(page)).toEqual([]);
    await tray.getByTestId("cancel-export").click();
    await tray.waitFor({ state: "detached" });
    held.resolve();

    await all.click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-csv").click()]);
    expect(download.suggestedFilename()).toMatch(/_2-tracks_csv\.zip$/);
    const names = (await readFile(await download.path())).toString("latin1");
    for (const name of [LONG, NEW]) expect(names).toContain(name);
    await page.getByText("2 tracks saved").waitFor();
    // Counted back from each request, the last hour would move on between two pages and leave some out.
    expect(exported.map((address) => /[?&]from=(\d{4})-/.test(address))).toEqual([true, true]);
  });
});
