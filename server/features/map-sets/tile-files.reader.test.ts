import { Buffer } from "node:buffer";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pmtilesOf, pngOf } from "../../../test/support/tile-files.ts";
import { writeMbtiles } from "../../storage/mbtiles.fixture.ts";
import { createTileReader } from "./tile-files.reader.ts";

const TILE = { z: 0, x: 0, y: 0 };
const RED = pngOf([200, 0, 0]);
const PMTILES = pmtilesOf({ tiles: [{ ...TILE, bytes: RED }], type: 2 });
const GEOJSON = JSON.stringify({ type: "Point", coordinates: [14, 50] });
const KML =
  '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>14,50</coordinates></Point></Placemark></kml>';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-reader-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const answer = createTileReader();
const inspect = (path: string) => answer({ kind: "inspect", path, mayWrite: false });
const tile = (path: string, container: "pmtiles" | "mbtiles" = "pmtiles") =>
  answer({ kind: "tile", path, container, tile: TILE });
const features = (path: string) => answer({ kind: "features", path });
const close = (path: string) => answer({ kind: "close", path });

describe("a file that is looked at", () => {
  it("is known by its first bytes, whatever its name is", async () => {
    const mbtiles = join(folder, "mbtiles.txt");
    writeMbtiles(mbtiles, [{ ...TILE, bytes: RED }]);
    for (const [path, container] of [
      [fileOf("pmtiles.png", PMTILES), "pmtiles"],
      [mbtiles, "mbtiles"],
      [fileOf("geojson.kml", GEOJSON), "geojson"],
      [fileOf("marked.json", `\ufeff\n ${GEOJSON}`), "geojson"],
      [fileOf("kml.geojson", KML), "kml"],
      [fileOf("wide.kml", Buffer.from(`\ufeff${KML}`, "utf16le")), "kml"],
    ] as const)
      expect(await inspect(path)).toMatchObject({ kind: "facts", facts: { container } });
  });

  it.each([
    ["empty", "", "The file is empty."],
    ["a picture", RED, "This is no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file, by its first bytes."],
    ["a short text", "map", "This is no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file, by its first bytes."],
    ["an archive without its end", "PK\x03\x04 and more", "The file cannot be unpacked: it is damaged."],
    ["PMTiles of which only the start came", PMTILES.subarray(0, 50), "The file ends inside of its header."],
    [
      "PMTiles with a damaged type",
      Buffer.from(PMTILES).fill(9, 99, 100),
      "The file holds tiles of an unknown type (9)",
    ],
    ["SQLite of which only the start came", "SQLite format 3\0", "The file ends inside of its header."],
  ])("and is %s is answered with the reason", async (name, content, message) => {
    expect(await inspect(fileOf(`${name}.bin`, content))).toEqual({
      kind: "unusable",
      message: expect.stringContaining(message) as string,
    });
  });

  it("and cannot be opened is answered without the path, which is the station's own business", async () => {
    const path = join(folder, "none.pmtiles");
    const missing = { kind: "unusable", message: "The file cannot be read: ENOENT." };
    expect([await inspect(path), await tile(path), await features(path)]).toEqual([missing, missing, missing]);
    mkdirSync(join(folder, "a-folder"));
    expect(await inspect(join(folder, "a-folder"))).toEqual({
      kind: "unusable",
      message: "The file cannot be read: EISDIR.",
    });
  });

  it("is put in order where it is the station's own copy, and only there", async () => {
    const path = join(folder, "logged.mbtiles");
    writeMbtiles(path, [{ ...TILE, bytes: RED }]);
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.close();
    expect(await inspect(path)).toMatchObject({ kind: "unusable" });
    expect(await answer({ kind: "inspect", path, mayWrite: true })).toMatchObject({ kind: "facts" });
    expect(await tile(path, "mbtiles")).toMatchObject({ kind: "tile" });
    await close(path);
  });
});

describe("an open file", () => {
  it("returns its tile after it was deleted, until it is closed", async () => {
    const path = fileOf("open.pmtiles", PMTILES);
    expect(await tile(path)).toMatchObject({ kind: "tile" });
    rmSync(path);
    const again = await tile(path);
    expect(again.kind === "tile" && Buffer.from(again.bytes!).equals(RED)).toBe(true);
    expect(await close(path)).toEqual({ kind: "closed" });
    expect(await tile(path)).toEqual({ kind: "unusable", message: "The file cannot be read: ENOENT." });
    expect(await close(path)).toEqual({ kind: "closed" });
  });

  it("that could not be opened is tried again", async () => {
    const path = fileOf("late.pmtiles", PMTILES.subarray(0, 90));
    expect(await tile(path)).toMatchObject({ message: "The file ends inside of its header." });
    fileOf("late.pmtiles", PMTILES);
    expect(await tile(path)).toMatchObject({ kind: "tile" });
    await close(path);
  });

  it("is closed when sixteen others were used since, and none that was used among them", async () => {
    const paths = Array.from({ length: 17 }, (_, index) => fileOf(`many-${index}.pmtiles`, PMTILES));
    for (const path of paths.slice(0, 16)) await tile(path);
    // The first one is used again, so the second one is the oldest.
    await tile(paths[0]!);
    await tile(paths[16]!);
    for (const path of paths) rmSync(path);
    for (const path of paths.toSpliced(1, 1)) expect(await tile(path)).toMatchObject({ kind: "tile" });
    expect(await tile(paths[1]!)).toMatchObject({ kind: "unusable" });
    for (const path of paths) await close(path);
  });

  it("stays open when others cannot be opened", async () => {
    const paths = Array.from({ length: 16 }, (_, index) => fileOf(`sound-${index}.pmtiles`, PMTILES));
    for (const path of paths) await tile(path);
    expect(await tile(fileOf("damaged.pmtiles", PMTILES.subarray(0, 90)))).toMatchObject({ kind: "unusable" });
    expect(await tile(join(folder, "gone.pmtiles"))).toMatchObject({ kind: "unusable" });
    for (const path of paths) rmSync(path);
    for (const path of paths) expect(await tile(path)).toMatchObject({ kind: "tile" });
    for (const path of paths) await close(path);
  });

  it("of features stays converted, eight at a time, until it is closed", async () => {
    const paths = Array.from({ length: 9 }, (_, index) => fileOf(`drawn-${index}.geojson`, GEOJSON));
    for (const path of paths) expect((await features(path)).kind).toBe("features");
    for (const path of paths) rmSync(path);
    await close(paths[5]!);
    const kinds: string[] = [];
    for (const path of paths) kinds.push((await features(path)).kind);
    expect(kinds.map((kind, index) => (kind === "features" ? [] : [index])).flat()).toEqual([0, 5]);
  });

  it("of features that cannot be drawn is read again when it was mended", async () => {
    const path = fileOf("mended.geojson", '{"type":');
    expect(await features(path)).toMatchObject({ kind: "unusable" });
    fileOf("mended.geojson", GEOJSON);
    expect(await features(path)).toMatchObject({ kind: "features" });
  });
});
