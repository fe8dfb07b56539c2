import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bbox } from "../../kernel/geo.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import {
  ALWAYS,
  CLEAR,
  EVERYWHERE,
  type Placed,
  record as recordIn,
  replace as replaceIn,
} from "./telemetry.extents.fixture.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createTelemetryPurge } from "./telemetry.purge.ts";
import { createTelemetryRecording, type TelemetryRecording } from "./telemetry.recording.store.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
});
beforeEach(() => {
  temp.store.writer.exec(CLEAR);
});
afterAll(() => temp[Symbol.dispose]());

const record = (points: readonly Placed[]) => recordIn(temp.store.writer, points);
const replace = (recording: TelemetryRecording, points: readonly Placed[]) =>
  replaceIn(temp.store.writer, recording, points);
const extents = () => temp.store.reader.prepare("SELECT count(*) FROM track_extent").pluck().get();

describe("the R*Tree", () => {
  const track = (points: number, number = 1): readonly Placed[] =>
    Array.from({ length: points }, (_, index) => ({
      kind: UA_KIND,
      track: number,
      timeMs: NOON_MS + index * 1000,
      latitudeE7: 500_000_000 + index * 10,
      longitudeE7: 144_000_000 - index * 10,
    }));

  it.each([
    [1, 1],
    [64, 1],
    [65, 2],
    [640, 10],
    [641, 11],
  ])("has one entry per 64 points: %d points have %d", (points, entries) => {
    record(track(points));
    expect(extents()).toBe(entries);
  });

  it("has separate entries for every track and kind, however the points are mixed", () => {
    const mixed = track(100).flatMap((point) => [
      point,
      { ...point, track: 2 },
      { ...point, kind: OPERATOR_KIND } as const,
    ]);
    record(mixed);
    expect(extents()).toBe(6);
  });

  it("does not change for points that are already stored", () => {
    record(track(64));
    record(track(64));
    expect(extents()).toBe(1);
  });

  it("continues after a restart with new entry ids", () => {
    record(track(32));
    record(track(64).slice(32));
    expect(extents()).toBe(2);
    expect(createTrackFinder(temp.store.reader)([UA_KIND], EVERYWHERE, ALWAYS)).toEqual(new Set([1]));
  });

  it("is exact when an entry is full, and rarely written while one fills", () => {
    const { writer, reader } = temp.store;
    const entry = reader.prepare("SELECT first_s, last_s, south_e7, north_e7, west_e7, east_e7 FROM track_extent");
    const seen = new Set<string>();
    const recording = createTelemetryRecording(writer);
    const write = writer.transaction(({ timeMs, latitudeE7, longitudeE7 }: Placed) => {
      recording.recordUa(1, uaPoint({ timeMs, latitudeE7, longitudeE7 }));
      return recording.saveExtents();
    });
    for (const point of track(64)) {
      write(point)();
      seen.add(JSON.stringify(entry.all()));
    }
    // Written when opened, widened once and full, although live points arrive one by one.
    expect(seen.size).toBe(3);
    const firstS = NOON_MS / 1000 - Date.UTC(2019, 0, 1) / 1000;
    expect(entry.all()).toEqual([
      {
        first_s: firstS,
        last_s: firstS + 63,
        south_e7: 500_000_000,
        north_e7: 500_000_630,
        west_e7: 143_999_370,
        east_e7: 144_000_000,
      },
    ]);
  });

  describe("after the points of an upload were replaced by others elsewhere", () => {
    const former = track(64);
    const elsewhere = former.map((point) => ({ ...point, latitudeE7: point.latitudeE7 + 10_000_000 }));
    const at = (points: readonly Placed[]): Bbox => ({
      west: 14.3,
      east: 14.5,
      south: points[0]!.latitudeE7 / 1e7 - 0.1,
      north: points[0]!.latitudeE7 / 1e7 + 0.1,
    });
    const find = (points: readonly Placed[]) => [
      ...createTrackFinder(temp.store.reader)([UA_KIND], at(points), ALWAYS),
    ];

    it("finds them only where they are, and has no more entries", () => {
      const recording = createTelemetryRecording(temp.store.writer);
      replace(recording, former);
      expect([find(former), find(elsewhere)]).toEqual([[1], []]);
      for (let upload = 0; upload < 3; upload++) {
        replace(recording, elsewhere);
        expect([find(former), find(elsewhere), extents()]).toEqual([[], [1], 1]);
        replace(recording, former);
        expect([find(former), find(elsewhere), extents()]).toEqual([[1], [], 1]);
      }
    });

    it("still finds the one that stayed", () => {
      const recording = createTelemetryRecording(temp.store.writer);
      replace(recording, former);
      replace(recording, elsewhere.slice(1));
      expect([find(former), find(elsewhere)]).toEqual([[1], [1]]);
    });

    it("finds them where they were if that was rolled back", () => {
      const { writer } = temp.store;
      const recording = createTelemetryRecording(writer);
      replace(recording, former.slice(0, 30));
      const fail = writer.transaction(() => {
        const points = elsewhere.map(({ timeMs, latitudeE7 }) => uaPoint({ timeMs, latitudeE7 }));
        recording.replaceUa(1, points);
        recording.saveExtents();
        throw new Error("the disk is full");
      });
      expect(() => fail()).toThrow("full");
      expect([find(former), find(elsewhere)]).toEqual([[1], []]);
      replace(recording, elsewhere.slice(50));
      expect([find(former), find(elsewhere)]).toEqual([[1], [1]]);
    });

    it("has no entries left once they are purged", () => {
      const recording = createTelemetryRecording(temp.store.writer);
      replace(recording, former);
      replace(recording, elsewhere);
      const purge = createTelemetryPurge(temp.store.writer);
      while (purge.removeOfSuboperation(1, 7) > 0);
      expect(extents()).toBe(0);
    });
  });

  describe("after a transaction that was rolled back", () => {
    const everywhere = () => createTrackFinder(temp.store.reader)([UA_KIND], EVERYWHERE, ALWAYS);
    const findAt = ({ latitudeE7, longitudeE7, timeMs }: Placed) => {
      const [longitude, latitude] = [longitudeE7 / 1e7, latitudeE7 / 1e7];
      const here = { west: longitude, south: latitude, east: longitude, north: latitude };
      return createTrackFinder(temp.store.reader)([UA_KIND], here, { fromMs: timeMs, toMs: timeMs });
    };
    let recording: TelemetryRecording;
    beforeEach(() => {
      recording = createTelemetryRecording(temp.store.writer);
    });
    const store = (points: readonly Placed[]) =>
      recordIn(temp.store.writer, points, { recording, perTransaction: 100 });
    const fail = (points: readonly Placed[], when: "before" | "after") => {
      const write = temp.store.writer.transaction(() => {
        recording.forgetRolledBack();
        for (const { timeMs, ...place } of points) recording.recordUa(points[0]!.track, uaPoint({ timeMs, ...place }));
        if (when === "after") recording.saveExtents();
        throw new Error("the disk is full");
      });
      expect(() => write()).toThrow("full");
    };

    it.each(["before", "after"] as const)("has no entry without points: thrown %s extents were saved", (when) => {
      fail(track(70), when);
      store(track(1, 2));
      expect([everywhere(), extents()]).toEqual([new Set([2]), 1]);
    });

    it.each(["before", "after"] as const)("covers all points stored later: thrown %s extents were saved", (when) => {
      const points = track(140);
      store(points.slice(0, 2));
      fail(points.slice(60, 70), when);
      store(points.slice(2, 70));
      fail(points.slice(70, 75), when);
      store(points.slice(70));
      for (const point of points) expect(findAt(point)).toEqual(new Set([1]));
    });

    it.each(["before", "after"] as const)("gives no id to two entries: thrown %s extents were saved", (when) => {
      fail(track(6), when);
      store(track(70));
      for (const point of track(70)) expect(findAt(point)).toEqual(new Set([1]));
      expect(extents()).toBe(2);
    });
  });
});

