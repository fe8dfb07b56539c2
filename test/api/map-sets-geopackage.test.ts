import { Buffer } from "node:buffer";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import type { MapSet } from "../../server/contracts/map-sets.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { type GeopackageContent, writeGeopackage } from "../../server/storage/geopackage-tiles.fixture.ts";
import { gdaladdo, gdalTranslate, pictureOfQuarters } from "../support/gdal-maps.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { pngOf } from "../support/tile-files.ts";

const RED = Buffer.from(pngOf([200, 0, 0]));
const BLUE = Buffer.from(pngOf([0, 0, 200]));
/** Two zooms of the world: red in the west, blue in the north-east, nothing in the south-east. */
const PYRAMID = [
  { zoom: 0, column: 0, row: 0, bytes: RED },
  { zoom: 1, column: 0, row: 0, bytes: RED },
  { zoom: 1, column: 1, row: 0, bytes: BLUE },
];

let dataDir: string;
let station: Station;

beforeAll(async () => {
  dataDir = makeDataDir("fieldstation-geopackage-");
  station = await startStation({ dataDir, port: 0, localOperator: true, log: silentLog, lessSafe: LESS_SAFE });
});
afterAll(async () => {
  await station.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly body: MapSet & { readonly messages?: readonly string[] } };

async function upload(path: string): Promise<Answer> {
  const response = await fetch(`${station.url}/station/v1/map-sets`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: new Uint8Array(readFileSync(path)),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function tileOf(id: string, tile: string) {
  const response = await fetch(`${station.url}/station/v1/map-sets/${id}/${tile}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("content-type"), bytes };
}

function made(name: string, content: GeopackageContent): string {
  const path = join(dataDir, name);
  writeGeopackage(path, content);
  return path;
}

describe("a map set of GeoPackage", () => {
  it("is described, and its tiles are returned unchanged", async () => {
    const { status, body } = await upload(made("sheet.gpkg", { tiles: PYRAMID }));
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        name: "Sheet",
        container: "gpkg",
        kind: "raster",
        format: "png",
        min_zoom: 0,
        max_zoom: 1,
        tile_size: 256,
        attribution: "",
      }),
    ]);
    // From its tiles, as the file does not say: the northern half.
    expect(body.bounds.map((degrees) => Math.round(degrees))).toEqual([-180, 0, 180, 85]);
    const tile = await tileOf(body.id, "1/1/0");
    expect([tile.status, tile.type, tile.bytes.equals(BLUE)]).toEqual([200, "image/png", true]);
    expect((await tileOf(body.id, "1/1/1")).status).toBe(404);
  });

  it("may be of a region, with zooms and rows of its own, and pictures of more than one kind", async () => {
    // The start of a frame of 256 by 256 pixels.
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0, 0xff, 0xd9]);
    const sideM = (2 * 20_037_508.342_789_244) / 2 ** 10;
    // Zoom 0 of the file is zoom 10 of web maps, from column 555 and row 350 on.
    const path = made("region.gpkg", {
      west: 555 * sideM - 20_037_508.342_789_244,
      north: 20_037_508.342_789_244 - 350 * sideM,
      metresPerPx: sideM / 256,
      tiles: [
        { zoom: 0, column: 0, row: 0, bytes: RED },
        { zoom: 1, column: 1, row: 1, bytes: jpeg },
      ],
    });
    const { status, body } = await upload(path);
    expect([status, body.min_zoom, body.max_zoom]).toEqual([200, 10, 11]);
    expect((await tileOf(body.id, "10/555/350")).type).toBe("image/png");
    const mixed = await tileOf(body.id, "11/1111/701");
    expect([mixed.status, mixed.type, mixed.bytes.equals(jpeg)]).toEqual([200, "image/jpeg", true]);
    const beside = ["10/556/350", "10/554/350", "11/1110/700", "11/1109/700"];
    const statuses = await Promise.all(beside.map(async (tile) => [tile, (await tileOf(body.id, tile)).status]));
    expect(statuses).toEqual(beside.map((tile) => [tile, 404]));
  });

  it.each<readonly [string, GeopackageContent, RegExp]>([
    ["of another coordinate system", { tiles: PYRAMID, code: 4326 }, /are in EPSG:4326, and only those in EPSG:3857/],
    ["of another grid", { tiles: PYRAMID, west: -19_000_000 }, /tiles of zoom 0 are not those of web maps/],
    ["of other pixels", { tiles: PYRAMID, metresPerPx: 150_000 }, /not those of web maps/],
    ["of pixels without a size", { tiles: PYRAMID, metresPerPx: 0 }, /not those of web maps/],
    ["without tiles", { tiles: [] }, /contains no tiles/],
    [
      "with features only",
      { tiles: [], more: "UPDATE gpkg_contents SET data_type = 'features'" },
      /has no tiles of pictures/,
    ],
    ["without its lists", { tiles: PYRAMID, more: "DROP TABLE gpkg_tile_matrix" }, /has no tiles of pictures/],
    [
      "with two maps",
      { tiles: PYRAMID, more: "INSERT INTO gpkg_contents SELECT * FROM gpkg_contents" },
      /more than one map \(a "sheet", a "sheet"\)/,
    ],
    ["whose table is missing", { tiles: PYRAMID, more: 'DROP TABLE "a ""sheet"""' }, /database of the file is damaged/],
    [
      "with tiles that are no pictures",
      { tiles: [{ zoom: 0, column: 0, row: 0, bytes: Buffer.alloc(50, 255) }] },
      /tile 0\/0\/0 is none of PNG, JPEG and WebP/,
    ],
    [
      "with tiles of another width",
      { tiles: [{ zoom: 0, column: 0, row: 0, bytes: pngOf([1, 2, 3], 128) }] },
      /has 128 pixels, and the file says 256/,
    ],
  ])("is refused with a sentence: %s", async (name, content, sentence) => {
    const refused = await upload(made(`${name.replaceAll(" ", "-")}.gpkg`, content));
    expect([refused.status, refused.body.messages]).toEqual([400, [expect.stringMatching(sentence)]]);
  });
});

describe("a GeoTIFF", () => {
  it.each(["II*\0", "MM\0*", "II+\0", "MM\0+"])("is refused with what to make of it: %j", async (start) => {
    const path = join(dataDir, "sheet.tif");
    writeFileSync(path, `${start} and more`);
    expect((await upload(path)).body.messages).toEqual([
      expect.stringContaining("GeoTIFF is not read: make a GeoPackage"),
    ]);
  });
});

describe.skipIf(!gdalTranslate.isInstalled)("a GeoPackage that GDAL made", () => {
  it("has the wider views that were added to it", async () => {
    const source = pictureOfQuarters(dataDir, "EPSG:4326", { name: "wide.tif", sidePx: 1200 });
    const path = join(dataDir, "wide.gpkg");
    gdalTranslate.read("-q", "-of", "GPKG", "-co", "TILING_SCHEME=GoogleMapsCompatible", source, path);
    gdaladdo.read("-q", path);
    const { status, body } = await upload(path);
    expect([status, body.max_zoom]).toEqual([200, 14]);
    expect(body.min_zoom).toBeLessThan(14);
    expect((await tileOf(body.id, "14/8848/5553")).status).toBe(200);
    expect((await tileOf(body.id, "13/4424/2776")).status).toBe(200);
  });

  it("is taken in the scheme of web maps, where its picture was, and refused in its own", async () => {
    const source = pictureOfQuarters(dataDir, "EPSG:3857");
    const own = join(dataDir, "own.gpkg");
    gdalTranslate.read("-q", "-of", "GPKG", source, own);
    expect((await upload(own)).body.messages).toEqual([expect.stringContaining("not those of web maps")]);
    const web = join(dataDir, "web.gpkg");
    gdalTranslate.read("-q", "-of", "GPKG", "-co", "TILING_SCHEME=GoogleMapsCompatible", source, web);
    const { status, body } = await upload(web);
    expect([status, body.container, body.max_zoom]).toEqual([200, "gpkg", 12]);
    const [west = 0, south = 0, east = 0, north = 0] = body.bounds;
    expect([west, south, east, north].map((degrees) => degrees.toFixed(2))).toEqual([
      "14.40",
      "50.00",
      "14.50",
      "50.06",
    ]);
    const tile = await tileOf(body.id, "12/2211/1388");
    expect([tile.status, tile.type?.startsWith("image/")]).toEqual([200, true]);
  });
});
