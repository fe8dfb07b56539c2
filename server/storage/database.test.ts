import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import Database from "better-sqlite3";
import { DataDirInUseError } from "./data-dir-lock.ts";
import { LostRecordingError } from "./data-dir-state.ts";
import { copyEmptyDatabase } from "./data-dir.fixture.ts";
import { isTruncated } from "./database-file.ts";
import { openStore } from "./database.ts";
import { ForeignDatabaseError } from "./migrations.ts";
import { getSpatialiteVersion, spatialiteCandidates } from "./spatialite.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fieldstation-database-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, "station.sqlite");

/** A directory in which a station was started and stopped before. */
function startAndStop(): void {
  copyEmptyDatabase(dataDir);
  openStore({ dataDir }).close();
}

function changeFile(change: (db: Database.Database) => void): void {
  const db = new Database(file());
  change(db);
  db.close();
}

describe("a store", () => {
  it("is created in a new directory that only its owner can enter", () => {
    dataDir = join(dataDir, "not", "there", "yet");
    const store = openStore({ dataDir });
    const names = store.reader.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    expect(names).toEqual(
      expect.arrayContaining(["operation", "suboperation", "ua_track", "operator_track", "system_track", "source"]),
    );
    expect(store.writer.pragma("user_version", { simple: true })).toBe(
      readdirSync(join(import.meta.dirname, "migrations")).length,
    );
    expect(store.writer.pragma("application_id", { simple: true })).toBe(0x4653544e);
    expect(store.versions.spatialite).toMatch(/^\d+\.\d+/);
    store.close();
    if (process.platform !== "win32") {
      expect(statSync(dataDir).mode & 0o077).toBe(0);
      expect(statSync(join(dataDir, "station.lock")).mode & 0o077).toBe(0);
    }
  });

  it("keeps its data when it is reopened", () => {
    copyEmptyDatabase(dataDir);
    const first = openStore({ dataDir });
    first.writer.prepare("INSERT INTO sensor (sensor_id) VALUES ('roof')").run();
    first.close();
    const again = openStore({ dataDir });
    expect(again.reader.prepare("SELECT sensor_id FROM sensor").pluck().all()).toEqual(["roof"]);
    again.close();
  });

  it("uses a write-ahead log and synchronises every commit", () => {
    const { writer, close } = openStore({ dataDir });
    expect(writer.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(writer.pragma("synchronous", { simple: true })).toBe(2);
    expect(writer.pragma("foreign_keys", { simple: true })).toBe(1);
    close();
  });

  it("has a read-only connection that reads while the writer writes", () => {
    copyEmptyDatabase(dataDir);
    const { reader, writer, close } = openStore({ dataDir });
    expect(() => reader.prepare("INSERT INTO sensor (sensor_id) VALUES ('roof')").run()).toThrow("readonly");
    writer.exec("BEGIN IMMEDIATE; INSERT INTO sensor (sensor_id) VALUES ('roof')");
    expect(reader.prepare("SELECT count(*) FROM sensor").pluck().get()).toBe(0);
    writer.exec("COMMIT");
    expect(reader.prepare("SELECT count(*) FROM sensor").pluck().get()).toBe(1);
    close();
  });
});

describe("a database file", () => {
  it("of a newer version is refused and left unchanged", () => {
    startAndStop();
    changeFile((db) => db.pragma("user_version = 99"));
    expect(() => openStore({ dataDir })).toThrow(ForeignDatabaseError);
    expect(() => openStore({ dataDir })).toThrow(/newer Fieldstation \(schema 99/);
    changeFile((db) => expect(db.pragma("user_version", { simple: true })).toBe(99));
  });

  it("of another program is refused and left unchanged", () => {
    changeFile((db) => {
      db.exec("CREATE TABLE notes (text)");
      db.pragma("application_id = 252006674");
      db.pragma("journal_mode = DELETE");
    });
    expect(() => openStore({ dataDir })).toThrow("belongs to another program");
    changeFile((db) => {
      expect(db.prepare("SELECT name FROM sqlite_master").pluck().all()).toEqual(["notes"]);
      expect(db.pragma("journal_mode", { simple: true })).toBe("delete");
    });
  });

  it("with foreign tables and no application id is refused and left unchanged", () => {
    changeFile((db) => db.exec("CREATE TABLE notes (text)"));
    expect(() => openStore({ dataDir })).toThrow("belongs to another program");
    changeFile((db) => {
      expect(db.prepare("SELECT name FROM sqlite_master").pluck().all()).toEqual(["notes"]);
    });
  });

  it("that is not a database is refused with what to do, and can be replaced immediately", () => {
    startAndStop();
    const whole = readFileSync(file());
    writeFileSync(file(), "no database at all, but long enough to have a header of its own".repeat(20));
    expect(() => openStore({ dataDir })).toThrow(/is damaged.*station restore.*station salvage/);
    writeFileSync(file(), whole);
    openStore({ dataDir }).close();
  });

  it.each([
    ["is gone", () => rmSync(file())],
    ["is empty", () => writeFileSync(file(), "")],
  ])("that %s is never replaced by a new one", (state, lose) => {
    startAndStop();
    lose();
    const start = () => openStore({ dataDir });
    expect(start).toThrow(LostRecordingError);
    expect(start).toThrow(new RegExp(`${state}.*station\\.lock.*station restore.*station salvage`));
    expect(existsSync(file()) ? statSync(file()).size : 0).toBe(0);
  });

  it("without a single table is never filled as a new one", () => {
    startAndStop();
    rmSync(file());
    changeFile((db) => db.exec("CREATE TABLE t (a); DROP TABLE t"));
    expect(() => openStore({ dataDir })).toThrow(/holds nothing.*station restore/);
  });

  it("is begun again where the first start was interrupted", () => {
    writeFileSync(join(dataDir, "first-start"), "");
    writeFileSync(join(dataDir, "station.lock"), "");
    writeFileSync(file(), "");
    openStore({ dataDir }).close();
    expect(existsSync(join(dataDir, "first-start"))).toBe(false);
    rmSync(file());
    expect(() => openStore({ dataDir })).toThrow(LostRecordingError);
  });

  it("that was cut, or not closed, should be checked; one that was closed need not", () => {
    startAndStop();
    const closed = openStore({ dataDir });
    expect(closed.needsCheck).toBe(false);
    const log = readFileSync(`${file()}-wal`);
    closed.close();
    writeFileSync(`${file()}-wal`, log);
    const unclosed = openStore({ dataDir });
    expect(unclosed.needsCheck).toBe(true);
    unclosed.close();
    truncateSync(file(), statSync(file()).size - 4096);
    expect(isTruncated(file())).toBe(true);
  });
});

describe("a data directory", () => {
  it("is locked by one station until it closes it", () => {
    copyEmptyDatabase(dataDir);
    const first = openStore({ dataDir });
    expect(() => openStore({ dataDir })).toThrow(DataDirInUseError);
    first.close();
    openStore({ dataDir }).close();
  });

  it("is locked against other processes, and unlocked when the process is killed", async () => {
    const database = join(import.meta.dirname, "database.ts");
    const script = `
      const { openStore } = await import(${JSON.stringify(database)});
      const { writer } = openStore({ dataDir: ${JSON.stringify(dataDir)} });
      writer.prepare("INSERT INTO sensor (sensor_id) VALUES ('roof')").run();
      process.stdout.write("open");
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    expect(() => openStore({ dataDir })).toThrow(DataDirInUseError);
    child.kill("SIGKILL");
    await exited;
    const store = openStore({ dataDir });
    expect(store.reader.prepare("SELECT sensor_id FROM sensor").pluck().all()).toEqual(["roof"]);
    store.close();
  });
});

describe("SpatiaLite", () => {
  it("is looked for at the configured path first", () => {
    expect(spatialiteCandidates("/opt/mine.so")[0]).toBe("/opt/mine.so");
    expect(spatialiteCandidates("")).toEqual(spatialiteCandidates(undefined));
    expect(getSpatialiteVersion("/not/there.so")).toMatch(/^\d+\.\d+/);
  });

  it("is looked for in OSGeo4W and in the newest QGIS on Windows", () => {
    const qgis = ["3.9.0", "3.40.1"].map((version) => `C:\\Program Files\\QGIS ${version}\\bin\\mod_spatialite.dll`);
    const system = { platform: "win32", env: { OSGEO4W_ROOT: "D:\\OSGeo4W" }, list: () => qgis } as const;
    expect(spatialiteCandidates("C:\\mine.dll", system)).toEqual([
      "C:\\mine.dll",
      "mod_spatialite",
      "D:\\OSGeo4W\\bin\\mod_spatialite.dll",
      "C:\\OSGeo4W\\bin\\mod_spatialite.dll",
      "C:\\OSGeo4W64\\bin\\mod_spatialite.dll",
      ...qgis.toReversed(),
    ]);
  });
});
