import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backupRecording, restoreRecording } from "./backup.ts";
import { DataDirInUseError } from "./data-dir-lock.ts";
import { openStore } from "./database.ts";
import { ForeignDatabaseError } from "./migrations.ts";
import { putEmptyDatabase } from "./data-dir.fixture.ts";
import { DATABASE_FILE } from "./database-file.ts";

const NOW_MS = Date.UTC(2026, 4, 1, 12);
let folder = "";
let dataDir = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-backup-"));
  dataDir = join(folder, "data");
  file = join(folder, "copies", "monday.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A recording with one sensor in it. */
function record(into: string, sensorId: string) {
  if (!existsSync(join(into, DATABASE_FILE))) putEmptyDatabase(into);
  const store = openStore({ dataDir: into });
  store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES (?)").run(sensorId);
  return store;
}

function sensorsOf(from: string): readonly string[] {
  const store = openStore({ dataDir: from });
  try {
    return store.reader.prepare<[], string>("SELECT sensor_id FROM sensor").pluck().all();
  } finally {
    store.close();
  }
}

describe("a backup", () => {
  it("is taken while a station writes, and restored it is the same recording", async () => {
    const store = record(dataDir, "roof");
    const progress: number[] = [];
    await backupRecording(dataDir, file, (fraction) => progress.push(fraction));
    store.close();
    expect(progress.at(-1)).toBe(1);
    // It holds accounts and keys, as the recording does.
    const shared = process.platform === "win32" ? [] : [file, join(dataDir, "station.sqlite")];
    for (const path of shared) expect(statSync(path).mode & 0o077).toBe(0);

    const elsewhere = join(folder, "elsewhere");
    expect(await restoreRecording(file, elsewhere, NOW_MS)).toEqual({ keptAs: null });
    expect(readdirSync(join(folder, "copies"))).toEqual(["monday.sqlite"]);
    expect(readdirSync(elsewhere).toSorted()).toEqual(["station.lock", "station.sqlite"]);
    expect(sensorsOf(elsewhere)).toEqual(["roof"]);
  });

  it("of what is written to all the while comes to an end, and is what was there at its begin", async () => {
    const store = record(dataDir, "roof");
    const insert = store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES (?)");
    // More than one step of the copy, between any two of which something is written.
    store.writer.transaction(() => {
      for (let index = 0; index < 20_000; index++) insert.run(`${index}`.padStart(400, "x"));
    })();
    let steps = 0;
    await backupRecording(dataDir, file, () => {
      if (++steps > 100) throw new Error("the copy has begun anew again and again");
      insert.run(`later ${steps}`);
    });
    store.close();
    expect(steps).toBeGreaterThan(3);
    const copied = join(folder, "copied");
    await restoreRecording(file, copied, NOW_MS);
    expect(sensorsOf(copied)).toHaveLength(20_001);
  });

  it("replaces nothing that has its name", async () => {
    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    const before = readFileSync(file);
    await expect(backupRecording(dataDir, file, () => undefined)).rejects.toThrow("is there already");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("of nothing is refused", async () => {
    await expect(backupRecording(dataDir, file, () => undefined)).rejects.toThrow("There is no recording");
    expect(existsSync(file)).toBe(false);
  });
});

describe("restoring", () => {
  it("keeps the recording that was there, with what a crash left in its log", async () => {
    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    record(dataDir, "van").close();

    const { keptAs } = await restoreRecording(file, dataDir, NOW_MS);
    expect(keptAs).toBe(join(dataDir, "station.sqlite.before-2026-05-01T12-00-00.000Z"));
    expect(sensorsOf(dataDir)).toEqual(["roof"]);
    const kept = join(folder, "kept");
    await restoreRecording(keptAs!, kept, NOW_MS);
    expect(sensorsOf(kept)).toEqual(["roof", "van"]);
  });

  it("is refused while a station uses the directory, and changes nothing", async () => {
    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    const store = record(dataDir, "van");
    await expect(restoreRecording(file, dataDir, NOW_MS)).rejects.toThrow(DataDirInUseError);
    store.close();
    expect(sensorsOf(dataDir)).toEqual(["roof", "van"]);
  });

  it("refuses what is not a station's, or is cut short", async () => {
    const text = join(folder, "notes.txt");
    writeFileSync(text, "no database ".repeat(20));
    await expect(restoreRecording(text, dataDir, NOW_MS)).rejects.toThrow(ForeignDatabaseError);

    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    const whole = readFileSync(file);
    const cut = join(folder, "cut.sqlite");
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length / 2)));
    await expect(restoreRecording(cut, dataDir, NOW_MS)).rejects.toThrow();
    expect(sensorsOf(dataDir)).toEqual(["roof"]);
  });
});