it.each([
  ["180", { west: 179.9, south: 9, east: 180, north: 11 }],
  ["-180", { west: -180, south: 9, east: -179.9, north: 11 }],
])("a box that ends at %s has the tracks at 180 and -180 inside", (_, box) => {
  for (const [index, longitudeE7] of [1_800_000_000, -1_800_000_000, 0].entries()) {
    record([{ kind: UA_KIND, track: index + 1, timeMs: NOON_MS, latitudeE7: 100_000_000, longitudeE7 }]);
  }
  expect([...createTrackFinder(temp.store.reader)([UA_KIND], box, ALWAYS)].toSorted()).toEqual([1, 2]);
});

describe("a time that the R*Tree has no second for", () => {
  const [yearOneMs, year1940Ms, year2100Ms, year2150Ms, year9999Ms] = [
    Date.parse("0001-01-01T00:00:00Z"),
    Date.UTC(1940, 0, 1),
    Date.UTC(2100, 0, 1),
    Date.UTC(2150, 0, 1),
    Date.parse("9999-12-31T23:59:59.999Z"),
  ];
  const at = (timeMs: number, longitudeE7 = 144_000_000): Placed => ({
    kind: UA_KIND,
    track: 1,
    timeMs,
    latitudeE7: 500_000_000,
    longitudeE7,
  });
  const around = { west: 14.3, south: 49.9, east: 14.5, north: 50.1 };
  const isFound = (timeMs: number, bbox: Bbox) =>
    createTrackFinder(temp.store.reader)([UA_KIND], bbox, { fromMs: timeMs, toMs: timeMs }).has(1);

  it.each([yearOneMs, year1940Ms, year2100Ms, year2150Ms, year9999Ms])(
    "is found at exactly that time: %d",
    (timeMs) => {
      record([at(timeMs)]);
      expect(isFound(timeMs, around)).toBe(true);
      for (const other of [yearOneMs, year1940Ms, NOON_MS, year2100Ms, year2150Ms, year9999Ms]) {
        expect(isFound(other, around)).toBe(other === timeMs);
      }
      expect(createTrackFinder(temp.store.reader)([UA_KIND], around, ALWAYS)).toEqual(new Set([1]));
    },
  );

  it.each([year1940Ms, year2100Ms])("is found where its entry straddles the box: %d", (timeMs) => {
    record([at(timeMs), at(timeMs + 1000, 146_000_000)]);
    expect([isFound(timeMs, around), isFound(timeMs + 1000, around)]).toEqual([true, false]);
  });

  it.each([yearOneMs, year9999Ms])("leaves no entry when it is purged, and can be replaced: %d", (timeMs) => {
    const recording = createTelemetryRecording(temp.store.writer);
    replace(recording, [at(timeMs)]);
    replace(recording, [at(timeMs, 300_000_000)]);
    expect([isFound(timeMs, around), isFound(timeMs, EVERYWHERE)]).toEqual([false, true]);
    while (createTelemetryPurge(temp.store.writer).removeOfSuboperation(1, 7) > 0);
    expect(extents()).toBe(0);
  });
});
