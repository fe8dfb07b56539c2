import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TileContent, pngOf, vectorTileOf } from "../../../test/support/tile-files.ts";
import { writeMbtiles } from "../../storage/mbtiles.fixture.ts";
import { openMbtiles } from "./mbtiles.file.ts";
import { disableWriteAheadLog } from "./sqlite.file.ts";

const RED = pngOf([200, 0, 0]);
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080040020001011100ffd9", "hex");
const FIELDS = vectorTileOf("fields");
const WORLD_TILE = { z: 0, x: 0, y: 0, bytes: RED };
const UNKNOWN = "The tile 0/0/0 is none of PNG, JPEG, WebP and Mapbox vector tile, so it cannot be shown.";
/** A place in the header of SQLite's file format, 1.3. */
const [PAGE_SIZE, READ_VERSION, PAGES, VALID_FOR] = [16, 19, 28, 92];

type MadeMbtiles = {
  readonly tiles?: readonly TileContent[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly more?: string;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-mbtiles-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function fileOf(tiles: readonly TileContent[], metadata: Readonly<Record<string, string>> = {}, more = ""): string {
  const path = join(folder, `${++made}.mbtiles`);
  writeMbtiles(path, tiles, metadata, more);
  return path;
}

/** A file like this one, with some of its bytes changed. */
function changed(path: string, change: (bytes: Buffer) => Buffer | void): string {
  const bytes = readFileSync(path);
  const other = join(folder, `${++made}.mbtiles`);
  writeFileSync(other, change(bytes) ?? bytes);
  return other;
}

async function factsOf(path: string) {
  const file = await openMbtiles(path);
  try {
    return file.inspect();
  } finally {
    await file.close();
  }
}

describe("an MBTiles file", () => {
  it("describes what it shows: its names as plain text, its zooms, its bounds and the size of its pictures", async () => {
    const path = fileOf([WORLD_TILE, { z: 2, x: 2, y: 1, bytes: pngOf([0, 0, 1], 512) }], {
      name: "<b>Fields</b>",
      Attribution: "&copy; Somebody",
      bounds: "14,49.5,15,50.5",
      format: "png",
    });
    expect(await factsOf(path)).toEqual({
      container: "mbtiles",
      format: "png",
      name: "Fields",
      attribution: "© Somebody",
      minZoom: 0,
      maxZoom: 2,
      bounds: { west: 14, south: 49.5, east: 15, north: 50.5 },
      tileSize: 256,
      layers: [],
    });
  });

  it("returns its tiles by rows from the north, decompressed, and nothing where there is none", async () => {
    const path = fileOf([
      { z: 1, x: 0, y: 0, bytes: gzipSync(FIELDS) },
      { z: 1, x: 0, y: 1, bytes: vectorTileOf("water") },
    ]);
    const file = await openMbtiles(path);
    const read = async (z: number, x: number, y: number) => file.readTile({ z, x, y });
    expect(Buffer.from((await read(1, 0, 0))!).equals(FIELDS)).toBe(true);
    expect(Buffer.from((await read(1, 0, 1))!).equals(vectorTileOf("water"))).toBe(true);
    expect([await read(1, 1, 0), await read(5, 0, 0)]).toEqual([undefined, undefined]);
    await file.close();
  });

  it.each([
    ["says nothing", {}],
    ["names three numbers", { bounds: "14,49,15" }],
    ["names five numbers", { bounds: "14,49,15,50,7" }],
    ["names no numbers", { bounds: "west,south,east,north" }],
    ["lies behind itself", { bounds: "15,49,14,50" }],
  ])("covers its outermost tiles where it %s", async (_, metadata) => {
    // A quarter of the world, in the north-east.
    const { bounds } = await factsOf(fileOf([{ z: 1, x: 1, y: 0, bytes: RED }], metadata));
    expect(bounds).toEqual({ west: 0, south: expect.closeTo(0, 9), east: 180, north: expect.closeTo(85.0511, 4) });
  });

  it("covers the world where its tiles lie outside of it", async () => {
    const more = `INSERT INTO tiles VALUES (1, 90, 90, x'${Buffer.from(RED).toString("hex")}')`;
    const { bounds } = await factsOf(fileOf([], {}, more));
    expect(bounds).toEqual({ west: -180, south: -85.051129, east: 180, north: 85.051129 });
  });

  it.each([
    [{ vector_layers: [{ id: "fields", fields: { crop: "String" } }, { id: "roads" }] }, ["crop"]],
    [{ vector_layers: "none" }, undefined],
    [["fields"], undefined],
    ["{ cut", undefined],
    [undefined, undefined],
  ])("of vectors lists its layers, whatever %j says of them", async (json, fields) => {
    const text = json === undefined ? {} : { json: typeof json === "string" ? json : JSON.stringify(json) };
    const facts = await factsOf(fileOf([{ ...WORLD_TILE, bytes: gzipSync(FIELDS) }], { format: "pbf", ...text }));
    expect(facts).toMatchObject({ format: "pbf", tileSize: null });
    expect(facts.layers).toContainEqual({ id: "fields", fields: fields ?? [] });
    expect(facts.layers).toHaveLength(fields === undefined ? 1 : 2);
  });

  it("needs no metadata, and may declare another kind of picture than it has", async () => {
    const without = fileOf([{ ...WORLD_TILE, bytes: JPEG }], {}, "DROP TABLE metadata");
    expect(await factsOf(without)).toMatchObject({ format: "jpg", name: "", attribution: "", tileSize: 512 });
    const inaccurate = fileOf([{ ...WORLD_TILE, bytes: JPEG }], { format: "png" });
    expect(await factsOf(inaccurate)).toMatchObject({ format: "jpg" });
  });

  it.each([
    [
      "without the table of tiles",
      { more: "DROP TABLE tiles" },
      "This is a SQLite database without the table `tiles`, so it is no MBTiles file.",
    ],
    ["without tiles", {}, "The file contains no tiles."],
    [
      "with a page instead of a picture",
      { tiles: [{ ...WORLD_TILE, bytes: Buffer.from("<!doctype html>") }] },
      UNKNOWN,
    ],
    [
      "with tiles of another kind",
      { tiles: [{ ...WORLD_TILE, bytes: Buffer.from("GIF89a") }], metadata: { format: "<i>gif</i>" } },
      `${UNKNOWN} The file says gif.`,
    ],
    ["with a tile that is nothing", { more: "INSERT INTO tiles VALUES (0, 0, 0, NULL)" }, UNKNOWN],
    ["with a tile that fills the memory", { more: "INSERT INTO tiles VALUES (0, 0, 0, zeroblob(17000000))" }, UNKNOWN],
    [
      "that mixes pictures",
      { tiles: [WORLD_TILE, { z: 1, x: 0, y: 1, bytes: JPEG }] },
      "The file mixes png and jpg tiles (1/0/1), which cannot be shown.",
    ],
    [
      "that promises vectors and has pictures",
      { tiles: [WORLD_TILE], metadata: { format: "MVT" } },
      "The file says MVT, and its tiles are png.",
    ],
    [
      "whose view asks for what it may not have",
      {
        tiles: [WORLD_TILE],
        more: "ALTER TABLE tiles RENAME TO stored; CREATE VIEW tiles AS SELECT *, load_extension('x') AS y FROM stored;",
      },
      "The database of the file is damaged: ",
    ],
  ])("is refused %s", async (_, file: MadeMbtiles, sentence) => {
    await expect(factsOf(fileOf(file.tiles ?? [], file.metadata, file.more))).rejects.toThrow(sentence);
  });
});

describe("an incomplete MBTiles file", () => {
  const whole = () => fileOf([WORLD_TILE], { name: "Whole" });

  it("is refused with its size and the one it should have", async () => {
    const path = whole();
    const { length } = readFileSync(path);
    const cut = changed(path, (bytes) => bytes.subarray(0, length - 100));
    await expect(factsOf(cut)).rejects.toThrow(
      `The file is cut off: it has ${length - 100} bytes, and its header speaks of ${length}.`,
    );
    const short = changed(path, (bytes) => bytes.subarray(0, 60));
    await expect(factsOf(short)).rejects.toThrow("The file ends inside of its header.");
  });

  it("counts the largest pages, and believes no number that an old program left behind", async () => {
    // 1 stands for 65536, which does not fit into two bytes.
    const large = changed(whole(), (bytes) => void bytes.writeUInt16BE(1, PAGE_SIZE));
    await expect(factsOf(large)).rejects.toThrow(/its header speaks of \d+\.$/);
    const old = changed(whole(), (bytes) => {
      bytes.writeUInt32BE(1_000_000, PAGES);
      bytes.writeUInt32BE(0, VALID_FOR);
    });
    expect(await factsOf(old)).toMatchObject({ name: "Whole" });
  });

  it("is refused with SQLite's reason where a page of it was overwritten", async () => {
    const path = fileOf(Array.from({ length: 64 }, (_, x) => ({ z: 6, x, y: 0, bytes: RED })));
    const damaged = changed(path, (bytes) => void bytes.fill(0xa5, 4096));
    await expect(factsOf(damaged)).rejects.toThrow(/^The database of the file is damaged: .+\.$/);
    const other = changed(whole(), (bytes) => void bytes.write("no longer SQLite"));
    await expect(factsOf(other)).rejects.toThrow("The database of the file is damaged: file is not a database.");
  });

  it("that is not there is no damaged file", async () => {
    await expect(openMbtiles(join(folder, "none.mbtiles"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a write-ahead log", () => {
  it("is refused where a file lies, and left where the file is the station's own", async () => {
    const path = fileOf([WORLD_TILE], { name: "Logged" });
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.close();
    await expect(openMbtiles(path)).rejects.toThrow(/write-ahead mode .* upload it, or switch it over/);
    await disableWriteAheadLog(path);
    expect(readFileSync(path)[READ_VERSION]).toBe(1);
    expect(await factsOf(path)).toMatchObject({ name: "Logged" });
  });

  it("is not looked for in a file that has none", async () => {
    const path = fileOf([WORLD_TILE]);
    const before = readFileSync(path);
    await disableWriteAheadLog(path);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
