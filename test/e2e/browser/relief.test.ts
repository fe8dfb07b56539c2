import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { mapPalettes } from "../../../src/renderer/src/map/palettes.ts";
import { browserPath, saveScreenshot, type Mode } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseMode, waitUntilMapIsDrawn } from "../../support/screen-page.ts";

/** The Alps, with Lake Geneva and the sea at Genoa. */
const ALPS = "#/?at=45.6,8,7";
const MODES = ["day", "night", "red"] as const;

/** Runs in the page: keeps the pixels of the map's tiles under a name. */
const keepPixels = (name: string) => `(() => {
  const tiles = [...document.querySelectorAll(".world-tiles canvas")];
  const own = tiles.map((tile) => {
    const copy = new OffscreenCanvas(tile.width, tile.height).getContext("2d");
    copy.drawImage(tile, 0, 0);
    return [tile.style.transform, new Uint32Array(copy.getImageData(0, 0, tile.width, tile.height).data.buffer)];
  });
  window.kept = { ...window.kept, ${name}: new Map(own) };
})()`;

/** Runs in the page: of the pixels that had one of some colours without relief, how many have another one with it. */
const changedPixels = (colors: readonly string[]) => `(() => {
  const isWanted = new Set(${JSON.stringify(colors)}.map((hex) =>
    (0xff000000 | parseInt(hex.slice(5, 7), 16) << 16 | parseInt(hex.slice(3, 5), 16) << 8 | parseInt(hex.slice(1, 3), 16)) >>> 0));
  let [all, changed] = [0, 0];
  for (const [place, flat] of window.kept.flat) {
    const tinted = window.kept.tinted.get(place);
    flat.forEach((pixel, at) => {
      if (!tinted || !isWanted.has(pixel)) return;
      all += 1;
      if (tinted[at] !== pixel) changed += 1;
    });
  }
  return { all, changed };
})()`;

/** Runs in the page: counts in each frame which of the tiles that are seen now have changed since. */
const WATCH_TILES = `(() => {
  const tiles = [...document.querySelectorAll(".world-tiles canvas")].filter((tile) => {
    const { left, top, right, bottom } = tile.getBoundingClientRect();
    return left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
  });
  const pixelsOf = (tile) => {
    const copy = new OffscreenCanvas(16, 16).getContext("2d");
    copy.drawImage(tile, 0, 0, 16, 16);
    return copy.getImageData(0, 0, 16, 16).data.join();
  };
  const before = tiles.map(pixelsOf);
  window.changed = [];
  const look = () => {
    requestAnimationFrame(look);
    window.changed.push(tiles.filter((tile, at) => pixelsOf(tile) !== before[at]).length);
  };
  look();
})()`;

async function switchRelief(page: Page, isOn: boolean, mode: Mode): Promise<void> {
  const relief = page.getByRole("switch", { name: "Relief" });
  await relief.press("Space");
  await expect.poll(() => relief.getAttribute("aria-checked")).toBe(String(isOn));
  await waitUntilMapIsDrawn(page, mode);
}

describe.skipIf(browserPath === undefined)("the relief of the built-in map", () => {
  const shown = useConsole();
  type Changed = { readonly all: number; readonly changed: number };

  it("tints land where there are mountains, and neither seas nor lakes, in every mode; a switch leaves it out", async () => {
    const page = await shown.open(ALPS, { relief: true });
    await waitUntilMapIsDrawn(page, "day");
    await page.getByRole("button", { name: "Map tools" }).press("Enter");
    for (const mode of MODES) {
      await chooseMode(page, mode);
      await waitUntilMapIsDrawn(page, mode);
      await page.locator(`[data-drawn-mode=${mode}]`).waitFor();
      await page.evaluate(keepPixels("tinted"));
      await saveScreenshot(page, `relief-${mode}`);
      await switchRelief(page, false, mode);
      const { land, sea, lake } = mapPalettes[mode];
      // The tiles are drawn anew behind what is shown.
      await expect
        .poll(async () => {
          await page.evaluate(keepPixels("flat"));
          const { all, changed } = await page.evaluate<Changed>(changedPixels([land]));
          return all > 100_000 && changed > all / 2;
        })
        .toBe(true);
      const water = await page.evaluate<Changed>(changedPixels([sea, lake]));
      expect(water.all).toBeGreaterThan(10_000);
      // Where a line along the shore ends, a pixel may have the colour of water by chance.
      expect(water.changed).toBeLessThan(water.all / 10_000);
      await switchRelief(page, true, mode);
    }
  });

  it("changes in one step", async () => {
    const page = await shown.open(ALPS, { relief: true });
    await waitUntilMapIsDrawn(page, "day");
    await page.getByRole("button", { name: "Map tools" }).press("Enter");
    await page.evaluate(WATCH_TILES);
    await switchRelief(page, false, "day");
    const changed = () => page.evaluate<readonly number[]>("window.changed");
    await expect.poll(async () => (await changed()).filter((tiles) => tiles > 0).length).toBeGreaterThan(30);
    const counts = new Set(await changed());
    expect(Math.max(...counts)).toBeGreaterThan(1);
    expect([...counts]).toEqual([0, Math.max(...counts)]);
  });

  it("stays off for a person who switched it off", async () => {
    const page = await shown.open(ALPS, { relief: true });
    await waitUntilMapIsDrawn(page, "day");
    await page.getByRole("button", { name: "Map tools" }).press("Enter");
    await switchRelief(page, false, "day");
    await page.reload();
    await waitUntilMapIsDrawn(page, "day");
    const read = await page.evaluate<readonly string[]>(
      `performance.getEntriesByType("resource").map(({ name }) => name)`,
    );
    expect(read.filter((name) => name.includes("/relief/"))).toEqual([]);
    await page.evaluate(keepPixels("flat"));
    await page.evaluate(keepPixels("tinted"));
    expect((await page.evaluate<Changed>(changedPixels([mapPalettes.day.land]))).all).toBeGreaterThan(100_000);
  });
});
