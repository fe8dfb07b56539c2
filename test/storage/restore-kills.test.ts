import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStation } from "../../server/app/index.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { backupRecording } from "../../server/storage/backup.ts";
import { openStore } from "../../server/storage/database.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import { prepareRestore } from "../../server/storage/restore/prepare-restore.ts";
import {
  decryptedPath,
  findRestoreMark,
  findRestoreOutcome,
  removeRestore,
  replacedRecordingPath,
  saveRestoreMark,
} from "../../server/storage/restore/restore-files.ts";
import { swapPending } from "../../server/storage/restore/swap-recording.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { STATION_PROGRAM } from "../support/station-program.ts";

const PRELOAD = resolve(import.meta.dirname, "restore-kills.preload.ts");
const UNDO = resolve(import.meta.dirname, "restore-undo.process.ts");
const NOW_MS = Date.UTC(2026, 10, 20, 8);

const folder = mkdtempSync(join(tmpdir(), "fieldstation-restore-kills-"));
const waiting = join(folder, "waiting");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function record(dataDir: string, sensorId: string): void {
  const store = openStore({ dataDir });
  store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES (?)").run(sensorId);
  store.close();
}

/** What is in a file, which must be whole. */
function sensorsIn(path: string): readonly string[] {
  const db = new Database(path, { fileMustExist: true });
  try {
    expect(db.pragma("quick_check", { simple: true })).toBe("ok");
    return db.prepare<[], string>("SELECT sensor_id FROM sensor ORDER BY rowid").pluck().all();
  } finally {
    db.close();
  }
}

/** A directory in which a backup waits; the recording was not closed cleanly: its newest rows are only in its log. */
beforeAll(async () => {
  copyEmptyDatabase(waiting);
  record(waiting, "backed up");
  const file = join(folder, "backup.sqlite");
  await backupRecording(waiting, file, () => undefined);
  record(waiting, "later");
  const tell = { opened: () => undefined, progress: () => undefined };
  await prepareRestore({ file, dataDir: waiting, keys: null }, tell);
  const keptAs = replacedRecordingPath(waiting, NOW_MS);
  await saveRestoreMark(waiting, { id: "1", path: file, userId: null, address: null, askedMs: NOW_MS, keptAs });
  const store = openStore({ dataDir: waiting });
  store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES ('last')").run();
  const copy = join(folder, "unclean");
  cpSync(waiting, copy, { recursive: true });
  store.close();
  rmSync(waiting, { recursive: true });
  cpSync(copy, waiting, { recursive: true });
});

