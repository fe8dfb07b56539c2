import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeUdpLines } from "../../ingest/codecs/udp-lines.ts";
import { DAY_MS, isoFromMs, SECOND_MS } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { systemPoint } from "../../kernel/points.fixture.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { insertPackedOperations, countRemovedPoints } from "../../storage/tracks/segments.fixture.ts";
import type { Core } from "./core.ts";
import { ageClockJob } from "../station/age-clock.job.ts";
import { composeCore } from "./core.ts";
import { composeRetention } from "./retention.ts";

const NOW_MS = Date.UTC(2025, 4, 1, 12);
const FEED = { sensorId: "roof", isLive: true, onRefused: () => undefined };
const OFF = { max_age_days: null, max_size_mb: null, removed_grace_days: 30 };

let temp: TempStore;
let core: Core;
let nowMs: number;
const clock = { now: () => nowMs };
function open() {
  const { store, dataDir } = temp;
  core = composeCore({ store, clock, ids: systemIds, log: silentLog, observer: {} });
  return composeRetention({ store, core, clock, log: silentLog, dataDir, recordAudit: () => undefined }).service;
}
let retention: ReturnType<typeof open>;
beforeEach(() => {
  temp = openTempStore();
  nowMs = NOW_MS;
  retention = open();
});
afterEach(async () => {
  await retention.cancelPurge();
  await core.recorder.close();
  temp[Symbol.dispose]();
});

/**
 * Records an operation that ended some days ago, one record a second; the id tells operations apart. What comes backwards
 * is stored as rows.
 */
async function recordOperation(daysAgo: number, records: number, id = `1596F3${daysAgo}`, isBackwards = false) {
  const endS = (NOW_MS - daysAgo * DAY_MS) / 1000;
  const lines = Array.from({ length: records }, (_, index) =>
    JSON.stringify({
      t: endS - records + 1 + index,
      mac: `02:00:5e:00:53:${(daysAgo % 256).toString(16).padStart(2, "0")}`,
      radio: "wifi",
      lat: 50 + index * 1e-5,
      lon: 14.4,
      id,
    }),
  );
  await core.pipeline.take(FEED, decodeUdpLines((isBackwards ? lines.toReversed() : lines).join("\n")));
}

const count = (table: string) => temp.store.reader.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
const ends = () =>
  temp.store.reader
    .prepare<[], number>("SELECT last_ms FROM operation ORDER BY last_ms")
    .pluck()
    .all()
    .map((lastMs) => Math.round((NOW_MS - lastMs) / DAY_MS));
const recordRows = (daysAgo: number, records: number) => recordOperation(daysAgo, records, undefined, true);
/** Every table that stores something of an operation. */
const TABLES = [
  "operation",
  "suboperation",
  "identifier",
  "ua_track",
  "operator_track",
  "packed_segment",
  "track_extent",
  "track_line",
];

async function purge() {
  nowMs += 11 * SECOND_MS;
  retention.startPurge();
  return retention.finished();
}

