import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cs } from "../../../src/renderer/src/text/cs/index.ts";
import { de } from "../../../src/renderer/src/text/de/index.ts";
import { sentencesByKey } from "../../../src/text/translation.rules.ts";
import { overflows, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { walkByKeyboard } from "../../support/keyboard-walk.ts";
import { clipped, untranslatedTexts } from "../../support/page-texts.ts";
import { chooseLanguage, chooseMode } from "../../support/screen-page.ts";
import type { Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

const SMALL_WINDOW = { width: 1024, height: 700 };
/** A window of 1280 × 800 at 200 %. */
const HALF_WINDOW = { width: 640, height: 400 };

/** In a browser this section is not shown: every other page is looked at there, in each mode and language. */
describeJourneys("the desktop's section of Settings", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let page: Page;

  beforeAll(async () => {
    desktop = await launch({ dataDir, args: ["--demo", "--port", String(await findFreePort())] });
    ({ page } = desktop);
    await page.waitForURL((url) => url.protocol === "http:");
    await page.getByTestId("demo-banner").waitFor();
    await page.evaluate(`location.hash = "#/settings"`);
    await page.getByTestId("desktop-settings").getByTestId("key-in-keychain").waitFor();
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  async function expectRoom(): Promise<void> {
    expect(await overflows(page)).toBe(false);
    expect(await clipped(page)).toEqual([]);
  }

  it.each([
    { mode: "day", language: "en", sentences: undefined },
    { mode: "night", language: "cs", sentences: sentencesByKey(cs) },
    { mode: "red", language: "de", sentences: sentencesByKey(de) },
  ] as const)("is accessible in $mode mode, and fits its space in the language $language", async (look) => {
    const { mode, language, sentences } = look;
    await page.setViewportSize(SMALL_WINDOW);
    await chooseMode(page, mode);
    await chooseLanguage(page, language);
    if (sentences) await expect.poll(() => untranslatedTexts(page, sentences)).toEqual([]);
    await page.getByTestId("desktop-settings").scrollIntoViewIfNeeded();
    await expectRoom();
    await saveScreenshot(page, `settings-desktop-${language}-${mode}`);
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize(HALF_WINDOW);
    await expectRoom();
  });

  it("can be walked through by keyboard at 200 %, with every focused element in sight", async () => {
    await page.setViewportSize(HALF_WINDOW);
    expect(await walkByKeyboard(page)).toEqual({ isRound: true, unseen: [] });
  });
});
