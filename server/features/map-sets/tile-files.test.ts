import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pmtilesOf, pngOf } from "../../../test/support/tile-files.ts";
import { writeMbtiles } from "../../storage/mbtiles.fixture.ts";
import { createMapSetFolder } from "./map-sets.folder.ts";
import { createTileFiles, type TileFiles } from "./tile-files.ts";

const TILE = { z: 0, x: 0, y: 0 };
const RED = pngOf([200, 0, 0]);
const ENDLESS = `
  ALTER TABLE tiles RENAME TO stored;
  CREATE VIEW tiles AS
    WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count)
    SELECT zoom_level, tile_column, tile_row, tile_data FROM stored, count WHERE n < 0;`;

let folder: string;
let files: TileFiles | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-tiles-"));
});
afterEach(() => files?.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pmtiles(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, pmtilesOf({ tiles: [{ ...TILE, bytes: RED }], type: 2 }));
  return path;
}

describe("files of tiles", () => {
  it("that compute for ever are given up, and the next file is read", async () => {
    const endless = join(folder, "endless.mbtiles");
    writeMbtiles(endless, [{ ...TILE, bytes: RED }], {}, ENDLESS);
    files = createTileFiles({ inspectMs: 300 });
    expect(await files.inspect(endless, { mayWrite: false })).toEqual({
      kind: "unusable",
      message: expect.stringContaining("took longer than 0.3 seconds") as string,
    });
    const read = await files.readTile(pmtiles("sound.pmtiles"), "pmtiles", TILE);
    expect(read.kind === "tile" && Buffer.from(read.bytes!).equals(RED)).toBe(true);
  });

  it("in SQLite's write-ahead mode are refused where they are, and put in order in the station's own copy", async () => {
    const path = join(folder, "log.mbtiles");
    writeMbtiles(path, [{ ...TILE, bytes: RED }]);
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    db.close();
    const before = readFileSync(path);
    files = createTileFiles();
    expect(await files.inspect(path, { mayWrite: false })).toMatchObject({ kind: "unusable" });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(await files.inspect(path, { mayWrite: true })).toMatchObject({ kind: "facts", facts: { format: "png" } });
    expect((await files.readTile(path, "mbtiles", TILE)).kind).toBe("tile");
  });

  it("answer after they were released, and not at all when the station stops", async () => {
    const path = pmtiles("released.pmtiles");
    files = createTileFiles();
    expect((await files.readTile(path, "pmtiles", TILE)).kind).toBe("tile");
    await files.release(path);
    rmSync(path);
    expect((await files.readTile(path, "pmtiles", TILE)).kind).toBe("unusable");
  });
});

describe("the folder of map sets", () => {
  async function* chunks(...texts: readonly string[]) {
    for (const text of texts) yield Buffer.from(text);
  }
  const plenty = () => Promise.resolve(1000);

  it("completes what a crash interrupted, and deletes unknown files", async () => {
    const before = createMapSetFolder(folder);
    await before.store("known", chunks("half ", "and half"), plenty);
    await before.store("unknown", chunks("left"), plenty);
    const after = createMapSetFolder(folder);
    after.recover((id) => id === "known");
    expect(readFileSync(after.pathOf({ id: "known", path: null }), "utf8")).toBe("half and half");
    expect(() => readFileSync(after.partialPathOf("unknown"))).toThrow(/ENOENT/);
    await after.remove("known");
  });

  it("keeps nothing of a file that does not fit, or that breaks off", async () => {
    const own = createMapSetFolder(folder);
    expect(await own.store("big", chunks("123456", "789"), () => Promise.resolve(8))).toEqual({ kind: "no_room" });
    expect(await own.store("none", chunks("1"), () => Promise.resolve(0))).toEqual({ kind: "no_room" });
    async function* broken() {
      yield Buffer.from("start");
      throw new Error("gone");
    }
    await expect(own.store("broken", broken(), plenty)).rejects.toThrow("gone");
    for (const id of ["big", "none", "broken"]) expect(() => readFileSync(own.partialPathOf(id))).toThrow(/ENOENT/);
  });
});
