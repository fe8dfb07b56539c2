import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packAllTelemetry } from "../../../test/support/packed-tracks.ts";
import { copyEmptyDatabase } from "../data-dir.fixture.ts";
import { DATABASE_FILE } from "../database-file.ts";
import { openStore } from "../database.ts";
import { migrate } from "../migrations.ts";
import { loadSpatialite } from "../spatialite.ts";
import { salvageDatabase } from "./salvage.ts";
import { fillRecording } from "./salvage.fixture.ts";

const TRACKS = 8;
const POINTS = 700;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-segments-"));
  copyEmptyDatabase(join(folder, "whole"));
  fillRecording(join(folder, "whole"), TRACKS, POINTS);
  const store = openStore({ dataDir: join(folder, "whole") });
  packAllTelemetry(store.writer);
  // The newest points of a track stay rows.
  store.writer.exec(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (1, 1900000000000, 1, 'airborne', 500000000, 140000000)`,
  );
  store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Salvages a copy of the recording that was changed, and opens the result. */
async function salvageAfter(name: string, change: (db: Database.Database) => void) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const path = join(dataDir, DATABASE_FILE);
  copyFileSync(join(folder, "whole", DATABASE_FILE), path);
  const db = new Database(path);
  change(db);
  db.close();
  const into = join(folder, `${name}.sqlite`);
  const report = await salvageDatabase({ from: path, into });
  const salvaged = new Database(into);
  loadSpatialite(salvaged, undefined);
  const one = (sql: string) => salvaged.prepare<[], number>(sql).pluck().get();
  return { report, one, [Symbol.dispose]: () => void salvaged.close() };
}

const RECORDS = "SELECT record_count FROM suboperation WHERE id = 1";
const ROWS = "SELECT count(*) FROM ua_track WHERE suboperation = 1";
const PACKED = "SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE suboperation = 1";
const INDEXED = "SELECT count(*) FROM track_extent WHERE suboperation = 1";

describe("salvage of packed telemetry", () => {
  it("keeps segments packed, and counts and indexes what is in them", async () => {
    using salvaged = await salvageAfter("undamaged", () => undefined);
    expect(salvaged.report.packed).toMatchObject({ damagedSegments: 0, lostRecords: 0 });
    expect(salvaged.report.packed.segments).toBeGreaterThanOrEqual(TRACKS * 3);
    expect(salvaged.one(RECORDS)).toBe(POINTS + 1);
    expect(salvaged.one(ROWS)).toBe(1);
    expect(salvaged.one(PACKED)).toBe(POINTS);
    // Every 64 points of each segment, and the row.
    expect(salvaged.one(INDEXED)).toBeGreaterThanOrEqual(Math.ceil(POINTS / 64) + 1);
    expect(salvaged.one("SELECT min(first_s) + 1546300800 FROM track_extent WHERE suboperation = 1")).toBe(
      1_700_000_000,
    );
  });

  it("indexes points of times that the index has no seconds for at its ends, and those before 1970", async () => {
    using salvaged = await salvageAfter("times", (db) => {
      const insert = db.prepare(
        `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
         VALUES (?, ?, 1, 'airborne', 500000000, 140000000)`,
      );
      insert.run(1, Date.parse("0001-01-01T00:00:00Z"));
      insert.run(1, Date.parse("9999-12-31T23:59:59Z"));
      insert.run(2, -500);
    });
    expect(salvaged.one("SELECT min(first_s) FROM track_extent WHERE suboperation = 1")).toBe(-(2 ** 31));
    expect(salvaged.one("SELECT max(last_s) FROM track_extent WHERE suboperation = 1")).toBe(2 ** 31 - 1);
    expect(salvaged.one("SELECT min(first_s) + 1546300800 FROM track_extent WHERE suboperation = 2")).toBe(-1);
  });

  it("skips a damaged segment, and reports how many records it had", async () => {
    using salvaged = await salvageAfter("damaged", (db) => {
      const bytes = db.prepare<[], Buffer>("SELECT bytes FROM packed_segment WHERE id = 1").pluck().get()!;
      bytes[60]! ^= 4;
      db.prepare("UPDATE packed_segment SET bytes = ? WHERE id = 1").run(bytes);
    });
    const { damagedSegments, lostRecords } = salvaged.report.packed;
    expect(damagedSegments).toBe(1);
    expect(lostRecords).toBeGreaterThan(64);
    expect(salvaged.one(RECORDS)).toBe(POINTS + 1 - lostRecords);
    expect(salvaged.one("SELECT count(*) FROM packed_segment WHERE id = 1")).toBe(0);
  });

  it("skips a segment that is not the one that its row describes", async () => {
    using salvaged = await salvageAfter("mistaken", (db) =>
      db.exec("UPDATE packed_segment SET point_count = point_count - 1 WHERE id = 1"),
    );
    expect(salvaged.report.packed.damagedSegments).toBe(1);
  });

  it("makes rows of a segment whose times a row has too, each record once", async () => {
    using salvaged = await salvageAfter("overlapping", (db) =>
      db.exec(
        `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
         SELECT 1, first_ms, 7, 'ground', 500000000, 140000000 FROM packed_segment WHERE id = 1
         UNION SELECT 1, first_ms + 1, 7, 'ground', 500000000, 140000000 FROM packed_segment WHERE id = 1`,
      ),
    );
    expect(salvaged.report.packed.damagedSegments).toBe(0);
    expect(salvaged.one("SELECT count(*) FROM packed_segment WHERE id = 1")).toBe(0);
    expect(salvaged.one(RECORDS)).toBe(POINTS + 2);
    expect(salvaged.one(`SELECT (${ROWS}) + (${PACKED})`)).toBe(POINTS + 2);
    expect(salvaged.one("SELECT count(*) FROM ua_track WHERE operational_state = 'ground'")).toBe(2);
  });
});

it("a recording that is older than segments is salvaged too", async () => {
  const path = join(folder, "older.sqlite");
  const db = new Database(path);
  loadSpatialite(db, undefined);
  migrate(db, 29);
  db.exec(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (1, 1700000000000, 1, 'airborne', 500000000, 140000000)`,
  );
  db.close();
  const into = join(folder, "older-salvaged.sqlite");
  const { packed } = await salvageDatabase({ from: path, into });
  expect(packed).toEqual({ segments: 0, damagedSegments: 0, lostRecords: 0 });
  const salvaged = new Database(into, { readonly: true });
  loadSpatialite(salvaged, undefined);
  expect(salvaged.prepare("SELECT suboperation FROM track_segment").pluck().all()).toEqual([1]);
  salvaged.close();
});