/** A program that exchanges recordings and is killed at its nth change of a file; null where it has ended before. */
async function runKilled(program: readonly string[], dataDir: string, killAt: number): Promise<string | null> {
  const child = spawn(process.execPath, ["--import", PRELOAD, ...program], {
    env: { ...process.env, KILLED_IN: dataDir, KILL_AT: String(killAt) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  // A station prints its address when it is ready; a command ends by itself.
  if (program.includes("serve")) child.stdout.once("data", () => child.kill("SIGTERM"));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  if (signal === "SIGKILL") return errors;
  expect([code, errors]).toEqual([0, ""]);
  return null;
}

const startIn = (dataDir: string) => [
  STATION_PROGRAM,
  ...["serve", "--data", dataDir, "--port", "0", "--log-level", "warn", "--local-operator"],
];

/** The path of the mark names the directory it was made in. */
async function copyTo(dataDir: string): Promise<string> {
  cpSync(waiting, dataDir, { recursive: true });
  const keptAs = replacedRecordingPath(dataDir, NOW_MS);
  await saveRestoreMark(dataDir, { ...findRestoreMark(dataDir)!, keptAs });
  return keptAs;
}

async function startAndStop(dataDir: string): Promise<void> {
  const station = await startStation({ dataDir, port: 0, log: silentLog, lessSafe: LESS_SAFE });
  await station.stop();
}

const OLD = ["backed up", "later", "last"];

it("a start that is killed at any step of a restore loses neither recording, and the next one ends it", async () => {
  expect(existsSync(join(waiting, `${DATABASE_FILE}-wal`))).toBe(true);
  const killed: string[] = [];
  for (let killAt = 1; ; killAt++) {
    const dataDir = join(folder, `killed-${killAt}`);
    const keptAs = await copyTo(dataDir);
    const where = await runKilled(startIn(dataDir), dataDir, killAt);
    if (where !== null) killed.push(where.trim());
    await startAndStop(dataDir);
    expect([where, sensorsIn(join(dataDir, DATABASE_FILE))]).toEqual([where, ["backed up"]]);
    expect([where, sensorsIn(keptAs)]).toEqual([where, OLD]);
    const store = openStore({ dataDir });
    const noted = "SELECT count(*) FROM audit_entry WHERE kind = 'recording_restored'";
    expect([where, store.reader.prepare(noted).pluck().get()]).toEqual([where, 1]);
    store.close();
    const left = readdirSync(dataDir).filter((name) => name.startsWith("restore"));
    expect([where, left]).toEqual([where, ["restore-outcome.json"]]);
    rmSync(dataDir, { recursive: true });
    if (where === null) break;
  }
  expect(killed.length).toBeGreaterThan(6);
  expect(killed.join("\n")).toMatch(/rename station\.sqlite\n[^]*rename restore\.sqlite\n/);
}, 180_000);

it("a start that is killed while it puts the former recording back loses neither, and the next one ends it", async () => {
  const killed: string[] = [];
  for (let killAt = 1; ; killAt++) {
    const dataDir = join(folder, `undone-${killAt}`);
    await copyTo(dataDir);
    await swapPending(dataDir);
    const where = await runKilled([UNDO, dataDir], dataDir, killAt);
    if (where !== null) killed.push(where.trim());
    const isUndone = findRestoreMark(dataDir)?.undoneFor !== undefined || findRestoreOutcome(dataDir) !== undefined;
    await startAndStop(dataDir);
    // Before it has said why, the start has only begun to be undone, and the next one tries the backup again.
    expect([where, sensorsIn(join(dataDir, DATABASE_FILE))]).toEqual([where, isUndone ? OLD : ["backed up"]]);
    expect([where, findRestoreOutcome(dataDir)?.failure]).toEqual([where, isUndone ? "the test undoes it" : null]);
    rmSync(dataDir, { recursive: true });
    if (where === null) break;
  }
  expect(killed.join("\n")).toMatch(/rename restore\.json\.part\n[^]*rename station\.sqlite\.before-/);
}, 180_000);

it("the command that is killed at any step loses neither recording, and the next start opens one of them, complete", async () => {
  const killed: string[] = [];
  const opened = new Set<string>();
  for (let killAt = 1; ; killAt++) {
    const dataDir = join(folder, `command-${killAt}`);
    cpSync(waiting, dataDir, { recursive: true });
    await removeRestore(dataDir);
    // Left by a command that was killed earlier: of an encrypted backup, nothing may stay on the disk unencrypted.
    writeFileSync(decryptedPath(dataDir), "in plain");
    const restore = [STATION_PROGRAM, "restore", join(folder, "backup.sqlite"), "--data", dataDir];
    const where = await runKilled(restore, dataDir, killAt);
    if (where !== null) killed.push(where.trim());
    await startAndStop(dataDir);
    const sensors = sensorsIn(join(dataDir, DATABASE_FILE));
    const kept = readdirSync(dataDir).find((name) => /\.before-[^.]*\.\d+Z$/.test(name));
    opened.add(sensors.join());
    if (kept === undefined) expect([where, sensors]).toEqual([where, OLD]);
    else expect([where, sensors, sensorsIn(join(dataDir, kept))]).toEqual([where, ["backed up"], OLD]);
    const left = readdirSync(dataDir).filter((name) => /^restore\.|\.part$/.test(name));
    expect([where, left]).toEqual([where, []]);
    rmSync(dataDir, { recursive: true });
    if (where === null) break;
  }
  expect(opened).toEqual(new Set([OLD.join(), "backed up"]));
  expect(killed.join("\n")).toMatch(/rename station\.sqlite\n[^]*rename restore\.sqlite\n/);
}, 180_000);
