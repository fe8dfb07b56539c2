import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGroundTiles } from "../../server/elevation/ground-tiles.ts";
import { createGroundFinder } from "../../server/elevation/index.ts";
import { createKnownGround } from "../../server/elevation/known-ground.ts";
import { loadGeoid } from "../../server/kernel/geoid.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { sharedData } from "../support/shared-data.ts";
import { startTestStation } from "../support/station.ts";

const folder = mkdtempSync(join(tmpdir(), "fieldstation-tiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A tile that rises by a metre per sample eastwards and ten per sample southwards, with one hole. */
function slope(samples: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples * samples * 2));
  for (let row = 0; row < samples; row++) {
    for (let column = 0; column < samples; column++) view.setInt16((row * samples + column) * 2, column + 10 * row);
  }
  view.setInt16((100 * samples + 100) * 2, -32_768);
  return new Uint8Array(view.buffer);
}

/** A place by the south-western corner of its tile, in degrees, and its row and column among the tile's samples. */
const at = ([south, west]: readonly [number, number], row: number, column: number, samples = 1201) => ({
  latitude: south + 1 - row / (samples - 1),
  longitude: west + column / (samples - 1),
});

describe("a folder of tiles", () => {
  beforeAll(() => {
    writeFileSync(join(folder, "N50E014.hgt"), slope(1201));
    writeFileSync(join(folder, "s34w071.SRTMGL1.hgt.zip"), zipSync({ "S34W071.hgt": slope(3601) }));
    writeFileSync(join(folder, "N10E010.hgt"), new Uint8Array(100));
    writeFileSync(join(folder, "N99E010.hgt"), new Uint8Array(100));
  });
  const find = createGroundFinder({ folder, log: silentLog });

  it("is read between its samples", async () => {
    expect(await find(at([50, 14], 10, 20))).toEqual({ heightM: expect.closeTo(120, 6), source: "tiles" });
    expect((await find(at([50, 14], 10.5, 20.25)))?.heightM).toBeCloseTo(125.25, 6);
  });

  it("is read to its edges, south and west of zero, and zipped", async () => {
    expect((await find(at([50, 14], 1200, 1199.999)))?.heightM).toBeCloseTo(13_199.999, 2);
    expect((await find(at([-34, -71], 7, 3, 3601)))?.heightM).toBeCloseTo(73, 4);
  });

  it("has a hole filled from around it", async () => {
    expect((await find(at([50, 14], 100.5, 100.5)))?.heightM).toBeCloseTo((1101 + 1110 + 1111) / 3, 3);
  });

  it("returns nothing where it has no tile, or an invalid one", async () => {
    expect(await find({ latitude: 1.5, longitude: 1.5 })).toBeUndefined();
    expect(await find({ latitude: 10.5, longitude: 10.5 })).toBeUndefined();
  });

  it.skipIf(process.platform === "win32")("does not wait for a named pipe in the place of a tile", async () => {
    execFileSync("mkfifo", [join(folder, "N30E030.hgt")]);
    expect(await find({ latitude: 30.5, longitude: 30.5 })).toBeUndefined();
  });

  it("is looked at again for a tile that was put there later", async () => {
    const place = at([60, 20], 10, 20);
    expect(await find(place)).toBeUndefined();
    copyFileSync(join(folder, "N50E014.hgt"), join(folder, "N60E020.hgt"));
    expect((await find(place))?.heightM).toBeCloseTo(120, 6);
  });

  it("that is not there is the same as none", async () => {
    const none = createGroundFinder({ folder: join(folder, "none"), log: silentLog });
    expect(await none(at([50, 14], 10, 20))).toBeUndefined();
  });
});

