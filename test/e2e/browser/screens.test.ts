import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, type Mode, overflows, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { clipped } from "../../support/page-texts.ts";
import { walkByKeyboard } from "../../support/keyboard-walk.ts";
import { addAccountData } from "../../support/screen-data.ts";
import { waitUntilScreenIsShown, showScreen, waitUntilMapIsDrawn } from "../../support/screen-page.ts";
import { OVERLAYS, PAGES, type Screen, WALKED_PAGES } from "../../support/screens.ts";

const WHOLE_WALK = { isRound: true, unseen: [] };
const SETTINGS = PAGES.find(({ name }) => name === "settings")!;
/** At 200 % a page has half the window. */
const HALF_WINDOW = { width: 640, height: 400 };
const WINDOW = { width: 1280, height: 800 };

function modeOf(page: Page): Promise<string | null> {
  return page.locator("html").getAttribute("data-mode");
}

describe.skipIf(browserPath === undefined)("every page of the console", () => {
  const shown = useConsole({ demo: true });

  beforeAll(() => addAccountData(shown.send));

  // All are shown in one tab, whose process has compiled the console: a mode and a window are changed in place.
  const page = shown.usePage(SETTINGS.address, (opened) => showScreen(opened, SETTINGS), {
    mode: "night",
    ...HALF_WINDOW,
  });

  /** A page is loaded anew, as by its address; what lies over one is reached from where one is. */
  async function enter(screen: Screen, mode: Mode, window: typeof WINDOW): Promise<void> {
    const isLoaded = PAGES.includes(screen);
    // Whatever lies over the page before.
    await page().keyboard.press("Escape");
    await page().setViewportSize(window);
    await setMode(mode);
    await page().evaluate(`location.hash = ${JSON.stringify(screen.address)}`);
    if (isLoaded) await page().reload();
    await showScreen(page(), screen);
  }

  async function setMode(mode: Mode): Promise<void> {
    await page().emulateMedia({ colorScheme: mode === "night" ? "dark" : "light" });
    await page().locator(`html[data-mode=${mode}]`).waitFor();
  }

  /** In its colours, with its title and its tiles. */
  async function expectDrawn({ name }: Screen, mode: Mode): Promise<void> {
    await setMode(mode);
    await waitUntilMapIsDrawn(page(), mode);
    expect(await modeOf(page())).toBe(mode);
    expect(await page().title()).toMatch(/^Fieldstation – /);
    expect(await page().getByTestId("demo-banner").textContent()).toContain("simulated");
    await saveScreenshot(page(), `${name}-${mode}`);
  }

  // The window is made larger, and the mode changed, from test to test.
  describe.each(PAGES)("$name, opened by night in half a window", (screen) => {
    beforeAll(() => enter(screen, "night", HALF_WINDOW));

    it("can be read at 200 %", async () => {
      expect(await modeOf(page())).toBe("night");
      expect(await overflows(page())).toBe(false);
      expect(await page().getByTestId("mode-switch").isVisible()).toBe(true);
      expect(await clipped(page())).toEqual([]);
    });

    it("can be walked through by keyboard at 200 %, with every focused element in sight", async () => {
      const isWalked = WALKED_PAGES.includes(screen.name);
      const walk = isWalked ? await walkByKeyboard(page()) : WHOLE_WALK;
      expect(walk).toEqual(WHOLE_WALK);
    });

    it("has room on 1280 × 720", async () => {
      await page().setViewportSize({ width: 1280, height: 720 });
      await waitUntilScreenIsShown(page(), screen);
      expect(await overflows(page())).toBe(false);
    });

    it("is shown without an error, and accessible", async () => {
      await page().setViewportSize(WINDOW);
      await waitUntilScreenIsShown(page(), screen);
      await expectDrawn(screen, "night");
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });

    it("is shown by day as well", async () => {
      await waitUntilScreenIsShown(page(), screen);
      await expectDrawn(screen, "day");
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });
  });

  describe.each(OVERLAYS)("$name", (screen) => {
    beforeAll(() => enter(screen, "day", WINDOW));

    it.each<Mode>(["day", "night"])("is shown in %s mode without a complaint, readable for everybody", async (mode) => {
      await waitUntilScreenIsShown(page(), screen);
      await expectDrawn(screen, mode);
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });
  });
});
