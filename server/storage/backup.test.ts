import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSeededRandom } from "../../test/support/seeded-random.ts";
import { backupRecording, backupVerified, restoreRecording } from "./backup.ts";
import { DataDirInUseError } from "./data-dir-lock.ts";
import { openStore } from "./database.ts";
import { ForeignDatabaseError } from "./migrations.ts";
import { copyEmptyDatabase } from "./data-dir.fixture.ts";
import { DATABASE_FILE } from "./database-file.ts";
import { damage } from "./salvage/salvage.fixture.ts";
import { damageSegment, insertSegments } from "./tracks/segments.fixture.ts";

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

/** Adds a sensor to a recording. */
function record(into: string, sensorId: string) {
  if (!existsSync(join(into, DATABASE_FILE))) copyEmptyDatabase(into);
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
  it("is taken while a station writes, and restores to the same recording", async () => {
    const store = record(dataDir, "roof");
    const progress: number[] = [];
    await backupRecording(dataDir, file, (fraction) => progress.push(fraction));
    store.close();
    expect(progress.at(-1)).toBe(1);
    // It contains accounts and keys, so only its owner may read it.
    const shared = process.platform === "win32" ? [] : [file, join(dataDir, "station.sqlite")];
    for (const path of shared) expect(statSync(path).mode & 0o077).toBe(0);

    const elsewhere = join(folder, "elsewhere");
    expect(await restoreRecording(file, elsewhere, NOW_MS)).toEqual({ keptAs: null });
    expect(readdirSync(join(folder, "copies"))).toEqual(["monday.sqlite"]);
    expect(readdirSync(elsewhere).toSorted()).toEqual(["station.lock", "station.sqlite"]);
    expect(sensorsOf(elsewhere)).toEqual(["roof"]);
  });

  it("of a recording that is constantly written to finishes, with the state from when it started", async () => {
    const store = record(dataDir, "roof");
    const insert = store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES (?)");
    // Large enough for several steps of the copy, with writes in between.
    store.writer.transaction(() => {
      for (let index = 0; index < 20_000; index++) insert.run(`${index}`.padStart(400, "x"));
    })();
    let steps = 0;
    await backupRecording(dataDir, file, () => {
      if (++steps > 100) throw new Error("the copy keeps restarting");
      insert.run(`later ${steps}`);
    });
    store.close();
    expect(steps).toBeGreaterThan(3);
    const copied = join(folder, "copied");
    await restoreRecording(file, copied, NOW_MS);
    expect(sensorsOf(copied)).toHaveLength(20_001);
  });

  it("does not overwrite an existing file", async () => {
    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    const before = readFileSync(file);
    await expect(backupRecording(dataDir, file, () => undefined)).rejects.toThrow("already exists");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("of a directory without a recording is refused", async () => {
    await expect(backupRecording(dataDir, file, () => undefined)).rejects.toThrow("There is no recording");
    expect(existsSync(file)).toBe(false);
  });
});

describe("a backup that is restored for a test", () => {
  it("counts what it has, and is refused and removed where one bit of a segment is wrong", async () => {
    const store = record(dataDir, "roof");
    insertSegments(store.writer, { tracks: 2, segments: 2 });
    const other = join(folder, "copies", "tuesday.sqlite");
    expect(await backupVerified(dataDir, file, NOW_MS)).toMatchObject({ records: 1024 });
    damageSegment(store.writer, 3);
    store.close();
    await expect(backupVerified(dataDir, other, NOW_MS)).rejects.toMatchObject({
      message: expect.stringMatching(/tuesday\.sqlite is damaged: segment 3 of packed telemetry: wrong checksum$/),
      code: "SQLITE_CORRUPT",
    });
    expect(readdirSync(join(folder, "copies"))).toEqual(["monday.sqlite"]);
  });
});

it("a backup of a recording with damaged pages is refused as damage, one that is there already is not", async () => {
  copyEmptyDatabase(dataDir);
  const { reader, close } = openStore({ dataDir });
  const pageBytes = reader.pragma("page_size", { simple: true }) as number;
  // Its rows are not counted.
  const root = reader.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'alert'").pluck().get()!;
  close();
  // The number of cells of a page: the check of the copy reports that, nothing throws.
  damage(dataDir, (root - 1) * pageBytes + 3, 2, createSeededRandom(15));
  await expect(backupRecording(dataDir, file, () => undefined)).rejects.toMatchObject({ code: "SQLITE_CORRUPT" });
  writeFileSync(file, "");
  const refused: unknown = await backupRecording(dataDir, file, () => undefined).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining("already exists") });
  expect(refused).not.toHaveProperty("code");
});

describe("restoring", () => {
  it("keeps the previous recording, including what a crash left in its write-ahead log", async () => {
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

  it.each([
    ["damaged", () => writeFileSync(join(dataDir, DATABASE_FILE), "no database at all ".repeat(300))],
    ["gone", () => rmSync(join(dataDir, DATABASE_FILE))],
  ])("works where the recording is %s, and keeps its log away from the one that is restored", async (_state, lose) => {
    const store = record(dataDir, "roof");
    await backupRecording(dataDir, file, () => undefined);
    store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES ('van')").run();
    const log = readFileSync(join(dataDir, `${DATABASE_FILE}-wal`));
    store.close();
    writeFileSync(join(dataDir, `${DATABASE_FILE}-wal`), log);
    lose();
    await restoreRecording(file, dataDir, NOW_MS);
    expect(existsSync(join(dataDir, `${DATABASE_FILE}-wal`))).toBe(false);
    expect(sensorsOf(dataDir)).toEqual(["roof"]);
  });

  it("is refused while a station uses the directory, without changes", async () => {
    record(dataDir, "roof").close();
    await backupRecording(dataDir, file, () => undefined);
    const store = record(dataDir, "van");
    await expect(restoreRecording(file, dataDir, NOW_MS)).rejects.toThrow(DataDirInUseError);
    store.close();
    expect(sensorsOf(dataDir)).toEqual(["roof", "van"]);
  });

  it("refuses a file that is not a station's database or is truncated", async () => {
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