describe("a purge", () => {
  it("leaves no rows of what it removes in any table", async () => {
    await recordRows(40, 700);
    await core.telemetry.updateLine(1, new AbortController().signal);
    // The others stay rows.
    expect(core.telemetry.packing.pack(1, nowMs + DAY_MS)).toBe(256);
    expect(TABLES.filter((table) => table !== "operator_track").map(count)).not.toContain(0);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    expect(await purge()).toMatchObject({ outcome: "finished", removed: { operations: 1, records: 700 } });
    expect(TABLES.map(count)).toEqual(TABLES.map(() => 0));
    expect(temp.store.reader.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(temp.store.reader.pragma("foreign_key_check")).toEqual([]);
  });

  it("by size removes the oldest until the recording is within its bound, and no more", async () => {
    const usedMb = async () => {
      const { disk } = await retention.getState();
      return (disk.recording_bytes - disk.reusable_bytes) / 1e6;
    };
    const emptyMb = await usedMb();
    for (const daysAgo of [50, 40, 30, 20, 10]) await recordRows(daysAgo, 6000);
    const fullMb = await usedMb();
    // Chosen so that half of them remain: a purge makes 5 % more room than needed.
    const halfMb = (emptyMb + fullMb) / 2;
    nowMs += 11 * SECOND_MS;
    retention.startPurge({ max_size_mb: halfMb / 0.95 });
    expect(await retention.finished()).toMatchObject({ outcome: "finished", removed: { operations: 3 } });
    expect(await usedMb()).toBeLessThanOrEqual(halfMb);
    expect(ends()).toEqual([20, 10]);

    retention.startPurge({ max_size_mb: fullMb });
    expect(await retention.finished()).toMatchObject({ removed: { operations: 0 } });
  });

  it("by size is announced by about as many records as take the space, where they are packed", async () => {
    const recordBytes = insertPackedOperations(temp.store.writer, { operations: 40, segments: 500 });
    const usedBytes = (await retention.getState()).disk.recording_bytes;
    const limitMb = Math.floor(usedBytes / 2e6);
    retention.savePolicy({ ...OFF, max_size_mb: limitMb });
    nowMs += 11 * SECOND_MS;
    const { records } = (await retention.getState()).next_purge;
    // A purge makes 5 % more room than needed. Some of the space is that of other things.
    const share = (records * recordBytes) / (usedBytes - limitMb * 0.95e6);
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(1.2);
  });

  it("never removes an operation in progress or one being replayed, however old its records are", async () => {
    await recordOperation(0, 60, "CURRENT");
    retention.savePolicy({ ...OFF, max_age_days: 30, max_size_mb: 1 });
    nowMs += 11 * SECOND_MS;
    await recordOperation(60, 60, "REPLAYED");
    retention.startPurge();
    expect(await retention.finished()).toMatchObject({ removed: { operations: 0, records: 0 } });
    expect(ends()).toEqual([60, 0]);
  });

  it("continues after a power cut, and nothing reappears", async () => {
    await recordRows(40, 700);
    temp.store.writer.exec(
      "UPDATE suboperation SET deleted_ms = 0; DELETE FROM ua_track WHERE rssi_dbm IS NULL AND time_ms % 2000 = 0",
    );
    temp.reopen();
    retention = open();
    await purge();
    expect(TABLES.map(count)).toEqual(TABLES.map(() => 0));
  });

  it("does not store again what it removed when the same aircraft is received again", async () => {
    await recordOperation(1, 60, "SAME");
    nowMs = NOW_MS + DAY_MS;
    retention.savePolicy({ ...OFF, max_age_days: 1 });
    await purge();
    await recordOperation(0, 60, "SAME");
    expect(count("operation")).toBe(1);
    expect(temp.store.reader.pragma("foreign_key_check")).toEqual([]);
  });

  it("lets live records through while it runs", async () => {
    await recordOperation(40, 20_000);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    nowMs += 11 * SECOND_MS;
    const removed = countRemovedPoints(temp.store.writer);
    retention.startPurge();
    // How many transactions it had made each time that a live record was stored.
    const made: number[] = [];
    while ((await retention.getState()).running !== null) {
      await recordOperation(0, 1, "LIVE");
      made.push(removed.length);
    }
    // It removes one segment in each transaction. How many a live record waits for is a matter of timers.
    expect(Math.max(...removed)).toBeLessThanOrEqual(256);
    expect(new Set(made).size).toBeGreaterThan(3);
    expect((await retention.getState()).last?.removed.records).toBe(20_000);
    expect(count("ua_track")).toBe(1);
  });

  it("never reuses the row ids of what it removed, also after a restart", async () => {
    await recordOperation(40, 60);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    const [before] = temp.store.reader.prepare("SELECT id, operation FROM suboperation").raw().all() as number[][];
    await purge();
    await core.recorder.close();
    temp.reopen();
    retention = open();
    await recordOperation(0, 60);
    const [after] = temp.store.reader.prepare("SELECT id, operation FROM suboperation").raw().all() as number[][];
    expect(after).toEqual(before!.map((number) => number + 1));
  });

  it("keeps what belongs to an account until its owner deletes it", async () => {
    await recordOperation(40, 60);
    temp.store.writer.exec("UPDATE suboperation SET owner = 'ada'");
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    expect(await purge()).toMatchObject({ removed: { operations: 0 } });
    expect((await retention.getState()).next_purge).toMatchObject({ operations: 0, kept_operations: 1 });
    temp.store.writer.exec(`UPDATE suboperation SET deleted_ms = ${NOW_MS - 31 * DAY_MS}`);
    expect(await purge()).toMatchObject({ removed: { operations: 1 } });
  });

  it("that fails on a disk error reports it, and the next one succeeds", async () => {
    await recordRows(40, 60);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    temp.store.writer.exec(
      "CREATE TEMP TRIGGER no_more BEFORE DELETE ON main.ua_track BEGIN SELECT raise(ABORT, 'disk I/O error'); END",
    );
    expect(await purge()).toMatchObject({ outcome: "failed" });
    temp.store.writer.exec("DROP TRIGGER temp.no_more");
    expect(await purge()).toMatchObject({ outcome: "finished", removed: { operations: 1 } });
  });
});

describe("a clock that jumps ahead", () => {
  const JUMP_MS = 1024 * 7 * DAY_MS;
  const NEVER = new AbortController().signal;
  /** The age clock that a station has stored after it ran for that long. */
  function keepClock() {
    let ranMs = 0;
    const job = ageClockJob({ db: temp.store.writer, clock, monotonic: { now: () => ranMs }, log: silentLog });
    void job.run(NEVER);
    return (moreMs: number) => {
      ranMs += moreMs;
      nowMs += moreMs;
      void job.run(NEVER);
    };
  }
  const removeOperations = () =>
    temp.store.writer.exec(
      `UPDATE suboperation SET deleted_ms = ${NOW_MS} WHERE id = (SELECT max(id) FROM suboperation)`,
    );

  it("judges ages by the time before a jump until the clock has stayed ahead for a day", async () => {
    const run = keepClock();
    await recordRows(10, 60);
    await recordRows(5, 60);
    removeOperations();
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    nowMs += JUMP_MS;
    await retention.purgeIfDue();
    run(0);
    run(DAY_MS / 2);
    await retention.purgeIfDue();
    expect(count("suboperation")).toBe(2);
    const state = await retention.getState();
    expect(state.next_purge).toMatchObject({ operations: 2 });
    expect(state.clock_jump).toEqual({
      from: isoFromMs(NOW_MS + DAY_MS / 2),
      to: isoFromMs(nowMs),
      remaining_s: 43_200,
    });
    run(DAY_MS / 2);
    expect((await retention.getState()).clock_jump).toBeNull();
    await retention.purgeIfDue();
    expect(count("suboperation")).toBe(0);
  });

  it("is taken for right when a person starts a purge, and the next start is of the same mind", async () => {
    keepClock();
    await recordRows(10, 60);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    nowMs += JUMP_MS;
    await purge();
    expect([count("operation"), (await retention.getState()).clock_jump]).toEqual([0, null]);
    await core.recorder.close();
    temp.reopen();
    retention = open();
    expect((await retention.getState()).clock_jump).toBeNull();
  });
});

describe("system records", () => {
  it("are purged by age, except during operations that are kept", async () => {
    const addSystemRecord = (timeMs: number) =>
      core.recorder.add({ kind: "system", sensorId: "roof", point: systemPoint({ timeMs, receivedMs: NOW_MS }) });
    await recordOperation(40, 60);
    for (const daysAgo of [41, 40, 39, 20]) addSystemRecord(NOW_MS - daysAgo * DAY_MS);
    await core.recorder.committed();
    const [operation] = temp.store.reader.prepare<[], number>("SELECT id FROM operation").pluck().all();
    temp.store.writer
      .prepare("INSERT INTO annotation (id, operation, note, created_ms, updated_ms) VALUES ('a', ?, 'kept', 0, 0)")
      .run(operation);
    retention.savePolicy({ ...OFF, max_age_days: 30 });
    expect(await purge()).toMatchObject({ removed: { operations: 0, records: 2 } });
    const left = temp.store.reader.prepare<[], number>("SELECT time_ms FROM system_track").pluck().all();
    expect(left).toEqual([NOW_MS - 40 * DAY_MS, NOW_MS - 20 * DAY_MS]);
  });
});
