import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { MapSet } from "../../../server/contracts/map-sets.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { gdalTranslate, pictureOfQuarters, QUARTERS } from "../../support/gdal-maps.ts";
import { pmtilesOf, pngOf, vectorTileOf } from "../../support/tile-files.ts";

const WORLD = [0, 1].flatMap((z) =>
  Array.from({ length: 4 ** z }, (_, index) => ({ z, x: index % 2 ** z, y: Math.floor(index / 2 ** z) })),
);
const RED = pmtilesOf({
  tiles: WORLD.map((place) => ({ ...place, bytes: pngOf([200, 40, 40]) })),
  type: 2,
  metadata: { name: "Red sheet", attribution: "© Red maps" },
});
const FIELDS = pmtilesOf({
  tiles: [{ z: 0, x: 0, y: 0, bytes: vectorTileOf("fields") }],
  type: 1,
  metadata: { name: "Fields" },
});

/** A fence in red, and a gate with a name, in Africa. */
const CLUB = Buffer.from(`<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Club</name>
  <Style id="red"><LineStyle><color>ff0000ff</color><width>4</width></LineStyle><PolyStyle><color>400000ff</color></PolyStyle></Style>
  <Placemark><name>Fence</name><styleUrl>#red</styleUrl><Polygon><outerBoundaryIs><LinearRing>
    <coordinates>5,20 25,20 25,35 5,35 5,20</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><name>Gate</name><Point><coordinates>25,35</coordinates></Point></Placemark>
  <Placemark><name>Way in</name><LineString><coordinates>25,35 35,40 45,35</coordinates></LineString></Placemark>
</Document></kml>`);

/** Runs in the page: drops files as a person does, whose bytes it is given. */
function dropping(files: Readonly<Record<string, Uint8Array>>): string {
  const items = Object.entries(files).map(([name, bytes]) => {
    const text = JSON.stringify(Buffer.from(bytes).toString("base64"));
    return `dataTransfer.items.add(new File([Uint8Array.from(atob(${text}), (c) => c.charCodeAt(0))], ${JSON.stringify(name)}));`;
  });
  return `(() => {
    const dataTransfer = new DataTransfer();
    ${items.join("\n")}
    for (const type of ["dragover", "drop"]) {
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  })()`;
}

type Colour = readonly [number, number, number];

/** Runs in the page: what the pictures of a map set show at places, in pixels from the middle of the map; black where none is. */
function coloursAt(id: string, places: readonly (readonly [number, number])[]): string {
  return `(() => {
    const box = document.querySelector('[data-testid="map"]').getBoundingClientRect();
    const pictures = [...document.querySelectorAll('[data-map-set="${id}"] :is(img, canvas)')];
    const images = pictures.filter(({ naturalWidth }) => naturalWidth !== 0);
    return ${JSON.stringify(places)}.map(([right, down]) => {
      const [x, y] = [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
      for (const image of images) {
        const { left, top, width, height } = image.getBoundingClientRect();
        if (x < left || y < top || x >= left + width || y >= top + height) continue;
        const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
        context.drawImage(image, left - x, top - y, width, height);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      }
      return [0, 0, 0];
    });
  })()`;
}

/** JPEG changes colours a little. */
function nearestQuarter(colour: Colour): string | undefined {
  return Object.entries(QUARTERS).find(([, one]) => one.every((value, at) => Math.abs(value - colour[at]!) < 12))?.[0];
}

const layerOf = (page: Page, { id }: Pick<MapSet, "id">) => page.locator(`[data-map-set="${id}"]`);

async function styleOf(page: Page, set: Pick<MapSet, "id">, name: "opacity" | "zIndex"): Promise<string> {
  return page.evaluate<string>(`getComputedStyle(document.querySelector('[data-map-set="${set.id}"]')).${name}`);
}

const messageOf = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });

