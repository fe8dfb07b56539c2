import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TrackCurve } from "../../../server/contracts/flight-telemetry.ts";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const POINTS = 5_000;
/** A circle around Graz, a point each second. */
const LOG = (() => {
  const points = Array.from({ length: POINTS }, (_, second) => {
    const time = new Date(Date.UTC(2026, 9, 3, 10, 0, second)).toISOString();
    const turn = second / 300;
    const [lat, lon] = [47.07 + Math.sin(turn) / 100, 15.44 + Math.cos(turn) / 100];
    return `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"><ele>${400 + (second % 50)}</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
})();

/** In the far east of Russia, from 179.99° east to 179.99° west: 0.8 km to the east, and 1.4 km to the north. */
const LOG_OVER_ANTIMERIDIAN = (() => {
  const points = Array.from({ length: 100 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 9, 4, 10, 0, second)).toISOString();
    const longitude = 179.99 + second / 5_000;
    const lon = longitude > 180 ? longitude - 360 : longitude;
    return `<trkpt lat="${(68 + second / 8_000).toFixed(7)}" lon="${lon.toFixed(7)}"><ele>400</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
})();

interface Line {
  /** How many pixels of it are drawn. */
  readonly pixels: number;
  /** From its uppermost to its lowest one. */
  readonly heightPx: number;
  /** Whether all of them are where the map can be seen. */
  readonly isInView: boolean;
}

const LINE = `(() => {
  const canvas = document.querySelector(".leaflet-plan-pane canvas");
  if (canvas === null || canvas.width === 0) return { pixels: 0, heightPx: 0, isInView: false };
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer);
  const at = canvas.getBoundingClientRect();
  const map = document.querySelector("[data-testid=map]").getBoundingClientRect();
  const scale = canvas.width / at.width;
  const drawn = [...pixels.keys()].filter((index) => pixels[index] !== 0);
  const isInView = drawn.every((index) => {
    const [x, y] = [at.left + (index % canvas.width) / scale, at.top + Math.floor(index / canvas.width) / scale];
    return x >= map.left && x <= map.right && y >= map.top && y <= map.bottom;
  });
  const rows = drawn.map((index) => Math.floor(index / canvas.width));
  const heightPx = drawn.length === 0 ? 0 : (rows.at(-1) - rows[0]) / scale;
  return { pixels: drawn.length, heightPx, isInView };
})()`;
const lineOf = (page: Page) => page.evaluate<Line>(LINE);

describe.skipIf(browserPath === undefined)("a long flight in the console", () => {
  const shown = useConsole();

  it("is a line on the map before its charts are drawn, and stays completely in view afterwards", async () => {
    type Answer = { readonly flights: readonly { readonly id: string }[] };
    const { id } = (await shown.send<Answer>("POST", "/station/v1/flight-imports", LOG)).flights[0]!;
    const page = await shown.open("#/flights");
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/track-curve?*", async (route) => {
      asked.resolve();
      await held.promise;
      const answer = await route.fetch();
      expect(((await answer.json()) as TrackCurve).total).toBe(POINTS);
      await route.fulfill({ response: answer });
    });
    await page.locator("[data-testid=flights] a").first().click();
    await asked.promise;
    await expect.poll(async () => (await lineOf(page)).pixels).toBeGreaterThan(500);
    expect(await lineOf(page)).toMatchObject({ isInView: true });
    expect(await page.locator("[data-testid^=chart-] canvas").count()).toBe(0);
    await page.getByText("Loading the track…").waitFor();
    held.resolve();
    await page.getByTestId("chart-height").locator("canvas").first().waitFor();
    // They take some of its room, so that the map shows all of the line in the rest.
    await expect.poll(() => lineOf(page)).toMatchObject({ isInView: true });
    await saveScreenshot(page, "long-flight-day");
    await expect.poll(() => page.url()).toContain(id);
  });

  it("does not move the map that the user moved while the rest of the flight was loaded", async () => {
    const page = await shown.open("#/flights");
    const held = Promise.withResolvers<void>();
    await page.route("**/track-curve?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.locator("[data-testid=flights] a").first().click();
    await expect.poll(async () => (await lineOf(page)).isInView).toBe(true);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(async () => (await lineOf(page)).isInView).toBe(false);

    held.resolve();
    await page.getByTestId("chart-height").locator("canvas").first().waitFor();
    await expect.poll(async () => (await lineOf(page)).pixels).toBeGreaterThan(0);
    expect(await lineOf(page)).toMatchObject({ isInView: false });
  });

  it("over the antimeridian is drawn where it was flown, and fills the map", async () => {
    type Answer = { readonly flights: readonly { readonly id: string }[] };
    const imported = await shown.send<Answer>("POST", "/station/v1/flight-imports", LOG_OVER_ANTIMERIDIAN);
    const page = await shown.open(`#/flights/${imported.flights[0]!.id}`);
    await page.getByTestId("chart-height").locator("canvas").first().waitFor();
    await expect.poll(async () => (await lineOf(page)).heightPx).toBeGreaterThan(100);
    expect(await lineOf(page)).toMatchObject({ isInView: true });
  });
});
