import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelemetryRecording } from "../../features/telemetry/telemetry.recording.store.ts";
import { createTrackPacking } from "../../features/telemetry/telemetry.packing.store.ts";
import { createWholeTrackReader } from "../../features/telemetry/telemetry.whole-track.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { damageSegment } from "../../storage/tracks/segments.fixture.ts";
import { trackPackingJob } from "./track-packing.job.ts";

let temp: TempStore;
beforeEach(() => {
  temp = openTempStore();
});
afterEach(() => temp[Symbol.dispose]());

const { signal } = new AbortController();

function record(track: number, points: number, updatedMs: number): void {
  const { writer } = temp.store;
  const recording = createTelemetryRecording(writer);
  writer.transaction(() => {
    writer.prepare("INSERT OR IGNORE INTO operation VALUES (?, ?, 1, 1, 1000, 2000, NULL)").run(track, `o${track}`);
    writer
      .prepare(
        `INSERT OR REPLACE INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
           last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
           link_reason, link_confidence)
         VALUES (?, ?, ?, 'roof', 'wifi_beacon', 'air', 1, ?, 1, 2, 1, 0, 0, 1, 1, '[]', '[]', '[]', '[]', 'first', 1)`,
      )
      .run(track, `s${track}`, track, updatedMs);
    for (let index = 0; index < points; index++) {
      recording.recordUa(track, uaPoint({ timeMs: NOON_MS + index * 1000, rssiDbm: -index % 100 }));
    }
    recording.saveExtents();
  })();
}

/** The same in transactions of some points, as a station that is busy receives them: each is a run. */
function recordRuns(track: number, runs: readonly number[]): void {
  const { writer } = temp.store;
  const recording = createTelemetryRecording(writer);
  record(track, 0, NOON_MS);
  let recorded = 0;
  for (const points of runs) {
    writer.transaction(() => {
      const some = Array.from({ length: points }, (_, index) =>
        uaPoint({ timeMs: NOON_MS + (recorded + index) * 1000 }),
      );
      recording.recordUaPoints(track, some);
      recording.saveExtents();
    })();
    recorded += points;
  }
}

