import { Buffer } from "node:buffer";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Mode } from "./browser.ts";
import type { Screen, Step } from "./screens.ts";

const ASK_EVERY_MS = 50;
/** The same time as for other waits (test/support/browser.ts). */
const MAX_WAIT_MS = 15_000;

/** Opens a screen on a page that is already open, and waits until it is shown. */
export async function showScreen(page: Page, screen: Screen): Promise<void> {
  await page.locator(screen.shown).first().waitFor();
  for (const step of screen.steps ?? []) await take(page, step);
  await waitUntilScreenIsShown(page, screen);
}

async function take(page: Page, step: Step): Promise<void> {
  if (typeof step === "string") await page.locator(step).first().click();
  else if ("press" in step) await page.keyboard.press(step.press);
  else if ("fill" in step) await page.locator(step.fill).first().fill(step.text);
  else if ("select" in step) await page.locator(step.select).first().selectOption(step.option);
  else if ("upload" in step) {
    const file = { name: step.name, mimeType: "application/octet-stream", buffer: Buffer.from(step.text) };
    await page.locator(step.upload).first().setInputFiles(file);
  } else await clickIn(page, step);
}

async function clickIn(page: Page, { clickIn: selector, at }: Extract<Step, { clickIn: string }>): Promise<void> {
  const element = page.locator(selector).first();
  const box = (await element.boundingBox())!;
  for (const [x, y] of at) await element.click({ position: { x: x * box.width, y: y * box.height } });
}

export async function waitUntilScreenIsShown(page: Page, { shown, result }: Screen): Promise<void> {
  await page
    .locator(result ?? shown)
    .first()
    .waitFor();
}

/** Chooses a mode as the settings do, without a reload. */
export async function chooseMode(page: Page, mode: Mode): Promise<void> {
  await choosePreference(page, "mode", mode);
  await page.locator(`html[data-mode=${mode}]`).waitFor();
}

/** Chooses a language as the settings do, without a reload. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await choosePreference(page, "language", language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** As another tab of the console would. */
function choosePreference(page: Page, name: string, value: string): Promise<void> {
  return page.evaluate(`(() => {
    const key = "fieldstation.${name}";
    localStorage.setItem(key, "${value}");
    const change = { key, newValue: "${value}", storageArea: localStorage };
    window.dispatchEvent(new StorageEvent("storage", change));
  })()`);
}

/** On pages with a map: waits until its tiles have the colours of the mode, so that the picture is useful. */
export async function waitUntilMapIsDrawn(page: Page, mode: Mode): Promise<void> {
  if ((await page.locator(".map-view").count()) === 0) return;
  const maps = page.locator("[data-testid=map]");
  const coarse = maps.and(page.locator(":not([data-world=detailed])"));
  await maps.first().waitFor();
  await waitUntil("every map has its details", async () => (await coarse.count()) === 0);
  const tiles = page.locator(".leaflet-tile-pane canvas");
  await tiles.first().waitFor();
  const loading = tiles.and(page.locator(":not(.leaflet-tile-loaded)"));
  await waitUntil("every tile is drawn", async () => (await loading.count()) === 0);
  await waitUntil("no tile has the colours of another mode", async () => (await tilesOfOtherMode(page, mode)) === 0);
}

/** How many tiles of the map still have the colours of another mode: they stay until they are redrawn. */
function tilesOfOtherMode(page: Page, mode: Mode): Promise<number> {
  return page.evaluate<number>(`(() => {
    const tiles = [...document.querySelectorAll(".leaflet-tile-pane canvas")];
    if (tiles.length === 0) return 0;
    const copy = new OffscreenCanvas(tiles.length, 1).getContext("2d");
    tiles.forEach((tile, at) => copy.drawImage(tile, 0, 0, tile.width, tile.height, at, 0, 1, 1));
    const { data } = copy.getImageData(0, 0, tiles.length, 1);
    // Light by day, grey by night.
    const modeOf = (red, blue) => red > 128 ? "day" : 2 * blue >= red ? "night" : "red";
    return tiles.filter((_, at) => modeOf(data[4 * at], data[4 * at + 2]) !== "${mode}").length;
  })()`);
}

/** As `expect.poll`, for what also runs outside of a test. */
async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`);
    await pause(ASK_EVERY_MS);
  }
}
