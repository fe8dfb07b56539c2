import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { clipped } from "../../support/page-texts.ts";
import { chooseLanguage } from "../../support/screen-page.ts";

describe.skipIf(browserPath === undefined)("help", () => {
  const shown = useConsole();

  it("is at the bottom of the rail, with its key and the shortcuts, also on a small laptop", async () => {
    const page = await shown.open("#/sources", { width: 1024, height: 700 });
    await page.getByTestId("help-menu").waitFor();
    await chooseLanguage(page, "cs");
    const button = page.getByRole("button", { name: "Nápověda" });
    await button.waitFor();
    const box = await button.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(700);
    expect(await clipped(page)).toEqual([]);
    const overhang = (): Promise<number> =>
      page.evaluate<number>(`(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(
        document.querySelector("nav.places"))`);
    expect(await overhang()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await overhang()).toBe(0);
    await page.setViewportSize({ width: 1024, height: 700 });
    await button.click();
    await saveScreenshot(page, "help-menu-cs-day");
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^Nápověda k této stránce\s*F1$/),
      expect.stringMatching(/^Klávesové zkratky\s*\?$/),
    ]);
    await page.getByTestId("menu-shortcuts").click();
    await page.getByTestId("shortcuts").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("shortcuts").waitFor({ state: "detached" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("menu-help").press("Enter");
    // A screen reader reads it as what it is.
    await page.getByTestId("guide").locator("[lang=en]").getByRole("heading").first().waitFor();
    await page.getByRole("dialog").getByText("Příručka je v angličtině.").waitFor();
    await chooseLanguage(page, "en");
    await expect.poll(() => page.getByRole("dialog").getByText("The guide is in English.").count()).toBe(0);
  });
});
