import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { NOON_MS, operatorPoint, systemPoint, uaPoint } from "../../kernel/points.fixture.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import { createLatestTelemetry } from "./telemetry.latest.store.ts";
import type { TelemetryRecording } from "./telemetry.recording.store.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";

let temp: TempStore;
let recording: TelemetryRecording;
beforeAll(() => {
  temp = openTempStore();
});
beforeEach(() => {
  temp.store.writer.exec("DELETE FROM ua_track; DELETE FROM operator_track; DELETE FROM system_track");
  recording = createTelemetryRecording(temp.store.writer);
});
afterAll(() => temp[Symbol.dispose]());

describe("points of a track that are stored together", () => {
  const pointsAt = (...seconds: readonly number[]) =>
    seconds.map((second) => uaPoint({ timeMs: NOON_MS + second * 1000, rssiDbm: -second }));
  const runs = (track: number) =>
    temp.store.reader
      .prepare<[number], number>("SELECT point_count FROM packed_segment WHERE suboperation = ? ORDER BY first_ms")
      .pluck()
      .all(track);
  const rows = (track: number) =>
    temp.store.reader
      .prepare<[number], number>("SELECT (time_ms - 1777636800000) / 1000 FROM ua_track WHERE suboperation = ?")
      .pluck()
      .all(track);

  it("are a run where they are later than all before, and rows where they are few", () => {
    expect(recording.recordUaPoints(101, pointsAt(1, 2, 3))).toEqual([1, 2, 3].map((s) => NOON_MS + s * 1000));
    expect(recording.recordUaPoints(101, pointsAt(4, 5, 6, 7))).toEqual([4, 5, 6, 7].map((s) => NOON_MS + s * 1000));
    expect({ runs: runs(101), rows: rows(101) }).toEqual({ runs: [4], rows: [1, 2, 3] });
  });

  it("are compared with what is there where they are not", () => {
    recording.recordUaPoints(102, pointsAt(1, 2, 3, 4, 5));
    const again = recording.recordUaPoints(102, [
      ...pointsAt(4),
      uaPoint({ timeMs: NOON_MS + 5000 }),
      ...pointsAt(6, 7),
    ]);
    expect(again).toEqual([undefined, NOON_MS + 5001, NOON_MS + 6000, NOON_MS + 7000]);
    expect({ runs: runs(102), rows: rows(102) }).toEqual({ runs: [], rows: [1, 2, 3, 4, 5, 5, 6, 7] });
  });

  it("begin another run where their times go back, and after as many as a segment has", () => {
    const seconds = Array.from({ length: 300 }, (_, second) => second);
    recording.recordUaPoints(103, pointsAt(...seconds, 10, 11, 400, 401, 402, 403));
    expect({ runs: runs(103), rows: rows(103) }).toEqual({
      runs: [44],
      rows: [...seconds.slice(0, 256), 400, 401, 402, 403],
    });
  });

  it("are rows where one has a value that segments have no place for", () => {
    const points = [...pointsAt(1, 2, 3), uaPoint({ timeMs: NOON_MS + 4000, longitudeE7: 5e9 })];
    recording.recordUaPoints(104, points);
    expect({ runs: runs(104), rows: rows(104) }).toEqual({ runs: [], rows: [1, 2, 3, 4] });
  });

  it("are found to be later by what is in the file", () => {
    recording.recordUa(105, uaPoint({ timeMs: NOON_MS + 9000 }));
    temp.reopen();
    recording = createTelemetryRecording(temp.store.writer);
    recording.recordUaPoints(105, pointsAt(5, 6, 7, 8));
    recording.recordUaPoints(105, pointsAt(10, 11, 12, 13));
    expect({ runs: runs(105), rows: rows(105) }).toEqual({ runs: [4], rows: [5, 6, 7, 8, 9] });
  });
});

