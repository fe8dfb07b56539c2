import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { AlertRule } from "../../../server/contracts/alerts.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseLanguage } from "../../support/screen-page.ts";

/** A rule that every station comes with. */
const HIGHER_IN_GERMAN = "Höher als 120\u00a0m über dem Startpunkt";
const SMALL_WINDOW = { width: 1024, height: 700 };

/** What the browser draws at the end of a list of choices. */
const ARROW_PX = 28;

/** Choices of which one is wider than its field. */
function cutOffChoices(page: Page): Promise<readonly string[]> {
  return page.evaluate<
    readonly string[]
  >(`[...document.querySelectorAll(".filter-panel select, .aircraft-list select")].flatMap((select) => {
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ${ARROW_PX};
    const isCutOff = ({ textContent }) => pen.measureText(textContent.trim()).width > room;
    return [...select.options].filter(isCutOff).map(({ textContent }) => textContent.trim());
  })`);
}

describe.skipIf(browserPath === undefined)("in Czech and German, the words", () => {
  const shown = useConsole();

  it.each(["en", "cs", "de"])("of the filters (%s) fit into their fields", async (language) => {
    const page = await shown.open("#/");
    await page.setViewportSize(SMALL_WINDOW);
    await chooseLanguage(page, language);
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-panel").waitFor();
    expect(await cutOffChoices(page)).toEqual([]);
    await saveScreenshot(page, `filters-${language}-day`);
  });

  it("of rules that the station came with are translated, and stay as they are stored", async () => {
    const page = await shown.open("#/alerts/rules/a1e70000-0000-4000-8000-000000000002");
    await page.getByTestId("rule-name").waitFor();
    await chooseLanguage(page, "de");
    await page.reload();
    await expect.poll(() => page.getByTestId("rule-name").inputValue(), { timeout: 15_000 }).toBe(HIGHER_IN_GERMAN);
    await page.getByText("Warnung", { exact: true }).waitFor();
    await chooseLanguage(page, "cs");
    await page.getByText("Varování", { exact: true }).waitFor();
    expect(await page.getByText("Warnung", { exact: true }).count()).toBe(0);
    await chooseLanguage(page, "de");
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rule").filter({ hasText: HIGHER_IN_GERMAN }).waitFor();
    const rules = (await (await fetch(`${shown.station.url}/station/v1/alert-rules`)).json()) as readonly AlertRule[];
    expect(rules.map(({ name }) => name)).toContain("Higher than 120 m above take-off");
  });

  it("of a rule's test report how many aircraft could not be judged", async () => {
    const path = "/station/v1/alert-rules/a1e70000-0000-4000-8000-000000000002";
    await shown.send("PATCH", path, { enabled: true });
    const received = { sn: "roof", tech: "wifi_beacon", timestamp: new Date().toISOString() };
    const odid = {
      BasicID: [{ UASID: "1581F5FJD2282A000013", IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: 50.1, Longitude: 14.1, AltitudeGeo: 700 },
    };
    await shown.send("POST", "/station/v1/ingest/scout", { ...received, odid });
    const rule = async () => (await (await fetch(`${shown.station.url}${path}`)).json()) as AlertRule;
    await expect.poll(async () => (await rule()).not_judged, { timeout: 15_000 }).toBe(1);
    // Switched off, it counts no aircraft in the air; what it is tested on was received before.
    await shown.send("PATCH", path, { enabled: false });

    const page = await shown.open("#/alerts");
    const row = page.getByTestId("rule").filter({ hasText: "Higher than 120 m above take-off" });
    await row.getByTestId("test-rule").click();
    await page.getByTestId("run-test").click();
    const notJudged = page.getByTestId("test-not-judged");
    await notJudged
      .getByText(/^One aircraft of this period could not be judged, because none of its records/)
      .waitFor();
    await chooseLanguage(page, "de");
    await notJudged.getByText("Eine Drohne dieser Zeit konnte nicht beurteilt werden").waitFor();
    await chooseLanguage(page, "cs");
    await notJudged.getByText("Jeden dron z této doby nebylo možné posoudit").waitFor();
    await saveScreenshot(page, "alert-test-not-judged-cs-day");
    expect(await seriousViolations(page)).toEqual([]);
  });
});
