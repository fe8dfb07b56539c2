import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { cs } from "../../../src/renderer/src/text/cs/index.ts";
import { de } from "../../../src/renderer/src/text/de/index.ts";
import { en } from "../../../src/renderer/src/text/en/index.ts";
import { sentencesByKey } from "../../../src/text/translation.rules.ts";
import { browserPath, saveScreenshot, type Mode, overflows, seriousViolations } from "../../support/browser.ts";
import { waitUntilSignedIn, signIn, useConsole } from "../../support/console.ts";
import { walkByKeyboard } from "../../support/keyboard-walk.ts";
import { clipped, scrolledSideways, untranslatedTexts } from "../../support/page-texts.ts";
import { addAllData } from "../../support/screen-data.ts";
import {
  chooseLanguage,
  chooseMode,
  waitUntilScreenIsShown,
  showScreen,
  waitUntilMapIsDrawn,
} from "../../support/screen-page.ts";
import { OTHER_PAGES, OVERLAYS, PAGES, type Screen, WALKED_PAGES } from "../../support/screens.ts";

/** `all`: each page and dialog in each mode and language, which takes some minutes; otherwise once each. */
const IS_WHOLE = process.env["STATION_TEST_AXE"] === "all";
const SENTENCES = { en: sentencesByKey(en), cs: sentencesByKey(cs), de: sentencesByKey(de) };
type Language = keyof typeof SENTENCES;

const ALL_LOOKS = (["day", "night", "red"] as const).flatMap((mode) =>
  (["en", "cs", "de"] as const).map((language) => ({ mode, language })),
);
const SMALL_WINDOW = { width: 1024, height: 700 };
/** A window of 1280 × 800 at 200 %. */
const HALF_WINDOW = { width: 640, height: 400 };
/** The smallest phone, and the width of a window of 1280 at 400 % (WCAG 1.4.10). */
const PHONE = { width: 320, height: 640 };
const PERSON = { email: "ada@station.example", password: "correct horse battery", full_name: "Ada Field" };

const ANYONE = [...PAGES, ...OTHER_PAGES.filter(({ who }) => who === undefined), ...(IS_WHOLE ? OVERLAYS : [])];
const SIGNED_IN = OTHER_PAGES.filter(({ who }) => who === "signed in");
const SETTINGS = PAGES.find(({ name }) => name === "settings")!;

interface Look {
  readonly mode: Mode;
  readonly language: Language;
}

/** Pages in day and night mode are looked at in English by their own journeys: here in red, and in one of the others. */
function looksAt(index: number): readonly Look[] {
  return IS_WHOLE ? ALL_LOOKS : [{ mode: "red", language: index % 2 === 0 ? "de" : "cs" }];
}

async function expectGood(page: Page, screen: Screen, { mode, language }: Look): Promise<void> {
  if (!screen.isPaper) await chooseMode(page, mode);
  await chooseLanguage(page, language);
  await waitUntilMapIsDrawn(page, screen.isPaper ? "day" : mode);
  if (language !== "en") await expect.poll(() => untranslatedTexts(page, SENTENCES[language])).toEqual([]);
  expect(await overflows(page)).toBe(false);
  expect(await clipped(page)).toEqual([]);
  await saveScreenshot(page, `${screen.name}-${language}-${mode}`);
  expect(await seriousViolations(page)).toEqual([]);
}

async function expectRoom(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize(PHONE);
  await waitUntilScreenIsShown(page, screen);
  expect(await overflows(page)).toBe(false);
  expect(await scrolledSideways(page)).toEqual([]);
  await page.setViewportSize(HALF_WINDOW);
  await waitUntilScreenIsShown(page, screen);
  expect(await overflows(page)).toBe(false);
  expect(await clipped(page)).toEqual([]);
  // Those of `PAGES` are walked through by their own journey each time, in English.
  const isWalkedHere = IS_WHOLE || OTHER_PAGES.includes(screen);
  if (isWalkedHere && WALKED_PAGES.includes(screen.name)) {
    expect(await walkByKeyboard(page)).toEqual({ isRound: true, unseen: [] });
  }
}

async function expectWhole(page: Page, screen: Screen, index: number): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(screen.address)}`);
  await showScreen(page, screen);
  for (const look of looksAt(index)) {
    await expectGood(page, screen, look);
    if (look.mode !== "red") continue;
    try {
      await expectRoom(page, screen);
    } finally {
      // The next screen is checked in a whole window, whatever this one lacks.
      await page.setViewportSize(SMALL_WINDOW);
    }
  }
  // Whatever lies over the page.
  await page.keyboard.press("Escape");
  expect(await page.evaluate("window.isSamePage")).toBe(true);
}

const byName = (screens: readonly Screen[]) => screens.map((screen, index) => ({ name: screen.name, screen, index }));

describe.skipIf(browserPath === undefined)("in every mode and language, switched without a reload", () => {
  const shown = useConsole({ demo: true });
  beforeAll(() => addAllData(shown.send));

  const page = shown.usePage(SETTINGS.address, arrive, SMALL_WINDOW);

  async function arrive(opened: Page): Promise<void> {
    await showScreen(opened, SETTINGS);
    await opened.evaluate("window.isSamePage = true");
  }

  it("applies a mode and a language when they are chosen in the settings", async () => {
    await page().getByText("Deutsch", { exact: true }).click();
    await page().locator("html[lang=de]").waitFor();
    await page().getByText("Rot", { exact: true }).click();
    await page().locator("html[data-mode=red]").waitFor();
    await expect.poll(() => page().title()).toBe(`Fieldstation – ${SENTENCES.de.get("nav.settings")}`);
  });

  it.each(byName(ANYONE))("$name is complete, fits its space and is accessible", ({ screen, index }) =>
    expectWhole(page(), screen, index),
  );
});

describe.skipIf(browserPath === undefined)("with accounts, in every mode and language", () => {
  const shown = useConsole({ access: [] });
  const page = shown.usePage("#/", (opened) => opened.evaluate("window.isSamePage = true"), SMALL_WINDOW);
  const [firstAccount, door] = ["first-account", "sign-in"].map((name) =>
    OTHER_PAGES.find((one) => one.name === name)!,
  );

  it("the first account is complete, fits its space and is accessible", () => expectWhole(page(), firstAccount!, 0));

  it("the sign-in is complete, fits its space and is accessible", async () => {
    await shown.send("POST", "/v1/users", PERSON);
    await page().reload();
    await page().evaluate("window.isSamePage = true");
    await expectWhole(page(), door!, 1);
    await chooseLanguage(page(), "en");
    await page().getByTestId("sign-in").click();
    await signIn(page(), PERSON);
    await waitUntilSignedIn(page());
    await page().evaluate("window.isSamePage = true");
  });

  it.each(byName(SIGNED_IN))("$name is complete, fits its space and is accessible", ({ screen, index }) =>
    expectWhole(page(), screen, index),
  );
});