describe("a point", () => {
  it("is stored and read back with every field", () => {
    const ua = Object.fromEntries(
      Object.keys(uaPoint()).map((field, index) => [field, field === "operationalState" ? "emergency" : -1 - index]),
    );
    expect(recording.recordUa(1, uaPoint(ua))).toBe(ua["timeMs"]);
    const latest = createLatestTelemetry(temp.store.reader);
    expect(latest.findUa(1)).toEqual({ ...ua, track: 1 });

    const operator = operatorPoint({ altitudeType: "WGS84", altitudeMm: 1, altitudeAccuracyMm: 2, timeAccuracyMs: 3 });
    expect(recording.recordOperator(1, operator)).toBe(NOON_MS);
    expect(latest.findOperator(1)).toEqual({ ...operator, track: 1 });

    const system = systemPoint({ isCharging: false, lteRsrpDbm: -101.5, gnssSatellites: 12, powerType: "usb" });
    expect(recording.recordSystem("roof", system)).toBe(NOON_MS);
    expect(latest.findSystem("roof", NOON_MS, NOON_MS)).toMatchObject({ ...system });
  });

  it("is stored and read back with any combination of unknown fields", () => {
    const latest = createLatestTelemetry(temp.store.reader);
    const optional = Object.keys(uaPoint()).filter((field) => uaPoint()[field as keyof UaPoint] === null);
    for (let round = 0; round < 200; round++) {
      const fields = optional.map((field, bit) => [field, ((round * 2_654_435_761) >>> bit) % 2 === 0 ? null : bit]);
      const point = uaPoint({ ...Object.fromEntries(fields), timeMs: NOON_MS + round });
      recording.recordUa(1, point);
      expect(latest.findUa(1)).toEqual({ ...point, track: 1 });
    }
  });

  it("that is repeated changes nothing, even with another receive time", () => {
    expect([
      recording.recordUa(1, uaPoint()),
      recording.recordUa(1, uaPoint({ receivedMs: NOON_MS + 60_000 })),
      recording.recordOperator(1, operatorPoint()),
      recording.recordOperator(1, operatorPoint()),
      recording.recordSystem("roof", systemPoint({ isCharging: true })),
      recording.recordSystem("roof", systemPoint({ isCharging: true })),
    ]).toEqual([NOON_MS, undefined, NOON_MS, undefined, NOON_MS, undefined]);
  });

  it("with other values at a taken time is stored at the next free millisecond", () => {
    const points = Array.from({ length: 40 }, (_, index) => uaPoint({ headingCdeg: index }));
    const times = points.map((point) => recording.recordUa(1, point));
    expect(times).toEqual(points.map((_, index) => NOON_MS + index));
    expect(recording.recordUa(1, uaPoint({ headingCdeg: 5 }))).toBeUndefined();
    expect(temp.store.reader.prepare("SELECT count(*) FROM ua_track").pluck().get()).toBe(40);
  });

  it("of another track at the same time is a separate point", () => {
    expect([recording.recordUa(1, uaPoint()), recording.recordUa(2, uaPoint())]).toEqual([NOON_MS, NOON_MS]);
  });

  it("that the table cannot store is an error and never silently dropped", () => {
    expect(() => recording.recordUa(1, uaPoint({ rssiDbm: -62.5 }))).toThrow("INTEGER");
    expect(() => recording.recordUa(1, uaPoint({ receivedMs: null as unknown as number }))).toThrow("NOT NULL");
  });
});

describe("points of an upload", () => {
  it("replace earlier points with the same time in any order, and are counted", () => {
    const upload = fc.array(
      fc.record({
        // Mostly ascending times, as in logs, with some repeated and some going back.
        step: fc.constantFrom(1, 1, 1, 1, 1, 0, -7),
        heading: fc.constantFrom(null, 1, 1, 2),
      }),
      { maxLength: 150 },
    );
    const reader = createTrackReader<Pick<UaPoint, "timeMs" | "headingCdeg">>(temp.store.writer, UA_KIND, [
      "timeMs",
      "headingCdeg",
    ]);
    const listAll = (track: number) => reader.list({ track, firstMs: 0, lastMs: 8.64e15 }, 1000);
    let track = 200;
    fc.assert(
      fc.property(fc.array(upload, { maxLength: 4 }), (uploads) => {
        track++;
        const kept = new Map<number, number | null>();
        for (const steps of uploads) {
          let timeMs = NOON_MS;
          const points = steps.map(({ step, heading }) => uaPoint({ timeMs: (timeMs += step), headingCdeg: heading }));
          const expected = { added: 0, replaced: 0 };
          for (const point of points) {
            if (!kept.has(point.timeMs)) expected.added++;
            else if (kept.get(point.timeMs) !== point.headingCdeg) expected.replaced++;
            kept.set(point.timeMs, point.headingCdeg);
          }
          expect(recording.replaceUa(track, points)).toEqual(expected);
        }
        const stored = listAll(track).map(({ timeMs, headingCdeg }) => [timeMs, headingCdeg]);
        expect(stored).toEqual([...kept].toSorted(([a], [b]) => a - b));
      }),
    );
  });

  it("are segments from the beginning where they are later than all before", () => {
    const points = Array.from({ length: 600 }, (_, second) => uaPoint({ timeMs: NOON_MS + second * 1000 }));
    expect(recording.replaceUa(199, points)).toEqual({ added: 600, replaced: 0 });
    const segments = temp.store.reader
      .prepare<[], { readonly count: number; readonly isRun: number }>(
        "SELECT point_count AS count, is_run AS isRun FROM packed_segment WHERE suboperation = 199 ORDER BY first_ms",
      )
      .all();
    expect(segments).toEqual([256, 256, 88].map((count) => ({ count, isRun: 0 })));
    expect(recording.replaceUa(199, points)).toEqual({ added: 0, replaced: 0 });
  });

  it("that the table cannot store are an error and never silently dropped", () => {
    const points = Array.from({ length: 20 }, (_, index) => uaPoint({ timeMs: NOON_MS + index, rssiDbm: -62.5 }));
    expect(() => recording.replaceUa(1, points)).toThrow("INTEGER");
  });
});
