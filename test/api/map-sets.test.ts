import { Buffer } from "node:buffer";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStation, type Station } from "../../server/app/index.ts";
import type { MapSet, MapStorage } from "../../server/contracts/map-sets.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { writeMbtiles } from "../../server/storage/mbtiles.fixture.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { sharedData } from "../support/shared-data.ts";
import { type TileContent, pmtilesOf, pngOf, vectorTileOf } from "../support/tile-files.ts";

const RED = pngOf([200, 30, 30]);
const BLUE = pngOf([30, 30, 200]);
const PYRAMID: readonly TileContent[] = [
  { z: 0, x: 0, y: 0, bytes: RED },
  { z: 1, x: 0, y: 0, bytes: RED },
  { z: 1, x: 1, y: 0, bytes: BLUE },
];
const RASTER = pmtilesOf({
  tiles: PYRAMID,
  type: 2,
  metadata: {
    name: "Red &amp; blue",
    attribution: '<a href="https://example.org/">&copy; Example</a><script>x</script>',
  },
});
const VECTOR_TILE = vectorTileOf("fields");

let station: Station;
let dataDir: string;
beforeAll(async () => {
  dataDir = makeDataDir("map-sets");
  station = await start();
});
afterAll(async () => {
  await station.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startStation({ dataDir, port: 0, localOperator: true, log: silentLog, lessSafe: LESS_SAFE });

type Answer = { readonly status: number; readonly body: MapSet & { readonly messages?: readonly string[] } };

async function send(method: string, path: string, body?: RequestInit["body"], type?: string): Promise<Answer> {
  const headers = type === undefined ? {} : { "Content-Type": type };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(`${station.url}/station/v1/map-sets${path}`, init);
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Answer["body"] };
}

const upload = (bytes: Uint8Array<ArrayBuffer>, query = "") => send("POST", query, bytes, "application/octet-stream");
const json = (method: string, path: string, body: object) =>
  send(method, path, JSON.stringify(body), "application/json");
const tileOf = (id: string, tile: string, headers: Record<string, string> = {}) =>
  fetch(`${station.url}/station/v1/map-sets/${id}/${tile}`, { headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const listIds = async () => {
  const response = await fetch(`${station.url}/station/v1/map-sets`);
  return ((await response.json()) as readonly MapSet[]).map(({ id }) => id);
};
const keptFiles = () => (existsSync(join(dataDir, "map-sets")) ? readdirSync(join(dataDir, "map-sets")) : []);

function mbtiles(name: string, tiles: readonly TileContent[], metadata: Record<string, string> = {}, more = "") {
  const path = join(dataDir, name);
  writeMbtiles(path, tiles, metadata, more);
  return { path, bytes: new Uint8Array(readFileSync(path)) };
}

describe("a map set", () => {
  it("is uploaded, is described, and its tiles are returned unchanged", async () => {
    const added = await upload(new Uint8Array(RASTER));
    expect(added).toMatchObject({
      status: 200,
      body: {
        name: "Red & blue",
        container: "pmtiles",
        kind: "raster",
        format: "png",
        min_zoom: 0,
        max_zoom: 1,
        attribution: "© Example x",
        tile_size: 256,
        bytes: RASTER.length,
        opacity: 1,
        is_linked: false,
        path: null,
        state: "ready",
      },
    });
    const { id } = added.body;
    expect((await send("GET", `/${id}`)).body).toEqual(added.body);
    const tile = await tileOf(id, "1/1/0");
    expect(tile.headers.get("content-type")).toBe("image/png");
    expect((await bytesOf(tile)).equals(BLUE)).toBe(true);
    expect((await tileOf(id, "1/1/0", { Accept: "image/png" })).status).toBe(200);
    const missing = ["1/0/1", "2/0/0", "1/2/0", "0/0/1", "4294967296/0/0"];
    const statuses = await Promise.all(missing.map(async (tile) => [tile, (await tileOf(id, tile)).status]));
    expect(statuses).toEqual(missing.map((tile) => [tile, 404]));
    expect((await tileOf(id, "1/0/1?missing=204")).status).toBe(204);
    expect((await tileOf(id, "1/-1/0")).status).toBe(400);
  });

  it("is not sent again to a caller that has the tile", async () => {
    const { id } = (await upload(new Uint8Array(RASTER))).body;
    const first = await tileOf(id, "0/0/0");
    expect(first.headers.get("cache-control")).toContain("private");
    const etag = first.headers.get("etag")!;
    await first.arrayBuffer();
    const second = await tileOf(id, "0/0/0", { "If-None-Match": etag });
    expect([second.status, (await bytesOf(second)).length]).toEqual([304, 0]);
    const other = await tileOf(id, "1/0/0", { "If-None-Match": etag });
    expect([other.status, (await bytesOf(other)).length]).toEqual([200, RED.length]);
  });

  it("may be a form, and is named as the user requests, after its content, or after its file name", async () => {
    const nameless = new Uint8Array(pmtilesOf({ tiles: PYRAMID, type: 2 }));
    const form = new FormData();
    form.append("note", "not the file");
    form.append("file", new Blob([nameless]), "valley of the river.pmtiles");
    expect((await send("POST", "", form)).body.name).toBe("valley of the river");
    expect((await upload(nameless, "?name=Mine&source_name=x.pmtiles")).body.name).toBe("Mine");
    expect((await upload(nameless, "?source_name=C%3A%5Cmaps%5Chill.mbtiles")).body.name).toBe("hill");
    const empty = new FormData();
    empty.append("note", "no file");
    const refused = await send("POST", "", empty);
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ["body: is a form without a file in its field `file`"],
    ]);
  });

  it("of MBTiles has its rows from the north, and compressed vector tiles come plain", async () => {
    const layers = JSON.stringify({ vector_layers: [{ id: "fields", fields: { crop: "String" } }, 3] });
    const made = mbtiles(
      "vector.mbtiles",
      [
        { z: 2, x: 1, y: 0, bytes: gzipSync(VECTOR_TILE) },
        { z: 3, x: 2, y: 1, bytes: gzipSync(VECTOR_TILE) },
      ],
      { name: "Fields", format: "pbf", json: layers },
    );
    const { status, body } = await upload(made.bytes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: "vector", format: "pbf", style: "generic", min_zoom: 2, max_zoom: 3 });
    expect(body.layers).toEqual([{ id: "fields", fields: ["crop"] }]);
    // The file does not say what it covers: that is the tile 3/2/1.
    expect(body.bounds.map((degrees) => Math.round(degrees))).toEqual([-90, 67, -45, 79]);
    const tile = await tileOf(body.id, "2/1/0");
    expect(tile.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
    expect(tile.headers.get("content-encoding")).toBeNull();
    expect((await bytesOf(tile)).equals(VECTOR_TILE)).toBe(true);
    expect((await tileOf(body.id, "2/1/3")).status).toBe(404);
  });

  it("that an administrator names by its path stays where it is, and is missing when it was changed", async () => {
    const made = mbtiles("linked.mbtiles", PYRAMID, { name: "Linked" });
    const { status, body } = await json("POST", "", { path: made.path, name: "On the disk" });
    expect([status, body.is_linked, body.name]).toEqual([200, true, "On the disk"]);
    expect((await bytesOf(await tileOf(body.id, "1/1/0"))).equals(BLUE)).toBe(true);
    writeFileSync(made.path, "something else");
    expect((await send("GET", `/${body.id}`)).body.state).toBe("missing");
    expect((await tileOf(body.id, "1/1/0")).status).toBe(404);
    expect((await send("DELETE", `/${body.id}`)).status).toBe(204);
    expect(readFileSync(made.path, "utf8")).toBe("something else");
  });

  it("is changed, moved in the drawing order, and removed with its file", async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await upload(new Uint8Array(RASTER))).body.id));
    const before = await listIds();
    const [first] = ids;
    const changed = await json("PATCH", `/${first}`, { order: 0, opacity: 0.4, name: "Low", attribution: "© Me" });
    expect(changed).toMatchObject({ status: 200, body: { order: 0, opacity: 0.4, name: "Low", attribution: "© Me" } });
    expect(await listIds()).toEqual([first, ...before.filter((id) => id !== first)]);
    for (const wrong of [{ opacity: 1.5 }, { order: -1 }, { name: "" }]) {
      expect((await json("PATCH", `/${first}`, wrong)).status).toBe(400);
    }
    expect(keptFiles()).toContain(first);
    expect((await send("DELETE", `/${first}`)).status).toBe(204);
    expect(keptFiles()).not.toContain(first);
    expect((await tileOf(first!, "0/0/0")).status).toBe(404);
    expect((await send("DELETE", `/${first}`)).status).toBe(404);
  });

  it("is there after a restart", async () => {
    const { body } = await upload(new Uint8Array(RASTER));
    await station.stop();
    station = await start();
    expect((await send("GET", `/${body.id}`)).body).toEqual(body);
    expect((await tileOf(body.id, "0/0/0")).status).toBe(200);
  });

  it("counts in the storage that is shown", async () => {
    const storage = async () => (await (await fetch(`${station.url}/station/v1/map-storage`)).json()) as MapStorage;
    const before = await storage();
    const { id } = (await upload(new Uint8Array(RASTER))).body;
    const after = await storage();
    expect(after.sets).toBe(before.sets + 1);
    expect(after.stored_bytes).toBe(before.stored_bytes + RASTER.length);
    expect(after.free_bytes).toBeGreaterThan(0);
    await send("DELETE", `/${id}`);
    expect((await storage()).stored_bytes).toBe(before.stored_bytes);
  });
});