describe("the ground that is known without waiting", () => {
  let nowMs = 0;
  const tiles = createGroundTiles({ folder, log: silentLog });
  afterAll(() => tiles.close());
  const known = (maxTiles?: number) => createKnownGround(tiles, { now: () => nowMs }, maxTiles);
  const place = at([50, 14], 600, 700);
  /** Some tiles of zoom 12 further east. */
  const further = at([50, 14], 600, 1100);

  it("is that of the tiles that the console has, once they were read", async () => {
    const ground = known();
    expect([ground.isReady(place), ground.at(place)]).toEqual([false, NaN]);
    const over = await ground.over([place]);
    expect(over(place)).toBeCloseTo(6700, 0);
    expect([ground.isReady(place), ground.at(place)]).toEqual([true, over(place)]);
    expect(over(further)).toBeNaN();
  });

  it("is unknown where there is no file, which is looked for again", async () => {
    const ground = known();
    const nowhere = { latitude: 1.5, longitude: 1.5 };
    await ground.over([nowhere]);
    expect([ground.isReady(nowhere), ground.at(nowhere)]).toEqual([true, NaN]);
    nowMs += 601_000;
    expect(ground.isReady(nowhere)).toBe(false);
  });

  it("is unknown where too many tiles are in use, unless the caller waits", async () => {
    const ground = known(1);
    await ground.over([place]);
    const over = await ground.over([further]);
    expect(over(further)).toBeCloseTo(7100, 0);
    expect([ground.isReady(further), ground.at(further)]).toEqual([true, NaN]);
    nowMs += 61_000;
    expect(ground.isReady(further)).toBe(false);
    await ground.over([further]);
    expect([ground.at(further), ground.isReady(place)]).toEqual([expect.closeTo(7100, 0), true]);
  });

  it("is ready and unknown everywhere without a folder", async () => {
    const ground = createKnownGround(createGroundTiles({ log: silentLog }), { now: () => 0 });
    expect([ground.isReady(place), ground.at(place), (await ground.over([place]))(place)]).toEqual([true, NaN, NaN]);
  });
});

