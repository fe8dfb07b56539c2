import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { createTrackLines, createUnfinishedLineFinder } from "./telemetry.lines.store.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  temp.store.writer.pragma("foreign_keys = OFF");
});
afterAll(() => temp[Symbol.dispose]());

function record(track: number, first: number, count: number): void {
  temp.store.writer
    .prepare(
      `INSERT OR IGNORE INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms,
         first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions,
         authentication, warnings, link_reason, link_confidence)
       VALUES (?, ?, 1, '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, '', '', '', '', '', 1)`,
    )
    .run(track, `track-${track}`);
  const recording = createTelemetryRecording(temp.store.writer);
  temp.store.writer.transaction(() => {
    for (let index = first; index < first + count; index++) {
      const timeMs = NOON_MS + index * 100;
      recording.recordUa(track, uaPoint({ timeMs, longitudeE7: 144_000_000 + index, latitudeE7: 500_000_000 - index }));
    }
  })();
}

const line = (track: number) =>
  temp.store.reader
    .prepare(
      `SELECT NumPoints(geometry) AS points, ST_IsValid(geometry) AS valid, ST_SRID(geometry) AS srid,
         ST_X(StartPoint(geometry)) AS x, ST_Y(StartPoint(geometry)) AS y, ST_M(StartPoint(geometry)) AS firstS,
         ST_M(EndPoint(geometry)) AS lastS
       FROM track_line WHERE suboperation = ?`,
    )
    .get(track);

describe("the line of a track", () => {
  it("has its points in time order with the Unix time in seconds as measure, and grows with the track", async () => {
    const updateLine = createTrackLines(temp.store.reader, temp.store.writer);
    const { signal } = new AbortController();
    record(1, 0, 4001);
    await updateLine(1, signal);
    const start = { valid: 1, srid: 4326, x: 14.4, y: 50, firstS: NOON_MS / 1000 };
    expect(line(1)).toEqual({ ...start, points: 4001, lastS: NOON_MS / 1000 + 400 });
    record(1, 4001, 10);
    await updateLine(1, signal);
    expect(line(1)).toEqual({ ...start, points: 4011, lastS: NOON_MS / 1000 + 401 });
  });

  it("of a single point repeats the point, and without points does not exist", async () => {
    const updateLine = createTrackLines(temp.store.reader, temp.store.writer);
    record(2, 0, 1);
    await updateLine(2, new AbortController().signal);
    await updateLine(3, new AbortController().signal);
    expect(line(2)).toMatchObject({ points: 2, x: 14.4, y: 50 });
    expect(line(3)).toBeUndefined();
  });

  it("of a track that is purged while it is read is not written", async () => {
    record(4, 0, 3000);
    const updating = createTrackLines(temp.store.reader, temp.store.writer)(4, new AbortController().signal);
    temp.store.writer.exec("DELETE FROM suboperation WHERE id = 4");
    await updating;
    expect(line(4)).toBeUndefined();
  });
});

it("tracks without their line are found in every slice, and between two the event loop turns", async () => {
  using many = openTempStore();
  many.store.writer.pragma("foreign_keys = OFF");
  many.store.writer.exec(
    `INSERT INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
       last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
       link_reason, link_confidence)
     WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 5000)
     SELECT value, 'track-' || value, 1, '', '', '', 0, 0, 0, 0, value % 2500 = 0, 0, 0, 0, 0, '', '', '', '', '', 1 FROM number`,
  );
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const found = await createUnfinishedLineFinder(many.store.reader)(new AbortController().signal);
  clearImmediate(next);
  expect(found).toEqual([2500, 5000]);
  expect(turns).toBeGreaterThanOrEqual(4);
});