/** The file with some bytes changed. */
function broken(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}

describe("a file that is no usable map", () => {
  const cut = (bytes: Uint8Array, by: number) => new Uint8Array(bytes.subarray(0, bytes.length - by));
  const endless = "CREATE TABLE map (a); DROP TABLE tiles;";

  it.each<readonly [string, () => Uint8Array<ArrayBuffer>, RegExp]>([
    ["empty", () => new Uint8Array(), /is empty/],
    ["a text", () => new TextEncoder().encode("Dear reader"), /no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON/],
    ["PMTiles of another version", () => broken(RASTER, 7, 4), /version 4/],
    ["PMTiles without its end", () => cut(RASTER, 50), /cut off: it has \d+ bytes/],
    ["only the start of a header", () => new Uint8Array(RASTER.subarray(0, 60)), /ends inside of its header/],
    ["PMTiles with a damaged directory", () => broken(RASTER, 127, 1, 2), /directory of the file cannot be read/],
    ["PMTiles whose tiles are something else", () => broken(RASTER, 99, 3), /is not what the file says \(jpg\)/],
    ["PMTiles of an unknown kind", () => broken(RASTER, 99, 5), /AVIF/],
    ["MBTiles without its end", () => cut(mbtiles("cut.mbtiles", PYRAMID).bytes, 4096), /cut off/],
    ["a database without tiles", () => mbtiles("none.mbtiles", [], {}, endless).bytes, /without the table `tiles`/],
    ["MBTiles with no tile", () => mbtiles("void.mbtiles", []).bytes, /contains no tiles/],
    [
      "MBTiles with tiles that are no pictures",
      () => mbtiles("odd.mbtiles", [{ z: 0, x: 0, y: 0, bytes: Buffer.alloc(2000, 255) }]).bytes,
      /tile 0\/0\/0 is none of PNG/,
    ],
    [
      "MBTiles with a view that does not work",
      () => mbtiles("view.mbtiles", [], {}, "DROP TABLE tiles; CREATE VIEW tiles AS SELECT * FROM nowhere;").bytes,
      /damaged|without the table/,
    ],
  ])("is refused with a sentence: %s", async (_, make, sentence) => {
    const bytes = make();
    const [before, files] = [await listIds(), keptFiles()];
    const refused = await upload(bytes);
    expect(refused.status).toBe(400);
    expect(refused.body.messages).toEqual([expect.stringMatching(sentence)]);
    expect(JSON.stringify(refused.body)).not.toContain(dataDir);
    expect([await listIds(), keptFiles()]).toEqual([before, files]);
  });

  it("is refused as a path: relative, nothing, a folder", async () => {
    const bodies = ["maps/a.pmtiles", join(dataDir, "nothing.pmtiles"), dataDir].map((path) => ({ path }));
    for (const body of [...bodies, { name: "no path" }]) expect((await json("POST", "", body)).status).toBe(400);
  });

  it("leaves nothing behind when its sender goes away", async () => {
    const files = keptFiles();
    const sent = Promise.withResolvers<void>();
    const controller = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new Uint8Array(RASTER)),
      pull: () => sent.resolve(),
    });
    const address = `${station.url}/station/v1/map-sets`;
    const request = fetch(address, { method: "POST", body, duplex: "half", signal: controller.signal } as RequestInit);
    await sent.promise;
    await expect.poll(() => keptFiles().length).toBe(files.length + 1);
    controller.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(keptFiles).toEqual(files);
  });
});

