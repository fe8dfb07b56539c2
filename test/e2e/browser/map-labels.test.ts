import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";
import { chooseLanguage, chooseMode } from "../../support/screen-page.ts";

const GRAZ = "47.0667,15.45,10.5";
/** Both aircraft are left of where a card begins, and so near to it that a label on their right would reach below it. */
const WEST_OF_BOTH = "47.12,15.421,10.5";

/** Beside the middle of the map: a town has its name to the right of its dot, a zone in its middle. */
const NAMES = {
  reference: { fromPx: 6, toPx: 40 },
  zones: { fromPx: -18, toPx: 18 },
} as const;
/** Its middle is as far to the right of the aircraft as a label reaches. */
const MARKET_MIDDLE = "47.2,15.4688,10.5";
const MARKET = `AC P
AN Market
AL GND
AH 500M AMSL
DP 47:11:00 N 015:26:20 E
DP 47:11:00 N 015:29:55 E
DP 47:13:00 N 015:29:55 E
DP 47:13:00 N 015:26:20 E
`;

interface NamePixels {
  /** Pixels of the name in the middle of the map. */
  readonly named: number;
  /** Those of them that are covered by an aircraft or its label. */
  readonly covered: number;
  /** Pixels of all aircraft and their labels. */
  readonly aircraft: number;
}

const namePixels = (pane: keyof typeof NAMES) => `(() => {
  const pixelsOf = (pane) => {
    const canvas = document.querySelector(".leaflet-" + pane + "-pane canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return { width: canvas.width, height: canvas.height, isDrawn: (x, y) => data[4 * (y * canvas.width + x) + 3] > 128 };
  };
  const [map, tracks] = [pixelsOf("${pane}"), pixelsOf("tracks")];
  const found = { named: 0, covered: 0, aircraft: 0 };
  for (let y = 0; y < map.height; y += 1) {
    for (let x = 0; x < map.width; x += 1) {
      const isName =
        x > map.width / 2 + ${NAMES[pane].fromPx} && x < map.width / 2 + ${NAMES[pane].toPx} && Math.abs(y - map.height / 2) < 7 && map.isDrawn(x, y);
      if (isName) found.named += 1;
      if (tracks.isDrawn(x, y)) found.aircraft += 1;
      if (isName && tracks.isDrawn(x, y)) found.covered += 1;
    }
  }
  return found;
})()`;

/** How much of the row of pixels in the middle of the map is drawn: 1 where a line of the grid lies there. */
const DRAWN_IN_THE_MIDDLE = `(() => {
  const canvas = document.querySelector(".leaflet-reference-pane canvas");
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, Math.floor(canvas.height / 2) - 1, canvas.width, 3);
  const columns = [...Array(canvas.width).keys()];
  const isDrawn = (x) => [0, 1, 2].some((y) => data[4 * (y * canvas.width + x) + 3] > 0);
  return columns.filter(isDrawn).length / columns.length;
})()`;