/** A track of one segment, and ten points after it as rows. */
async function recordAfterPacked(): Promise<void> {
  record(1, 100, NOON_MS);
  await job(NOON_MS + 6 * MINUTE_MS).run(signal);
  const insert = temp.store.writer.prepare(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (1, ?, 0, 'airborne', 500000000, 144000000)`,
  );
  for (let index = 100; index < 110; index++) insert.run(NOON_MS + index * 1000);
}

const job = (nowMs = NOON_MS, rest = () => Promise.resolve()) =>
  trackPackingJob({
    packing: createTrackPacking(temp.store.writer),
    isReadOnly: temp.store.isReadOnly,
    clock: { now: () => nowMs },
    log: silentLog,
    rest,
  });

const counts = () =>
  temp.store.reader
    .prepare<[], number>("SELECT point_count FROM packed_segment ORDER BY suboperation, first_ms")
    .pluck()
    .all();
const rows = () => temp.store.reader.prepare<[], number>("SELECT count(*) FROM ua_track").pluck().get();

async function times(track: number): Promise<readonly number[]> {
  const whole = createWholeTrackReader(temp.store.reader);
  const read: number[] = [];
  for await (const slice of whole.read(track, { limit: Infinity, offset: 0, isDescending: false }, signal)) {
    read.push(...slice.map(({ timeMs }) => timeMs));
  }
  return read;
}

const expectedTimes = (points: number) => Array.from({ length: points }, (_, index) => NOON_MS + index * 1000);

describe("packing tracks", () => {
  it("leaves the newest 64 points and what does not fill a segment of a track that grows", async () => {
    record(1, 256 + 63, NOON_MS);
    await job().run(signal);
    expect(counts()).toEqual([]);
    record(2, 256 * 2 + 100, NOON_MS);
    await job().run(signal);
    expect(counts()).toEqual([256, 256]);
    expect(rows()).toBe(256 + 63 + 100);
    expect(await times(2)).toEqual(expectedTimes(612));
  });

  it("packs a whole track that has not changed for minutes, without a segment of few points", async () => {
    record(1, 256 + 10, NOON_MS - 6 * MINUTE_MS);
    record(2, 10, NOON_MS - 6 * MINUTE_MS);
    await job().run(signal);
    expect(counts()).toEqual([133, 133, 10]);
    expect(rows()).toBe(0);
    expect(await times(1)).toEqual(expectedTimes(266));
  });

  it("packs few new points together with those before them", async () => {
    record(1, 100, NOON_MS - 6 * MINUTE_MS);
    await job().run(signal);
    record(1, 110, NOON_MS - 6 * MINUTE_MS);
    // The first hundred are there already, so that they became rows to be compared with.
    await job().run(signal);
    expect(counts()).toEqual([110]);
  });

  it("reports its progress while it packs", async () => {
    record(1, 256 * 2, NOON_MS - 6 * MINUTE_MS);
    record(3, 256, NOON_MS - 6 * MINUTE_MS);
    const seen: unknown[] = [];
    const packing = job(NOON_MS, () => Promise.resolve(void seen.push(packing.progress())));
    expect(packing.progress()).toBeNull();
    await packing.run(signal);
    expect(seen.slice(0, 3)).toEqual([
      { packedRecords: 256, track: 1, lastTrack: 3 },
      { packedRecords: 512, track: 1, lastTrack: 3 },
      { packedRecords: 768, track: 3, lastTrack: 3 },
    ]);
    expect(packing.progress()).toBeNull();
  });

  it("joins runs and rows into full segments, and leaves the newest points of a track that grows", async () => {
    recordRuns(1, [...Array.from({ length: 40 }, () => 10), 3, 40]);
    expect(counts()).toEqual([...Array.from({ length: 40 }, () => 10), 40]);
    expect(rows()).toBe(3);
    await job().run(signal);
    // The run that was cut goes on as rows.
    expect(counts()).toEqual([256, ...Array.from({ length: 14 }, () => 10), 40]);
    expect(rows()).toBe(4 + 3);
    expect(await times(1)).toEqual(expectedTimes(443));
    await job(NOON_MS + 6 * MINUTE_MS).run(signal);
    expect(counts()).toEqual([256, 187]);
    expect(rows()).toBe(0);
    expect(await times(1)).toEqual(expectedTimes(443));
  });

  it("leaves a track alone whose only run was packed", async () => {
    recordRuns(1, [10]);
    await job(NOON_MS + 6 * MINUTE_MS).run(signal);
    expect(counts()).toEqual([10]);
    expect(createTrackPacking(temp.store.writer).findTrack(-1)).toBeUndefined();
  });

  it("examines more runs than fit one segment", async () => {
    recordRuns(
      1,
      Array.from({ length: 300 }, () => 4),
    );
    await job().run(signal);
    expect(counts().slice(0, 4)).toEqual([256, 256, 256, 256]);
    expect(await times(1)).toEqual(expectedTimes(1200));
  });

  it("goes on where it was stopped", async () => {
    record(1, 256 * 3, NOON_MS - 6 * MINUTE_MS);
    const stop = new AbortController();
    let steps = 0;
    const rest = () => {
      if (++steps === 2) stop.abort();
      return Promise.resolve();
    };
    await expect(job(NOON_MS, rest).run(stop.signal)).rejects.toThrow();
    expect(counts()).toEqual([256, 256]);
    temp.reopen();
    await job().run(signal);
    expect(counts()).toEqual([256, 256, 256]);
    expect(await times(1)).toEqual(expectedTimes(768));
  });

  it("frees the disk space that the rows of an older recording used", async () => {
    const pages = () => Number(temp.store.reader.pragma("page_count", { simple: true }));
    const unused = () => Number(temp.store.reader.pragma("freelist_count", { simple: true }));
    const emptyPages = pages();
    for (let track = 1; track <= 10; track++) record(track, 2560, NOON_MS - 6 * MINUTE_MS);
    // As if they had all the columns that a row can have.
    temp.store.writer.exec("UPDATE ua_track SET operational_state = hex(zeroblob(100))");
    const fullPages = pages();
    await job().run(signal);
    expect(unused()).toBeLessThanOrEqual(pages() / 4);
    expect(pages() - unused() - emptyPages).toBeLessThan((fullPages - emptyPages) / 4);
    expect(pages()).toBeLessThan(fullPages - 300);
    expect(temp.store.reader.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("leaves a track as rows whose positions a segment has no place for, and packs the others", async () => {
    record(1, 300, NOON_MS - 6 * MINUTE_MS);
    record(2, 300, NOON_MS - 6 * MINUTE_MS);
    temp.store.writer.exec("UPDATE ua_track SET longitude_e7 = 5000000000 WHERE suboperation = 1");
    await job().run(signal);
    expect(counts()).toEqual([150, 150]);
    expect(rows()).toBe(300);
  });

  it.each([
    ["of which a run is damaged", async () => recordRuns(1, [10, 10, 10, 10]), "min(id)"],
    ["whose last segment is damaged, with few points after it", recordAfterPacked, "max(id)"],
  ])("leaves a track as it is %s, says so once, and packs the others", async (_which, recordFirst, findSegment) => {
    await recordFirst();
    const { writer } = temp.store;
    damageSegment(writer, writer.prepare<[], number>(`SELECT ${findSegment} FROM packed_segment`).pluck().get()!);
    const before = [counts(), rows()];
    record(2, 300, NOON_MS);
    const warned: unknown[] = [];
    let shrunk = 0;
    const packing = createTrackPacking(writer);
    const damaged = trackPackingJob({
      packing: { ...packing, shrink: () => (shrunk++, packing.shrink()) },
      isReadOnly: () => false,
      clock: { now: () => NOON_MS + 6 * MINUTE_MS },
      log: { ...silentLog, warn: (fields) => void warned.push(fields) },
      rest: () => Promise.resolve(),
    });
    for (let run = 0; run < 2; run++) await damaged.run(signal);
    expect([counts(), rows()]).toEqual([[...(before[0] as number[]), 150, 150], before[1]]);
    expect(shrunk).toBeGreaterThanOrEqual(2);
    expect(warned).toEqual([{ err: expect.objectContaining({ code: "SQLITE_CORRUPT" }), track: 1 }]);
  });

  it("stops while the recording must not be written, logs that once, and continues afterwards", async () => {
    for (const track of [1, 2, 3]) record(track, 300, NOON_MS - 6 * MINUTE_MS);
    const warned: string[] = [];
    const pausing = trackPackingJob({
      packing: createTrackPacking(temp.store.writer),
      isReadOnly: temp.store.isReadOnly,
      clock: { now: () => NOON_MS },
      log: { ...silentLog, warn: (_fields, message) => void warned.push(message) },
      // A check finds damage after the first step.
      async rest() {
        if (counts().length === 1) temp.store.setReadOnly(true);
      },
    });
    for (let run = 0; run < 3; run++) await pausing.run(signal);
    expect([counts(), pausing.progress()]).toEqual([[150], null]);
    expect(warned).toEqual(["telemetry is not packed until the recording may be written again"]);
    temp.store.setReadOnly(false);
    await pausing.run(signal);
    expect([counts(), rows()]).toEqual([[150, 150, 150, 150, 150, 150], 0]);
    expect(warned).toHaveLength(1);
  });
});