const REFUSED = [
  ["empty.pmtiles", /is empty/],
  ["invalid-v4.pmtiles", /version 4/],
  ["invalid.mbtiles", /without the table|damaged|cut off/],
  ["invalid-tile-format.mbtiles", /is none of PNG/],
] as const;
const TAKEN = [
  ["firenze-vector.pmtiles", { kind: "vector", style: "protomaps", min_zoom: 0, max_zoom: 14 }, "0/0/0"],
  ["mt-whitney-raster.pmtiles", { kind: "raster", format: "webp", tile_size: 512, max_zoom: 15 }, "8/43/100"],
  ["geography-class-raster.mbtiles", { kind: "raster", format: "png", tile_size: 256, max_zoom: 1 }, "1/1/0"],
  ["world-cities-vector.mbtiles", { kind: "vector", style: "generic", max_zoom: 6 }, "0/0/0"],
] as const;

describe.skipIf(sharedData("map-tiles") === undefined)("of the real files", () => {
  it.each(TAKEN)("%s is taken, with a tile of it", async (name, facts, tile) => {
    const { status, body } = await json("POST", "", { path: sharedData("map-tiles", name) });
    expect([status, body]).toEqual([200, expect.objectContaining(facts)]);
    expect((await tileOf(body.id, tile)).status).toBe(200);
    await send("DELETE", `/${body.id}`);
  });

  it.each(REFUSED)("%s is refused", async (name, sentence) => {
    const refused = await upload(new Uint8Array(readFileSync(sharedData("map-tiles", name)!)));
    expect([refused.status, refused.body.messages]).toEqual([400, [expect.stringMatching(sentence)]]);
  });
});
