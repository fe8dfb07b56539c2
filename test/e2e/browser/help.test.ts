import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { clipped } from "../../support/page-texts.ts";
import { chooseLanguage } from "../../support/screen-page.ts";

describe.skipIf(browserPath === undefined)("help", () => {
  const shown = useConsole();

  it("is at the bottom of the navigation, with its key and the shortcuts, also on a small laptop", async () => {
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
    // The guide of the language, at the page's topic; a screen reader reads it as what it is.
    const guide = page.getByTestId("guide");
    const topic = (language: string) => guide.locator(`[lang=${language}] [data-anchor=setting-up-sources]`);
    const atTop = async (language: string): Promise<number> => {
      const [inside, place] = [await guide.boundingBox(), await topic(language).boundingBox()];
      return Math.abs((place?.y ?? 9999) - (inside?.y ?? 0));
    };
    await topic("cs").waitFor();
    await expect.poll(() => atTop("cs")).toBeLessThan(16);
    expect(await topic("cs").innerText()).toBe("Přidávání zdrojů");
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "help-guide-cs-day");
    // Another language shows the same topic.
    await chooseLanguage(page, "de");
    await topic("de").waitFor();
    await expect.poll(() => atTop("de")).toBeLessThan(16);
    expect(await guide.locator("[lang=en], [lang=cs]").count()).toBe(0);
    await chooseLanguage(page, "en");
    await topic("en").waitFor();
    await expect.poll(() => atTop("en")).toBeLessThan(16);
  });
});