describe("a service in the shape of Open-Elevation", () => {
  const asked: string[] = [];
  let answer: { readonly status: number; readonly body: string };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
  });
  let url = "";
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/lookup`;
  });
  afterAll(() => server.close());

  it("is asked where the folder does not know", async () => {
    const find = createGroundFinder({ folder, url, log: silentLog });
    answer = { status: 200, body: '{"results":[{"latitude":1.5,"longitude":2.5,"elevation":321.5}]}' };
    expect(await find({ latitude: 1.5, longitude: 2.5 })).toEqual({ heightM: 321.5, source: "service" });
    expect(asked).toEqual(["/api/v1/lookup?locations=1.5%2C2.5"]);
    expect((await find(at([50, 14], 10, 20)))?.source).toBe("tiles");
    expect(asked).toHaveLength(1);
  });

  it.each([
    [500, "{}"],
    [200, '{"results":[]}'],
    [200, '{"results":[{"elevation":"high"}]}'],
    [200, "not JSON"],
  ])("that answers %i %s is the same as none", async (status, body) => {
    answer = { status, body };
    expect(await createGroundFinder({ url, log: silentLog })({ latitude: 1, longitude: 1 })).toBeUndefined();
  });
});

type Expected = { readonly tile: string; readonly lat: number; readonly lon: number; readonly bilinear: number };
const expected = sharedData("elevation-srtm", "expected_elevations.json");

describe.skipIf(expected === undefined)("real SRTM tiles", () => {
  it("give the heights that other programs read from them", async () => {
    const places = JSON.parse(readFileSync(expected!, "utf8")) as readonly Expected[];
    const find = createGroundFinder({ folder: sharedData("elevation-srtm")!, log: silentLog });
    for (const { lat, lon, bilinear } of places) {
      expect((await find({ latitude: lat, longitude: lon }))?.heightM).toBeCloseTo(bilinear, 1);
    }
  });

  it("and the grid of EGM96 have the same heights as the geoid", async () => {
    const { ellipsoidFromSeaLevelM } = await loadGeoid();
    const grid = readFileSync(sharedData("elevation-srtm", "egm96_15.gtx")!);
    const columns = grid.readInt32BE(36);
    for (const [row, column] of [
      [100, 50],
      [360, 720],
      [500, 1000],
      [700, 1400],
    ] as const) {
      const undulationM = grid.readFloatBE(40 + 4 * (row * columns + column));
      const place = { latitude: -90 + row / 4, longitude: -180 + column / 4 };
      expect(ellipsoidFromSeaLevelM(place, 0)).toBeCloseTo(undulationM, 1);
    }
  });
});

/** The number of a tile that has a place, and the place's height in it. */
function tileAt({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }, z: number) {
  const scale = 2 ** z;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const across = (longitude / 360 + 0.5) * scale;
  const down = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale;
  const [x, y] = [Math.floor(across), Math.floor(down)];
  return { x, y, column: Math.floor((across - x) * 256), row: Math.floor((down - y) * 256) };
}

describe("the height of a place", () => {
  let station: Awaited<ReturnType<typeof startTestStation>>;
  beforeAll(async () => {
    station = await startTestStation({ access: ["--local-operator", "--elevation-dir", folder] });
  });
  afterAll(() => station.stop());
  const get = (query: string) => fetch(`${station.url}/station/v1/elevation${query}`);

  it("is answered with that of sea level above the ellipsoid", async () => {
    const { latitude, longitude } = at([50, 14], 10, 20);
    const response = await get(`?latitude=${latitude}&longitude=${longitude}`);
    expect(await response.json()).toEqual({
      ground: expect.closeTo(120, 6),
      geoid: expect.closeTo(44.9, -1),
      source: "tiles",
    });
    const unknown = await get("?latitude=1.5&longitude=1.5");
    expect(await unknown.json()).toMatchObject({ ground: null, source: null });
  });

  it.each([
    ["?longitude=1", "latitude: is required"],
    ["?latitude=91&longitude=1", "latitude: must be at most 90"],
    ["?latitude=1&longitude=NaN", "longitude: must be a number"],
    ["?latitude=1&longitude=-180.5", "longitude: must be at least -180"],
  ])("is not asked with %s", async (query, message) => {
    const response = await get(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "validation_error", messages: [message] });
  });

  describe("as tiles of a map", () => {
    const getTile = async (z: number, { x, y }: { readonly x: number; readonly y: number }) => {
      const response = await get(`/tiles/${z}/${x}/${y}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      return new DataView(await response.arrayBuffer());
    };
    const heightM = (view: DataView, row: number, column: number) => {
      const steps = view.getUint16(16 + ((row + 1) * 258 + column + 1) * 2, true);
      return steps === 0xffff ? undefined : steps / 4 - 1000;
    };

    it("is known where the folder has files", async () => {
      const model = (await (await get("/model")).json()) as { readonly cells: readonly object[] };
      expect(model).toMatchObject({ min_zoom: 9, max_zoom: 12 });
      const cells = [
        [10, 10],
        [50, 14],
        [-34, -71],
      ].map(([south, west]) => ({ south, west }));
      expect(model.cells).toEqual(expect.arrayContaining(cells));
      expect(model.cells).not.toContainEqual({ south: 99, west: 10 });
    });

    it.each([
      ["three arc seconds", { latitude: 50.5, longitude: 14.5 }, 1201, 12],
      ["one arc second, south and west of zero", { latitude: -33.1, longitude: -70.5 }, 3601, 12],
      ["one arc second, thinned", { latitude: -33.1, longitude: -70.5 }, 3601, 9],
    ] as const)("has the heights of the files, with the geoid: %s", async (_, place, samples, z) => {
      const { row, column, ...tile } = tileAt(place, z);
      const view = await getTile(z, tile);
      expect(view.byteLength).toBe(16 + 258 * 258 * 2);
      const { latitude, longitude } = place;
      const last = samples - 1;
      const expectedM = (Math.ceil(latitude) - latitude) * last * 10 + (longitude - Math.floor(longitude)) * last;
      // Within half a pixel of the tile, eastwards and southwards.
      const pixelM = ((360 / 2 ** z / 256) * last * 11) / 2 + 1;
      expect(Math.abs(heightM(view, row, column)! - expectedM)).toBeLessThan(pixelM);
      expect(view.getFloat32(0, true)).toBeCloseTo(latitude > 0 ? 45 : 26, -1);
    });

    it("goes on across the edge of a tile, and is unknown beyond the files", async () => {
      const tile = tileAt({ latitude: 50.5, longitude: 14.5 }, 12);
      const [one, next] = [await getTile(12, tile), await getTile(12, { x: tile.x + 1, y: tile.y })];
      expect([heightM(one, 7, 255), heightM(one, 7, 256)]).toEqual([heightM(next, 7, -1), heightM(next, 7, 0)]);
      const edge = await getTile(9, tileAt({ latitude: 50.99, longitude: 14.5 }, 9));
      expect(heightM(edge, 0, 100)).toBeUndefined();
      expect((await get("/tiles/12/0/0")).status).toBe(204);
      // The file of this square degree is no tile.
      const { x, y } = tileAt({ latitude: 10.5, longitude: 10.5 }, 12);
      expect((await get(`/tiles/12/${x}/${y}`)).status).toBe(204);
    });

    it.each(["/tiles/8/1/1", "/tiles/13/1/1", "/tiles/9/512/1", "/tiles/9/1/512"])("has no tile %s", async (path) => {
      expect((await get(path)).status).toBe(404);
    });
  });
});