/** The brightest red of a control that the browser draws, and of the page around it: relative luminance, as WCAG has it. */
async function contrastOfFrame(page: Page, testId: string): Promise<number> {
  const control = page.getByTestId(testId);
  const { x, y, width, height } = (await control.boundingBox())!;
  const clip = { x: x - 6, y: y - 6, width: width + 12, height: height + 12 };
  const picture = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(picture)}), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = [...Array(data.length / 4).keys()].map((at) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, channel) => sum + weight * linear(data[4 * at + channel] / 255), 0),
    );
    return (Math.max(...light) + 0.05) / (light[0] + 0.05);
  })()`);
}

/** Runs in the page: keeps where a name was written last, and where the last ring was drawn. */
const WATCH_LABEL = `(() => {
  const drawing = CanvasRenderingContext2D.prototype;
  const { fillText, arc } = drawing;
  window.label = {};
  drawing.fillText = function (text, x, y) {
    if (text.endsWith("000077")) window.label.name = { leftPx: x, rightPx: x + this.measureText(text).width };
    return fillText.call(this, text, x, y);
  };
  drawing.arc = function (x, y, radius, ...angles) {
    if (radius === 20) window.label.ring = { leftPx: x - radius, rightPx: x + radius };
    return arc.call(this, x, y, radius, ...angles);
  };
})()`;

/** Runs in the page: keeps where the name of the other aircraft was written last, from the left of the window. */
const WATCH_OTHER_LABEL = `(() => {
  const drawing = CanvasRenderingContext2D.prototype;
  const { fillText } = drawing;
  window.otherLabel = { leftPx: Infinity, rightPx: Infinity };
  drawing.fillText = function (text, x, y) {
    const canvasPx = this.canvas.getBoundingClientRect?.().left ?? 0;
    const leftPx = canvasPx + x;
    if (text.endsWith("000078")) window.otherLabel = { leftPx, rightPx: leftPx + this.measureText(text).width };
    return fillText.call(this, text, x, y);
  };
})()`;

interface Extent {
  readonly leftPx: number;
  readonly rightPx: number;
}

/** The name is drawn, an aircraft with its label is beside it, and no part of these covers the name. */
async function expectReadable(page: Page, pane: keyof typeof NAMES): Promise<void> {
  const pixels = () => page.evaluate<NamePixels>(namePixels(pane));
  await expect.poll(async () => (await pixels()).named).toBeGreaterThan(40);
  await expect.poll(async () => (await pixels()).aircraft).toBeGreaterThan(600);
  await expect.poll(async () => (await pixels()).covered).toBe(0);
}

describe.skipIf(browserPath === undefined)("what can be read on the live map", () => {
  const shown = useConsole();

  beforeAll(async () => {
    const radio = { radio: "01", sensor: "ROOF", technology: "wifi_beacon" } as const;
    const flight = { endMs: Date.now(), latitude: 47.0667, points: 2, heightM: 40, stepDegrees: 0 };
    await pushFlight(shown.station.url, { ...radio, ...flight, serial: "1581F5FJD2282A000077" });
    const other = { radio: "02", latitude: 47.2, serial: "1581F5FJD2282A000078" };
    await pushFlight(shown.station.url, { ...radio, ...flight, ...other });
  });

  it("includes the name of a town beside an aircraft, whose label is put on another side", async () => {
    const page = await shown.open(`#/?at=${GRAZ}`);
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await page.locator("[role=option]").first().waitFor();
    await expectReadable(page, "reference");
    await saveScreenshot(page, "live-label-beside-town-day");
    await page.evaluate(WATCH_LABEL);
    await page.locator("[role=option]").filter({ hasText: "000077" }).click();
    const label = () => page.evaluate<{ readonly name?: Extent; readonly ring?: Extent }>("window.label");
    await expect.poll(async () => Object.keys(await label()).toSorted()).toEqual(["name", "ring"]);
    const { name, ring } = await label();
    expect(name!.rightPx < ring!.leftPx || name!.leftPx > ring!.rightPx).toBe(true);
    await saveScreenshot(page, "live-label-beside-ring-day");
  });

  it("includes the label of an aircraft beside the card of another", async () => {
    const page = await shown.open(`#/?at=${WEST_OF_BOTH}`);
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await page.evaluate(WATCH_OTHER_LABEL);
    await page.locator("[role=option]").filter({ hasText: "000077" }).click();
    const card = await page.getByTestId("operation-card").boundingBox();
    const title = page.getByTestId("operation-card").getByRole("heading", { level: 2 });
    expect((await title.boundingBox())!.height).toBeLessThan(30);
    const otherLabel = () => page.evaluate<Extent>("window.otherLabel");
    await expect.poll(async () => (await otherLabel()).rightPx).toBeLessThan(card!.x);
    expect((await otherLabel()).rightPx).toBeGreaterThan(card!.x - 150);
    await saveScreenshot(page, "live-label-beside-card-day");
  });

  it("includes the name of a zone", async () => {
    await shown.send("POST", "/station/v1/zone-sets?name=Market", MARKET);
    const page = await shown.open(`#/?at=${MARKET_MIDDLE}`);
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await expectReadable(page, "zones");
    await saveScreenshot(page, "live-label-beside-zone-day");
  });

  it("stays in its place in a window that is higher than the world", async () => {
    const page = await shown.open("#/?at=0,0,2");
    await page.setViewportSize({ width: 1280, height: 1700 });
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    // The equator, which is in the middle of a world that does not fill the window.
    await expect.poll(() => page.evaluate<number>(DRAWN_IN_THE_MIDDLE)).toBeGreaterThan(0.95);
    await saveScreenshot(page, "live-higher-than-world-day");
  });

  it("is found by the name that stands there, in each language, with and without accents", async () => {
    const page = await shown.open(`#/?at=${GRAZ}`);
    await chooseLanguage(page, "de");
    await page.getByTestId("search").click();
    for (const typed of ["Wien", "viden", "Vienna"]) {
      await page.getByTestId("search-text").fill(typed);
      await page.getByRole("option", { name: /^Wien/ }).first().waitFor();
    }
    await page.getByTestId("search-text").fill("Wien");
    await page.getByRole("option", { name: /^Wien/ }).first().click();
    await expect
      .poll(() => page.evaluate<number>(`JSON.parse(localStorage.getItem("fieldstation.place")).latitude`))
      .toBeCloseTo(48.2, 1);
    await chooseLanguage(page, "en");
  });

  it("includes checkboxes in red mode, whose frames and marks stand out", async () => {
    const page = await shown.open("#/");
    await chooseMode(page, "red");
    await page.getByTestId("open-filters").click();
    const box = page.getByTestId("filter-technology-bluetooth_legacy");
    await box.waitFor();
    expect(await contrastOfFrame(page, "filter-technology-bluetooth_legacy")).toBeGreaterThan(3);
    await box.check();
    expect(await contrastOfFrame(page, "filter-technology-bluetooth_legacy")).toBeGreaterThan(4.5);
    await saveScreenshot(page, "live-filters-ticked-red");
    await chooseMode(page, "day");
  });
});
