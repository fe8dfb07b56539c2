import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeUdpLines } from "../../ingest/codecs/udp-lines.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { operatorPoint, systemPoint, uaPoint } from "../../kernel/points.fixture.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import type { Core } from "./core.ts";
import { composeCore } from "./core.ts";
import { createTrackLineUpdater } from "../recording/track-lines.job.ts";

const START_MS = Date.UTC(2025, 4, 1, 10);
const FEED = { sensorId: "roof", isLive: false, onRefused: () => undefined };

let temp: TempStore;
let core: Core;
let nowMs: number;
const clock = { now: () => nowMs };
const open = () => composeCore({ store: temp.store, clock, ids: systemIds, log: silentLog, observer: {} });
beforeEach(() => {
  temp = openTempStore();
  // The test meets a lock immediately instead of after the seconds that a station would wait for it.
  temp.store.writer.pragma("busy_timeout = 0");
  nowMs = START_MS + 3_600_000;
  core = open();
});
afterEach(() => temp[Symbol.dispose]());

/** One frame a second of an aircraft that flies north. */
function frames(seconds: number, from = 0, id: string | null = "1596F3ABC") {
  const lines = Array.from({ length: seconds }, (_, index) => {
    const second = from + index;
    const t = START_MS / 1000 + second;
    return JSON.stringify({ t, mac: "02:00:5e:00:53:01", radio: "wifi", lat: 50 + second * 1e-4, lon: 14.4, id });
  });
  return decodeUdpLines(lines.join("\n"));
}

const stored = () =>
  temp.store.reader
    .prepare(
      `SELECT s.uuid, s.record_count AS recordCount, (SELECT count(*) FROM ua_track WHERE suboperation = s.id)
         + (SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE suboperation = s.id) AS trackRecords
       FROM suboperation AS s JOIN operation AS o ON o.id = s.operation`,
    )
    .all() as readonly { readonly uuid: string; readonly recordCount: number; readonly trackRecords: number }[];

describe("a batch of frames", () => {
  it("is on disk when take resolves", async () => {
    await core.pipeline.take(FEED, frames(300));
    expect(stored()).toMatchObject([{ recordCount: 300, trackRecords: 300 }]);
  });

  it("changes nothing when it is taken again, also after a restart", async () => {
    await core.pipeline.take(FEED, frames(300));
    const before = stored();
    await core.pipeline.take(FEED, frames(300));
    expect(stored()).toEqual(before);
    temp.reopen();
    core = open();
    await core.pipeline.take(FEED, frames(300));
    expect(stored()).toEqual(before);
    await core.pipeline.take(FEED, frames(10, 300));
    expect(stored()).toMatchObject([{ uuid: before[0]?.uuid, recordCount: 310, trackRecords: 310 }]);
  });

  it("without an identity is held back until settled", async () => {
    await core.pipeline.take(FEED, frames(2, 0, null));
    expect(stored()).toEqual([]);
    await core.pipeline.take(FEED, frames(2, 2, null), { settle: true });
    expect(stored()).toMatchObject([{ recordCount: 4, trackRecords: 4 }]);
  });

  it("is not lost while another program locks the file, and its count stays right", async () => {
    await core.pipeline.take(FEED, frames(10));
    const other = new Database(join(temp.dataDir, "station.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    await expect(core.pipeline.take(FEED, frames(250, 10))).rejects.toThrow("locked");
    other.exec("COMMIT");
    other.close();
    await core.pipeline.take(FEED, frames(10, 260));
    expect(stored()).toMatchObject([{ recordCount: 270, trackRecords: 270 }]);
  });

  it("is not acknowledged if one record cannot be stored; other and later records are stored", async () => {
    await core.pipeline.take(FEED, frames(1));
    const [operation] = core.operations.fusionState.drainChanged();
    const suboperation = operation!.suboperations[0]!;
    const ua = core.telemetry.latest.findUa(suboperation.id)!;
    core.recorder.add({ kind: "sighting", suboperation, ua: { ...ua, timeMs: ua.timeMs + 0.5 }, operator: null });
    await expect(core.pipeline.take(FEED, frames(5, 1))).rejects.toThrow("INTEGER");
    await core.pipeline.take(FEED, frames(5, 6));
    expect(stored()).toMatchObject([{ recordCount: 11, trackRecords: 11 }]);
  });
});

it("a record that cannot be stored leaves nothing in the index of places", async () => {
  // As many as fill an entry of the index.
  await core.pipeline.take(FEED, frames(64));
  const [operation] = core.operations.fusionState.drainChanged();
  const suboperation = operation!.suboperations[0]!;
  const ua = uaPoint({ timeMs: START_MS + 100_000, latitudeE7: -300_000_000 });
  const operator = operatorPoint({ timeMs: START_MS + 0.5 });
  core.recorder.add({ kind: "sighting", suboperation, ua, operator });
  await expect(core.recorder.committed()).rejects.toThrow("INTEGER");
  core.recorder.add({ kind: "system", sensorId: "roof", point: systemPoint({ timeMs: START_MS }) });
  await core.recorder.committed();
  const around = (latitude: number) => ({ west: 14, south: latitude - 1, east: 15, north: latitude + 1 });
  const range = { fromMs: START_MS, toMs: nowMs };
  const found = [-30, 50].map((latitude) => [...core.telemetry.tracksInside(around(latitude), range)]);
  expect(found).toEqual([[], [suboperation.id]]);
});

describe("track lines", () => {
  const points = () => temp.store.reader.prepare("SELECT NumPoints(geometry) FROM track_line").pluck().get();
  const { signal } = new AbortController();

  it("follow a growing track at most once a minute, and immediately at the end", async () => {
    const job = createTrackLineUpdater(core, clock);
    await core.pipeline.take(FEED, frames(10));
    await job.update(signal, { isLast: false });
    expect(points()).toBe(10);
    await core.pipeline.take(FEED, frames(10, 10));
    nowMs += 30_000;
    await job.update(signal, { isLast: false });
    expect(points()).toBe(10);
    nowMs += 30_000;
    await job.update(signal, { isLast: false });
    expect(points()).toBe(20);
    await core.pipeline.take(FEED, frames(10, 20));
    await job.update(signal, { isLast: true });
    expect(points()).toBe(30);
  });

  it("are built one per turn of the event loop", async () => {
    const TRACKS = 20;
    for (let track = 1; track <= TRACKS; track++) core.recorder.markTrackGrown(track);
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    await createTrackLineUpdater(core, clock).update(signal, { isLast: false });
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(TRACKS);
  });

  it("that were not built before a crash are built after it", async () => {
    await core.pipeline.take(FEED, frames(10));
    core = open();
    await createTrackLineUpdater(core, clock).update(signal, { isLast: true });
    expect(points()).toBe(10);
  });
});
