import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { cs } from "../../../src/renderer/src/text/cs/cs.ts";
import { de } from "../../../src/renderer/src/text/de/de.ts";
import { sentencesByKey } from "../../../src/renderer/src/text/translation.rules.ts";
import { browserPath, keepScreenshot, type Mode, overflows, seriousViolations } from "../../support/browser.ts";
import { type TestConsole, useConsole } from "../../support/console.ts";
import { clipped, englishLeft } from "../../support/page-texts.ts";
import { DEVICE, FLIGHT, OVERLAYS, PAGES, type Screen } from "../../support/screens.ts";

const MINUTE_MS = 60_000;
/** Where long words need room. */
const TRANSLATED_PAGES = PAGES.filter(({ name }) => ["live-card", "flight", "sync", "settings"].includes(name));
const LANGUAGES = [
  { language: "de", name: "Deutsch", red: "Rot", sentences: sentencesByKey(de) },
  { language: "cs", name: "Čeština", red: "Červený", sentences: sentencesByKey(cs) },
] as const;

/** How many tiles of the map are still in the colours of the other mode: they stay until they are drawn anew. */
function tilesOfOtherMode(page: Page, mode: Mode): Promise<number> {
  return page.evaluate<number>(`(() => {
    const tiles = [...document.querySelectorAll(".leaflet-tile-pane canvas")];
    const copy = new OffscreenCanvas(tiles.length, 1).getContext("2d");
    tiles.forEach((tile, at) => copy.drawImage(tile, 0, 0, tile.width, tile.height, at, 0, 1, 1));
    const { data } = copy.getImageData(0, 0, tiles.length, 1);
    return tiles.filter((_, at) => data[4 * at] > 128 === ${mode !== "day"}).length;
  })()`);
}

/** On pages with a map: its tiles have arrived, so that the picture is worth looking at. */
async function worldIsDrawn(page: Page, mode: Mode): Promise<void> {
  if ((await page.locator(".map-view").count()) === 0) return;
  await page.locator("[data-testid=map][data-world=detailed]").waitFor();
  const tiles = page.locator(".leaflet-tile-pane canvas");
  await tiles.first().waitFor();
  await expect.poll(() => tiles.and(page.locator(":not(.leaflet-tile-loaded)")).count(), { timeout: 15_000 }).toBe(0);
  await expect.poll(() => tilesOfOtherMode(page, mode)).toBe(0);
}

/** What the demonstration does not bring: something on the pages of account data. */
async function addAccountData({ send }: TestConsole): Promise<void> {
  const post = (path: string, body: object) => send("POST", path, body);
  await post("/v1/aircraft", { name: "Red one", weight: 249, uas_class: "AircraftUASClass.C0", endurance: 31 });
  await post("/v1/devices", { serial_number: DEVICE, name: "Rooftop" });
  const startMs = Date.now() - 30 * MINUTE_MS;
  const timeOf = (second: number) => new Date(startMs + second * 1_000).toISOString();
  await post("/v1/flights", {
    id: FLIGHT,
    date_planned_start: timeOf(0),
    date_planned_finish: timeOf(1_800),
    date_started: timeOf(0),
    status: "inactive",
    region: { type: "Point", coordinates: [15.43, 47.07], radius: 200 },
    max_flight_altitude: 480,
    takeoff_latitude: 47.07,
    takeoff_longitude: 15.43,
    callsign_used: "OK-RED",
  });
  const points = Array.from({ length: 240 }, (_, second) => ({
    time: timeOf(second),
    location: { lat: 47.07 + 0.001 * Math.sin(second / 40), lon: 15.43 + 0.0015 * Math.sin(second / 25) },
    velocity: { x: 4 * Math.cos(second / 25), y: 3 * Math.cos(second / 40), z: 0 },
    height: 60 * Math.sin(second / 77),
  }));
  await post(`/v1/flights/${FLIGHT}/telemetry`, points);
  const states = Array.from({ length: 120 }, (_, index) => ({
    flight: FLIGHT,
    time: timeOf(2 * index),
    battery: 4.2 - index / 200,
    rsrp: -85 - 15 * Math.sin(index / 17),
    rsrq: -10 - 3 * Math.sin(index / 11),
    snr: 12 + 5 * Math.sin(index / 23),
    satellites: 12 + Math.round(3 * Math.sin(index / 19)),
  }));
  await post(`/v1/flights/${FLIGHT}/status-history`, states);
}

/** The cloud of a station in the field: nobody answers. */
async function addPeer({ send }: TestConsole): Promise<void> {
  const peer = { base_url: "http://127.0.0.1:9", name: "Cloud", token: "t".repeat(40) };
  await send("POST", "/station/v1/sync/peers", { ...peer, budget_bytes_per_month: 50_000_000 });
}

