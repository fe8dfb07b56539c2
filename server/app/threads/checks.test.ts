import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { type CheckHistory, readCheckHistory, saveCheckHistory } from "../../storage/integrity.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { damageSegment, insertSegments } from "../../storage/tracks/segments.fixture.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { type Checks, createChecks } from "./checks.ts";

const NOW_MS = Date.UTC(2026, 10, 20);
const PATIENT = { timeout: 15_000 };
let temp: TempStore;
let warnings: string[];
beforeEach(() => {
  temp = openTempStore();
  warnings = [];
});
afterEach(() => temp[Symbol.dispose]());

/** Runs the job that looks whether a full check is due. */
async function checkIfDue(remembered: CheckHistory) {
  saveCheckHistory(temp.dataDir, remembered);
  const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) };
  const checks = createChecks({ ...temp, ...temp.store, clock: { now: () => NOW_MS }, log });
  await checks.backgroundJobs[0]!.run(new AbortController().signal);
  await checks.close();
  return checks.state();
}

it.each([
  ["is due after a week", NOW_MS - 7 * DAY_MS, true],
  ["is not due before", NOW_MS - 6 * DAY_MS, false],
  ["is due where the last one was made while the clock was ahead", NOW_MS + DAY_MS, true],
  ["is due where none was made", null, true],
])("a full check %s", async (_when, fullMs, isDue) => {
  const { damage, checkedMs } = await checkIfDue({ fullMs, damage: null });
  expect([damage, checkedMs]).toEqual([null, isDue ? NOW_MS : null]);
  expect(readCheckHistory(temp.dataDir).fullMs).toBe(isDue ? NOW_MS : fullMs);
});

it("a check whose result cannot be stored still counts, and reports that", async () => {
  saveCheckHistory(temp.dataDir, { fullMs: null, damage: null });
  mkdirSync(join(temp.dataDir, "integrity.json.part"));
  const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) };
  const checks = createChecks({ ...temp, ...temp.store, clock: { now: () => NOW_MS }, log });
  expect(await checks.run("full")).toMatchObject({ damage: null, fullMs: NOW_MS });
  expect(warnings).toEqual(["the result of a check of the recording could not be stored"]);
  await checks.close();
});

describe("damage that a reader meets", () => {
  const QUIET = { fullMs: NOW_MS, damage: null };
  let nowMs: number;
  let checks: Checks;
  beforeEach(() => {
    nowMs = NOW_MS;
    saveCheckHistory(temp.dataDir, QUIET);
    insertSegments(temp.store.writer, { tracks: 2, segments: 2 });
    const clock = { now: () => nowMs };
    const log = { ...silentLog, warn: (_fields: object, text: string) => void warnings.push(text) };
    checks = createChecks({ ...temp, ...temp.store, clock, log });
  });
  afterEach(() => checks.close());

  function readTrack(track: number): unknown {
    const { read } = createTrackReader<{ readonly timeMs: number }>(temp.store.reader, UA_KIND, ["timeMs"]);
    try {
      return read({ track, firstMs: 0, lastMs: NOW_MS }, false, 1000);
    } catch (error) {
      checks.notice(error);
      return error;
    }
  }

  const insertSensor = () => temp.store.writer.prepare("INSERT INTO sensor (sensor_id) VALUES ('roof')").run();

  it("of a segment is found by the checks that follow, and nothing new is stored from then on", async () => {
    damageSegment(temp.store.writer, 3);
    expect(readTrack(2)).toMatchObject({ code: "SQLITE_CORRUPT" });
    await expect
      .poll(() => checks.state(), PATIENT)
      .toEqual({
        damage: "segment 3 of packed telemetry: wrong checksum",
        checkedMs: NOW_MS,
        depth: "full",
        fullMs: NOW_MS,
      });
    expect(insertSensor).toThrow(expect.objectContaining({ code: "SQLITE_READONLY" }));
  });

  it("is looked for again later where the checks found nothing, but not with each error", async () => {
    const error = Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });
    checks.notice(error);
    await expect.poll(() => checks.state().depth, PATIENT).toBe("full");
    expect([checks.state().damage, insertSensor().changes]).toEqual([null, 1]);

    damageSegment(temp.store.writer, 1);
    nowMs += MINUTE_MS;
    readTrack(1);
    await checks.run("quick");
    expect(checks.state()).toMatchObject({ damage: null, depth: "quick", checkedMs: nowMs });
    nowMs += 10 * MINUTE_MS;
    readTrack(1);
    await expect.poll(() => checks.state().damage, PATIENT).toBe("segment 1 of packed telemetry: wrong checksum");
  });

  /** As a backup fails whose disk damages it: in another file and another place each time. */
  function failBackup(file: string, segment: number): void {
    const message = `/media/bad disk/${file} is damaged: segment ${segment} of packed telemetry: wrong checksum`;
    checks.notice(Object.assign(new Error(message), { name: "BackupError", code: "SQLITE_CORRUPT" }));
  }

  it("is not looked for in full with every backup that fails for the same reason", async () => {
    failBackup("fieldstation-1.sqlite", 4);
    await expect.poll(() => checks.state().depth, PATIENT).toBe("full");
    nowMs += HOUR_MS;
    failBackup("fieldstation-2.sqlite", 9);
    await expect.poll(() => checks.state(), PATIENT).toMatchObject({ depth: "quick", checkedMs: nowMs });
    // A full check that had begun would be ended, with a warning.
    await checks.close();
    await setImmediate();
    expect([checks.state().fullMs, warnings]).toEqual([NOW_MS, []]);
  });

  it("is looked for in full after a day, or for another reason", async () => {
    failBackup("fieldstation-1.sqlite", 4);
    await expect.poll(() => checks.state().depth, PATIENT).toBe("full");
    nowMs += HOUR_MS;
    checks.notice(Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" }));
    await expect.poll(() => checks.state(), PATIENT).toMatchObject({ depth: "full", fullMs: nowMs });
    nowMs = NOW_MS + DAY_MS;
    failBackup("fieldstation-25.sqlite", 4);
    await expect.poll(() => checks.state(), PATIENT).toMatchObject({ depth: "full", fullMs: nowMs });
  });
});
