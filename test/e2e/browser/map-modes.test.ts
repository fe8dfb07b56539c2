import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { MapSet } from "../../../server/contracts/map-sets.ts";
import { browserPath, type Mode } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseMode, waitUntilMapIsDrawn } from "../../support/screen-page.ts";
import { pmtilesOf, vectorTileOf } from "../../support/tile-files.ts";

const FIELDS = pmtilesOf({
  tiles: [{ z: 0, x: 0, y: 0, bytes: vectorTileOf("fields") }],
  type: 1,
  metadata: { name: "Fields" },
});
const CLUB = Buffer.from(
  `{"type": "LineString", "coordinates": [[5, 20], [25, 35], [45, 35]], "properties": {"name": "Club"}}`,
);

/** What is on the screen in one frame. */
interface Frame {
  readonly page: Mode;
  /** The modes of the tiles in view. */
  readonly tiles: readonly Mode[];
  /** The modes of the map sets that are shown, and how many there are. */
  readonly sets: readonly Mode[];
  /** The CSS filter of the layer of tiles. */
  readonly filter: string;
}

/** Runs in the page: keeps what is seen in each frame, until `window.watched()` is called. */
const WATCH = `(() => {
  const ground = document.querySelector("[data-testid=map]");
  const frames = [];
  let request = 0;
  const isSeen = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const view = ground.getBoundingClientRect();
    const isWithin = left < view.right && right > view.left && top < view.bottom && bottom > view.top;
    return isWithin && getComputedStyle(element).visibility === "visible";
  };
  // As in the pictures: light by day, grey by night.
  const modeOf = (red, blue) => red > 128 ? "day" : 2 * blue >= red ? "night" : "red";
  const look = () => {
    request = requestAnimationFrame(look);
    const tiles = [...ground.querySelectorAll(".leaflet-tile-pane canvas")].filter(isSeen);
    if (tiles.length === 0) return;
    const copy = new OffscreenCanvas(tiles.length, 1).getContext("2d");
    tiles.forEach((tile, at) => copy.drawImage(tile, 0, 0, tile.width, tile.height, at, 0, 1, 1));
    const { data } = copy.getImageData(0, 0, tiles.length, 1);
    const sets = [...ground.querySelectorAll("[data-mode-of-set]")]
      .filter((set) => getComputedStyle(set).visibility === "visible");
    frames.push({
      page: document.documentElement.dataset.mode,
      tiles: [...new Set(tiles.map((_, at) => modeOf(data[4 * at], data[4 * at + 2])))],
      sets: sets.map((set) => set.dataset.modeOfSet),
      filter: getComputedStyle(tiles[0].closest(".leaflet-layer")).filter,
    });
  };
  look();
  window.watched = () => (cancelAnimationFrame(request), frames);
})()`;

async function framesWhile(page: Page, modes: readonly Mode[]): Promise<readonly Frame[]> {
  await page.evaluate(WATCH);
  for (const mode of modes) {
    await chooseMode(page, mode);
    await waitUntilMapIsDrawn(page, mode);
    await page.locator(`[data-drawn-mode=${mode}]`).waitFor();
  }
  return page.evaluate<readonly Frame[]>("window.watched()");
}

const isMixed = ({ tiles, sets }: Frame) => new Set([...tiles, ...sets]).size > 1;
const isDazzling = ({ page, tiles, filter }: Frame) => page !== "day" && tiles.includes("day") && filter === "none";

describe.skipIf(browserPath === undefined)("the modes of a map", () => {
  const shown = useConsole({ demo: true });
  const list = async () =>
    (await (await fetch(`${shown.station.url}/station/v1/map-sets`)).json()) as readonly MapSet[];

  it("change in one step, with the map sets, and never show day colours by night", async () => {
    const page = await shown.open("#/?at=30,10,3");
    await waitUntilMapIsDrawn(page, "day");
    await page.getByTestId("map-sets-open").click();
    for (const [name, buffer] of [
      ["fields.pmtiles", Buffer.from(FIELDS)],
      ["club.geojson", CLUB],
    ] as const) {
      await page.getByTestId("map-set-file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
      await page
        .getByTestId("map-sets")
        .getByText(name.startsWith("f") ? "Fields" : "club", { exact: true })
        .waitFor();
    }
    await expect.poll(async () => (await list()).length).toBe(2);
    await expect.poll(() => page.locator("[data-mode-of-set=day]").count()).toBe(2);
    await page.locator(".map-set-vector canvas.leaflet-tile-loaded").first().waitFor();
    const frames = await framesWhile(page, ["night", "red", "day", "night"]);
    expect(frames.filter(isMixed)).toEqual([]);
    expect(frames.filter(isDazzling)).toEqual([]);
    expect(frames.filter(({ sets }) => sets.length !== 2)).toEqual([]);
    expect(new Set(frames.flatMap(({ tiles }) => tiles))).toEqual(new Set(["day", "night", "red"]));
  });

  it("change in one step in the log", async () => {
    const page = await shown.open("#/log?period=hour");
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await waitUntilMapIsDrawn(page, "day");
    const frames = await framesWhile(page, ["night", "day"]);
    expect(frames.filter(isMixed)).toEqual([]);
    expect(frames.filter(isDazzling)).toEqual([]);
  });

  it("apply from the first frame of a page on", async () => {
    const page = await shown.open("#/", { mode: "night" });
    await waitUntilMapIsDrawn(page, "night");
    await page.addInitScript({
      content: `(() => {
        window.grounds = [];
        const look = () => {
          requestAnimationFrame(look);
          const root = document.documentElement;
          if (root && document.body) window.grounds.push(root.dataset.mode + " " + getComputedStyle(root).colorScheme);
        };
        look();
      })()`,
    });
    await page.reload();
    await waitUntilMapIsDrawn(page, "night");
    const grounds = await page.evaluate<readonly string[]>("window.grounds");
    expect(grounds.length).toBeGreaterThan(0);
    expect(grounds.filter((ground) => ground !== "night dark")).toEqual([]);
    const frames = await framesWhile(page, ["night"]);
    expect(frames.filter(isMixed)).toEqual([]);
  });
});