/** A program that waits for alerts, and a ground station that is not there. */
async function addOutputs({ send }: TestConsole): Promise<void> {
  const webhook = { kind: "webhook", url: "http://127.0.0.1:9/hook", secret: "s", events: ["alert", "sync_removed"] };
  await send("POST", "/station/v1/outputs", { name: "Duty officer", settings: webhook });
  const filter = { own: true, bbox: "15,46.9,16,47.2" };
  const mavlink = { kind: "mavlink", host: "127.0.0.1", port: 9 };
  await send("POST", "/station/v1/outputs", { name: "Ground station", settings: mavlink, filter });
}

async function show(page: Page, screen: Screen): Promise<void> {
  await page.locator(screen.shown).first().waitFor();
  for (const step of screen.steps ?? []) await page.locator(step).first().click();
  await isStillShown(page, screen);
}

async function isStillShown(page: Page, { shown, result }: Screen): Promise<void> {
  await page
    .locator(result ?? shown)
    .first()
    .waitFor();
}

function modeOf(page: Page): Promise<string | null> {
  return page.locator("html").getAttribute("data-mode");
}

describe.skipIf(browserPath === undefined)("every page of the console", () => {
  const shown = useConsole({ demo: true });

  beforeAll(async () => {
    await addAccountData(shown);
    await addPeer(shown);
    await addOutputs(shown);
  });

  /** In its colours, with its title and its tiles. */
  async function expectDrawn(page: Page, { name }: Screen, mode: Mode): Promise<void> {
    await page.emulateMedia({ colorScheme: mode === "night" ? "dark" : "light" });
    await expect.poll(() => modeOf(page)).toBe(mode);
    await worldIsDrawn(page, mode);
    expect(await modeOf(page)).toBe(mode);
    expect(await page.title()).toMatch(/^Fieldstation – /);
    expect(await page.getByTestId("demo-banner").textContent()).toContain("simulated");
    await keepScreenshot(page, `${name}-${mode}`);
  }

  // At 200 % a page has half the window. The window is made larger, and the mode changed, from test to test.
  describe.each(PAGES)("$name, opened by night in half a window", (screen) => {
    const page = shown.usePage(screen.address, (opened) => show(opened, screen), {
      mode: "night",
      width: 640,
      height: 400,
    });

    it("can be read at 200 %", async () => {
      expect(await modeOf(page())).toBe("night");
      expect(await overflows(page())).toBe(false);
      expect(await page().getByTestId("mode-switch").isVisible()).toBe(true);
    });

    it("has room on 1280 × 720", async () => {
      await page().setViewportSize({ width: 1280, height: 720 });
      await isStillShown(page(), screen);
      expect(await overflows(page())).toBe(false);
    });

    it("is shown without a complaint, readable for everybody", async () => {
      await page().setViewportSize({ width: 1280, height: 800 });
      await isStillShown(page(), screen);
      await expectDrawn(page(), screen, "night");
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });

    it("is shown by day as well", async () => {
      await isStillShown(page(), screen);
      await expectDrawn(page(), screen, "day");
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });
  });

  describe.each(LANGUAGES)(
    "in the language $name, in red mode and a small window",
    ({ language, name, red, sentences }) => {
      const settings = PAGES.find((screen) => screen.name === "settings")!;
      const page = shown.usePage(settings.address, (opened) => show(opened, settings), { width: 1024, height: 700 });

      it("is shown as soon as both are chosen, without a reload", async () => {
        await page().evaluate("window.isSamePage = true");
        await page().getByText(name, { exact: true }).click();
        await expect.poll(() => page().locator("html").getAttribute("lang")).toBe(language);
        await page().getByText(red, { exact: true }).click();
        await expect.poll(() => modeOf(page())).toBe("red");
        await expect.poll(() => page().title()).toBe(`Fieldstation – ${sentences.get("nav.settings")}`);
      });

      it.each(TRANSLATED_PAGES)(
        "has all of the page $name, with room for it, readable for everybody",
        async (screen) => {
          await page().evaluate(`location.hash = ${JSON.stringify(screen.address)}`);
          await show(page(), screen);
          await worldIsDrawn(page(), "red");
          await expect.poll(() => englishLeft(page(), sentences)).toEqual([]);
          expect(await overflows(page())).toBe(false);
          expect(await clipped(page())).toEqual([]);
          await keepScreenshot(page(), `${screen.name}-${language}-red`);
          expect(await seriousViolations(page())).toEqual([]);
          expect(await page().evaluate("window.isSamePage")).toBe(true);
        },
      );
    },
  );

  describe.each(OVERLAYS)("$name", (screen) => {
    const page = shown.usePage(screen.address, (opened) => show(opened, screen));

    it.each<Mode>(["day", "night"])("is shown in %s mode without a complaint, readable for everybody", async (mode) => {
      await isStillShown(page(), screen);
      await expectDrawn(page(), screen, mode);
      expect(await overflows(page())).toBe(false);
      expect(await seriousViolations(page())).toEqual([]);
    });
  });
});
