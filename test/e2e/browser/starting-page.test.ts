import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isStartingPage, startingPage } from "../../../src/main/window/starting-page.ts";
import { translateState } from "../../../src/main/station/station.translation.ts";
import { desktopTexts, setDesktopLanguage } from "../../../src/main/text/desktop-text.ts";
import type { StationState } from "../../../src/preload/contract.ts";
import { LANGUAGES } from "../../../src/text/languages.ts";
import {
  browserPath,
  saveScreenshot,
  type Mode,
  openPage,
  overflows,
  seriousViolations,
  useBrowser,
  type WatchedPage,
} from "../../support/browser.ts";

const MODES: readonly Mode[] = ["day", "night", "red"];
const DAMAGED =
  "The recording in /data/fieldstation is damaged and cannot be opened. Put a backup back with `station restore FILE --data /data/fieldstation`, or copy what can still be read into a new file with `station salvage FILE --data /data/fieldstation`.";
const STATES: readonly StationState[] = [
  { kind: "starting" },
  { kind: "restarting", reason: "The station ended unexpectedly (code 9).", attempt: 1, waitMs: 250 },
  { kind: "failed", message: DAMAGED },
];

/** What the page has of the bridge, with one state of the station; the journeys of the desktop show the real one. */
const bridgeWith = (state: StationState) => `globalThis.fieldstation = { station: {
  onState: (listener) => listener(${JSON.stringify(translateState(state))}),
  restart: () => { globalThis.restarts = (globalThis.restarts ?? 0) + 1; },
} };`;

describe.skipIf(browserPath === undefined)("the page before the console", () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await openPage(await useBrowser(), { width: 800, height: 560 });
  });
  afterAll(async () => {
    setDesktopLanguage("en");
    await watched.context.close();
  });

  async function show(language: (typeof LANGUAGES)[number], mode: Mode, state: StationState): Promise<Page> {
    setDesktopLanguage(language);
    const page = await watched.context.newPage();
    await page.setViewportSize({ width: 800, height: 560 });
    await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
    await page.addInitScript({ content: bridgeWith(state) });
    await page.goto(startingPage(language, mode === "red"));
    return page;
  }

  describe.each(LANGUAGES)("in %s", (language) => {
    it.each(STATES)(
      "says in that language alone that the station is $kind, and is easy to read in each mode",
      async (state) => {
        const text = desktopTexts[language].starting;
        for (const mode of MODES) {
          const page = await show(language, mode, state);
          expect(await page.locator("html").getAttribute("lang")).toBe(language);
          const shown = await page.getByTestId("station-state").textContent();
          if (state.kind === "failed") {
            expect(shown?.split("\n")[0]).toBe(text.failed);
            expect(shown).toContain("station salvage FILE --data /data/fieldstation");
            if (language !== "en") expect(shown).not.toMatch(/\bThe\b|damaged|backup/);
          } else expect(shown).toBe(state.kind === "restarting" ? text.restarting : text.starting);
          expect(await seriousViolations(page)).toEqual([]);
          expect(await overflows(page)).toBe(false);
          await saveScreenshot(page, `first-page-${state.kind}-${language}-${mode}`);
          await page.close();
        }
      },
    );
  });

  it.each(LANGUAGES)("shows in %s what the station waits for", async (language) => {
    const page = await show(language, "night", { kind: "starting", waitsFor: "keychain" });
    expect(await page.getByTestId("station-state").textContent()).toBe(desktopTexts[language].starting.keychain);
    expect(await overflows(page)).toBe(false);
    await page.close();
  });

  it("can be tried again with the keyboard alone", async () => {
    const page = await show("en", "night", { kind: "failed", message: DAMAGED });
    await page.keyboard.press("Enter");
    expect(await page.evaluate<number>("globalThis.restarts")).toBe(1);
    await page.close();
  });

  it("is trusted in each of its forms, and nothing that is only like it", () => {
    for (const language of LANGUAGES)
      for (const isRed of [false, true]) expect(isStartingPage(startingPage(language, isRed))).toBe(true);
    expect(isStartingPage(`${startingPage("en", false)}#x`)).toBe(false);
    expect(isStartingPage("data:text/html,<h1>Fieldstation</h1>")).toBe(false);
  });
});
