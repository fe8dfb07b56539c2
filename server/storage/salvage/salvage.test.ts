import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../../test/support/seeded-random.ts";
import { DATABASE_FILE } from "../database-file.ts";
import { openStore } from "../database.ts";
import { copyEmptyDatabase } from "../data-dir.fixture.ts";
import { salvageDatabase, type SalvageReport } from "./salvage.ts";
import { damage, fillRecording } from "./salvage.fixture.ts";

const GARBAGE_BYTES = 64 * 1024;
const TRACKS = 30;
const POINTS = 200;

let folder = "";
let whole = "";
let before: ReadonlySet<string> = new Set();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-salvage-"));
  whole = join(folder, "whole");
  copyEmptyDatabase(whole);
  fillRecording(whole, TRACKS, POINTS);
  before = rowsOf(join(whole, DATABASE_FILE));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyOfWhole(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  copyFileSync(join(whole, DATABASE_FILE), join(dataDir, DATABASE_FILE));
  return dataDir;
}

/** Every row of the tables of tracks, as text. */
function rowsOf(path: string): ReadonlySet<string> {
  const db = new Database(path, { readonly: true });
  const rows = ["operation", "suboperation", "ua_track"].flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .raw()
      .all()
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
  db.close();
  return new Set(rows);
}

const countOf = ({ tables }: SalvageReport, name: string) => tables.find(({ table }) => table === name)!;

describe("salvage", () => {
  it("of a database without damage copies every row", async () => {
    const into = join(folder, "undamaged.sqlite");
    const report = await salvageDatabase({ from: join(whole, DATABASE_FILE), into });
    expect(countOf(report, "ua_track")).toMatchObject({ rows: TRACKS * POINTS, unreadableRows: 0, damagedPages: 0 });
    expect(countOf(report, "suboperation")).toMatchObject({ rows: TRACKS, unreadableRows: 0 });
    expect(report.danglingRows).toBe(0);
    expect(rowsOf(into)).toEqual(before);
  });

  it.each([1, 2, 3])("after 64 kB of garbage loses only the rows that were there (seed %i)", async (seed) => {
    const random = createSeededRandom(seed);
    const dataDir = copyOfWhole(`damaged-${seed}`);
    const path = join(dataDir, DATABASE_FILE);
    const size = statSync(path).size;
    // Anywhere but on the first page, without which nothing says what the others hold.
    const at = 4096 + Math.trunc(random() * (size - GARBAGE_BYTES - 4096));
    damage(dataDir, at, GARBAGE_BYTES, random);
    const into = join(folder, `salvaged-${seed}.sqlite`);
    const report = await salvageDatabase({ from: path, into });

    const after = [...rowsOf(into)];
    // The number of records is counted anew, everything else is as it was.
    expect(after.filter((row) => !row.startsWith("suboperation") && !before.has(row))).toEqual([]);
    // 17 pages of telemetry hold some 70 rows each; a damaged interior page loses none of those below it.
    expect(countOf(report, "ua_track").rows).toBeGreaterThan(TRACKS * POINTS - 17 * 90);

    const restored = join(folder, `restored-${seed}`);
    mkdirSync(restored);
    copyFileSync(into, join(restored, DATABASE_FILE));
    const { reader, close } = openStore({ dataDir: restored });
    expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(
      reader
        .prepare("SELECT count(*) FROM track_extent WHERE suboperation NOT IN (SELECT suboperation FROM ua_track)")
        .pluck()
        .get(),
    ).toBe(0);
    close();
  });

  it("reads what hangs below a page that was destroyed", async () => {
    const dataDir = copyOfWhole("interior");
    const path = join(dataDir, DATABASE_FILE);
    const db = new Database(path, { readonly: true });
    const root = db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'ua_track'").pluck().get()!;
    db.close();
    damage(dataDir, (root - 1) * 4096, 4096, createSeededRandom(9));
    const into = join(folder, "interior.sqlite");
    const report = await salvageDatabase({ from: path, into });
    const { rows, damagedPages } = countOf(report, "ua_track");
    expect(damagedPages).toBe(1);
    // The destroyed page itself held a few rows.
    expect(rows).toBeGreaterThan(TRACKS * POINTS - 100);
  });

  it("of a file without a readable first page is refused", async () => {
    const dataDir = copyOfWhole("headless");
    damage(dataDir, 0, 4096, createSeededRandom(3));
    const into = join(folder, "headless.sqlite");
    await expect(salvageDatabase({ from: join(dataDir, DATABASE_FILE), into })).rejects.toThrow("damaged or not");
  });
});