describe.skipIf(browserPath === undefined)("map sets in the console", () => {
  const shown = useConsole();
  const list = async () =>
    (await (await fetch(`${shown.station.url}/station/v1/map-sets`)).json()) as readonly MapSet[];

  /** Dismisses the messages that offer to undo, until nothing is left. */
  async function removeAll(page: Page): Promise<void> {
    const offers = messageOf(page, "is removed when this message disappears");
    while ((await offers.count()) > 0) await offers.first().getByRole("button", { name: "Dismiss" }).click();
  }

  it("are dropped onto the map, drawn with their source, faded, moved, hidden and removed", async () => {
    const isExpected = (complaint: string) => complaint.includes("with a status of 400");
    const page = await shown.open("#/?at=30,10,2", { isExpected });
    await page.getByTestId("map-sets-open").waitFor();
    await page.evaluate(
      dropping({ "red.pmtiles": RED, "letter.txt": Buffer.from("Dear reader"), "fields.pmtiles": FIELDS }),
    );
    const panel = page.getByTestId("map-sets");
    await panel.getByText("Fields", { exact: true }).waitFor();
    await messageOf(page, "letter.txt is not a map").getByRole("button", { name: "Dismiss" }).click();
    const [red, fields] = await list();
    expect([red!.name, fields!.name]).toEqual(["Red sheet", "Fields"]);
    await layerOf(page, red!).locator("canvas").first().waitFor();
    await layerOf(page, fields!).locator("canvas").first().waitFor();
    await expect
      .poll(() => page.getByTestId("map-set-credit").allTextContents())
      .toEqual(["© Red maps", expect.stringContaining("Fields (source not stated)")]);

    await panel.getByLabel("Opacity of Red sheet").fill("40");
    await expect.poll(async () => (await list())[0]?.opacity).toBe(0.4);
    await expect.poll(() => styleOf(page, red!, "opacity")).toBe("0.4");
    await panel.getByRole("button", { name: "Move Red sheet up" }).click();
    await expect.poll(async () => (await list()).map(({ id }) => id)).toEqual([fields!.id, red!.id]);
    await expect.poll(() => styleOf(page, red!, "zIndex")).toBe("2");
    await panel.getByTestId(`map-set-${fields!.id}`).hover();
    await page.locator(".map-set-coverage").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "map-sets-panel-day");

    await panel.getByRole("switch", { name: "Show Red sheet" }).click();
    await layerOf(page, red!).waitFor({ state: "detached" });
    await page.reload();
    await layerOf(page, fields!).locator("canvas").first().waitFor();
    expect(await layerOf(page, red!).count()).toBe(0);

    await page.evaluate(dropping({ "cut.pmtiles": RED.subarray(0, RED.length - 40) }));
    await panel.getByText("cut.pmtiles was not added.").waitFor();
    await panel.getByText("The file is cut off").waitFor();
    await panel.getByRole("button", { name: "Dismiss the message about cut.pmtiles" }).click();
    for (const name of ["Red sheet", "Fields"]) {
      await panel.getByRole("button", { name: `Remove ${name}` }).click();
      await panel.getByText(name, { exact: true }).waitFor({ state: "detached" });
    }
    await panel.getByText("No maps yet.").waitFor();
    expect(await list()).toHaveLength(2);
    await page.getByTestId("toast-action").last().click();
    await layerOf(page, fields!).locator("canvas").first().waitFor();
    await panel.getByRole("button", { name: "Remove Fields" }).click();
    await removeAll(page);
    await expect.poll(list).toEqual([]);
    await expect.poll(() => page.getByTestId("map-set-credit").count()).toBe(0);
  });

  it("may be overlays that were mistaken for a flight log, from the import dialog", async () => {
    const isExpected = (complaint: string) => complaint.includes("with a status of 400");
    const page = await shown.open("#/flights", { isExpected });
    await page.getByRole("heading", { level: 1, name: "Flights" }).waitFor();
    await page.evaluate(dropping({ "club.kml": CLUB }));
    const preview = page.getByTestId("import-preview");
    // The way in might be a track without times.
    await preview.getByText(/: 3 points without dates/).waitFor();
    await preview.getByRole("button", { name: "Show it on the map instead" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    const areas = Buffer.from(CLUB.toString().replace(/<Placemark><name>Way in.*/, ""));
    await page.evaluate(dropping({ "club.kml": areas }));
    await preview.getByText("The file contains no points of a flight.").waitFor();
    await preview.getByRole("button", { name: "Show it on the map instead" }).click();
    await page.getByText("Club was added.").waitFor();
    const panel = page.getByTestId("map-sets");
    await panel.getByText("Club", { exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await panel.getByRole("button", { name: "Remove Club" }).click();
    await removeAll(page);
    await expect.poll(list).toEqual([]);
  });

  it("may be overlays, drawn with their names and colours over the maps", async () => {
    const isExpected = (complaint: string) => complaint.includes("with a status of 400");
    const page = await shown.open("#/?at=30,10,3", { isExpected });
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await page.getByTestId("map-sets-open").waitFor();
    const metres = Buffer.from('{"type": "Point", "coordinates": [1620000, 5950000]}');
    await page.evaluate(dropping({ "club.kml": CLUB, "metres.geojson": metres }));
    const panel = page.getByTestId("map-sets");
    await panel.getByText("Club", { exact: true }).waitFor();
    await panel.getByText("which are no degrees (WGS84)").waitFor();
    const [club] = await list();
    const overlay = layerOf(page, club!);
    // A pane has no size of its own.
    await overlay.and(page.locator("[data-drawn=day]")).waitFor({ state: "attached" });
    await panel.getByText(/^Overlay, KML, /).waitFor();
    await panel.getByLabel("Opacity of Club").fill("60");
    await expect.poll(() => styleOf(page, club!, "opacity")).toBe("0.6");
    expect(await page.getByTestId("map-set-credit").count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "map-overlay-day");
    await page.getByRole("button", { name: "Night mode" }).click();
    await overlay.and(page.locator("[data-drawn=night]")).waitFor({ state: "attached" });
    await saveScreenshot(page, "map-overlay-night");
    await panel.getByRole("button", { name: "Dismiss the message about metres.geojson" }).click();
    await panel.getByRole("button", { name: "Remove Club" }).click();
    await overlay.waitFor({ state: "detached" });
    await removeAll(page);
    await expect.poll(list).toEqual([]);
  });

  it.skipIf(!gdalTranslate.isInstalled)("may be a GeoPackage of GDAL, whose colours stand where they are", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fieldstation-gdal-"));
    try {
      const source = pictureOfQuarters(folder, "EPSG:3857");
      const path = join(folder, "quarters.gpkg");
      gdalTranslate.read("-q", "-of", "GPKG", "-co", "TILING_SCHEME=GoogleMapsCompatible", source, path);
      const page = await shown.open("#/?at=50.03,14.45,12");
      const quarters = ["northWest", "northEast", "southWest", "southEast"];
      await page.getByTestId("map-sets-open").waitFor();
      await page.evaluate(dropping({ "quarters.gpkg": readFileSync(path) }));
      const panel = page.getByTestId("map-sets");
      await panel.getByText(/^Pictures, GeoPackage, /).waitFor();
      const [set] = await list();
      // The middle of each quarter, by how far it is from the middle of the map.
      const colours = (awayPx: number) =>
        page.evaluate<readonly Colour[]>(
          coloursAt(set!.id, [
            [-awayPx, -awayPx],
            [awayPx, -awayPx],
            [-awayPx, awayPx],
            [awayPx, awayPx],
          ]),
        );
      await expect.poll(async () => (await colours(70)).map(nearestQuarter)).toEqual(quarters);
      await saveScreenshot(page, "map-geopackage-day");

      // Far deeper than its pictures, each tile has a picture of its own: nothing is larger than the screen.
      await page.goto(`${shown.station.url}/#/?at=50.03,14.45,18`);
      await layerOf(page, set!).locator("canvas").first().waitFor();
      await expect.poll(async () => (await colours(300)).map(nearestQuarter)).toEqual(quarters);
      const widths = layerOf(page, set!)
        .locator("canvas, img")
        .evaluateAll((pictures) => pictures.map((one) => one.getBoundingClientRect().width));
      expect(new Set(await widths)).toEqual(new Set([256]));
      await panel.getByRole("button", { name: `Remove ${set!.name}` }).click();
      await removeAll(page);
      await expect.poll(list).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("are added and removed in the settings", async () => {
    const page = await shown.open("#/settings");
    const section = page.getByTestId("map-sets");
    const file = { name: "red.pmtiles", mimeType: "application/octet-stream", buffer: RED };
    await page.getByTestId("map-set-file").setInputFiles(file);
    await section.getByText("Red sheet", { exact: true }).waitFor();
    await section.getByRole("button", { name: "Remove Red sheet" }).click();
    await section.getByText("Red sheet", { exact: true }).waitFor({ state: "detached" });

    // What says so lies over the map of the next page, so that its form can be saved meanwhile.
    await page.goto(`${shown.station.url}/#/flights/plan`);
    const form = await page.getByTestId("plan-save").locator("xpath=ancestor::form").boundingBox();
    const message = await messageOf(page, "Red sheet is removed").boundingBox();
    expect(message!.x).toBeGreaterThanOrEqual(form!.x + form!.width);
    await saveScreenshot(page, "map-set-removed-day");
    await removeAll(page);
    await expect.poll(list).toEqual([]);
  });
});
