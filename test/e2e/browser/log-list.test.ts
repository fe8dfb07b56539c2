import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../server/contracts/operations.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const OPERATIONS = 1_100;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Runs in the page: the log from its top to what is loaded, again and again, until nothing more comes. */
const SCROLL_DOWN = `(() => {
  const log = document.querySelector(".log-table");
  log.scrollTop = log.scrollHeight;
})()`;

const isNotFound = (complaint: string) => complaint.includes("with a status of 404");
const serialOf = (index: number) => `1596F3519019${String(index).padStart(8, "0")}`;

describe.skipIf(browserPath === undefined)("a log of more operations than are loaded at once", () => {
  const shown = useConsole();
  beforeAll(async () => {
    const nowMs = Date.now();
    const lines = Array.from({ length: OPERATIONS }, (_, index) =>
      JSON.stringify({
        sn: "roof",
        tech: "wifi_beacon",
        mac: `02:00:5e:00:${(index >> 8).toString(16).padStart(2, "0")}:${(index & 255).toString(16).padStart(2, "0")}`,
        timestamp: new Date(nowMs - (OPERATIONS - index) * SECOND_MS).toISOString(),
        odid: {
          BasicID: [{ UASID: serialOf(index), IDType: 1, UAType: 2 }],
          Location: { Status: 2, Latitude: 47 + index / 10_000, Longitude: 15.4, AltitudeGeo: 400, Direction: 0 },
        },
      }),
    );
    await shown.send("POST", "/station/v1/ingest/scout", lines.join("\n"));
  });

  it("is scrolled to its end with the mouse and by keyboard, with few rows rendered at a time", async () => {
    const page = await shown.open("#/log?period=hour");
    const log = page.getByTestId("log-table");
    const rows = log.locator("tbody tr");
    await rows.filter({ hasText: serialOf(OPERATIONS - 1) }).waitFor();
    await page.getByText(`The newest 500 of 1,100 operations. Scroll on to load more.`).waitFor();
    expect(await log.getAttribute("aria-rowcount")).toBe(String(OPERATIONS + 1));

    await rows.first().getByRole("button").focus();
    for (let row = 0; row < 100; row++) await page.keyboard.press("ArrowDown");
    await rows
      .filter({ hasText: serialOf(OPERATIONS - 101) })
      .getByRole("button", { pressed: true })
      .waitFor();

    await page.evaluate(SCROLL_DOWN);
    await page.getByText("The newest 1,000 of 1,100 operations.").waitFor();
    await page.evaluate(SCROLL_DOWN);
    await page.getByText("1,100 operations", { exact: true }).waitFor();
    await page.evaluate(SCROLL_DOWN);
    const last = rows.filter({ hasText: serialOf(0) });
    await last.waitFor();
    expect(await last.getAttribute("aria-rowindex")).toBe(String(OPERATIONS + 1));
    expect(await rows.count()).toBeLessThan(200);
  });

  it("shows the card of an operation that a link names before it is loaded, and reports an unknown one", async () => {
    const search = new URLSearchParams({ from: "-PT1H", search: serialOf(0) });
    const answer = await fetch(`${shown.station.url}/v2/airspace/operations?${search}`);
    const [oldest] = (await answer.json()) as readonly Operation[];
    const page = await shown.open(`#/log?period=all&operation=${oldest!.id}`, { isExpected: isNotFound });
    await page.getByText(`The newest 500 of 1,100 operations.`).waitFor();
    await page.getByTestId("operation-card").getByText(serialOf(0)).first().waitFor();
    const unknown = crypto.randomUUID();
    await page.evaluate(`location.hash = "#/log?period=all&operation=${unknown}"`);
    const missing = page.getByTestId("log-missing");
    await missing.getByText("It was deleted or merged into another one, or you may not see it.").waitFor();
    await saveScreenshot(page, "log-missing-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "log-missing-night");
    expect(await seriousViolations(page)).toEqual([]);
  });

  it("fills the form of an evidence pack with its period, and without its filter if that leaves too many", async () => {
    const page = await shown.open("#/log?period=hour");
    await page.getByText(`The newest 500 of 1,100 operations. Scroll on to load more.`).waitFor();
    const openedMs = Date.now();
    await page.getByTestId("open-evidence").click();
    await page.getByTestId("evidence-form").waitFor();
    const from = new URLSearchParams(page.url().split("?")[1]).get("from");
    expect(Math.abs(Date.parse(from!) - (openedMs - HOUR_MS))).toBeLessThan(2 * MINUTE_MS);
    expect(await page.getByTestId("evidence-unfiltered").count()).toBe(0);

    await page.goBack();
    await page.getByTestId("filter-text").fill(serialOf(OPERATIONS - 1).slice(0, -2));
    await page.getByText("100 operations pass the filters").waitFor();
    await page.getByTestId("open-evidence").click();
    await page.getByTestId("evidence-operations").getByText("100").waitFor();
    expect(await page.getByTestId("evidence-unfiltered").count()).toBe(0);

    await page.goBack();
    await page.getByTestId("filter-text").fill(serialOf(0).slice(0, -4));
    await page.getByText("The newest 500 of 1,100 operations. Scroll on to load more.").waitFor();
    await page.getByTestId("open-evidence").click();
    await page.getByTestId("evidence-unfiltered").getByText("the pack contains everything of this time").waitFor();
    expect(await page.getByTestId("evidence-operations").count()).toBe(0);
  });
});
