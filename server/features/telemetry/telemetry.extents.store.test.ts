import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bbox } from "../../kernel/geo.ts";
import { isInside } from "../../kernel/geo.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../../kernel/points.fixture.ts";
import { createTelemetryRecording, type TelemetryRecording } from "./telemetry.recording.store.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createTelemetryPurge } from "./telemetry.purge.ts";

const CLEAR = "DELETE FROM ua_track; DELETE FROM operator_track; DELETE FROM packed_segment; DELETE FROM track_extent";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
});
beforeEach(() => {
  temp.store.writer.exec(CLEAR);
});
afterAll(() => temp[Symbol.dispose]());

type Placed = {
  readonly kind: typeof UA_KIND | typeof OPERATOR_KIND;
  readonly track: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
};

const ALWAYS: TimeRange = { fromMs: -8.64e15, toMs: 8.64e15 };
const EVERYWHERE: Bbox = { west: -180, south: -90, east: 180, north: 90 };

/** Writes points as the station does: in transactions that end with saving the extents. */
function record(
  points: readonly Placed[],
  perTransaction = 50,
  recording = createTelemetryRecording(temp.store.writer),
): void {
  const write = temp.store.writer.transaction((some: readonly Placed[]) => {
    for (const { kind, track, ...point } of some) {
      if (kind === UA_KIND) recording.recordUa(track, uaPoint(point));
      else recording.recordOperator(track, operatorPoint(point));
    }
    return recording.saveExtents();
  });
  for (let start = 0; start < points.length; start += perTransaction)
    write(points.slice(start, start + perTransaction))();
}

/** Replaces points of aircraft as an upload does: all in one transaction. */
function replace(recording: TelemetryRecording, points: readonly Placed[]): void {
  const write = temp.store.writer.transaction(() => {
    for (const track of new Set(points.map((point) => point.track))) {
      const ofTrack = points.filter((point) => point.track === track);
      recording.replaceUa(
        track,
        ofTrack.map(({ timeMs, latitudeE7, longitudeE7 }) => uaPoint({ timeMs, latitudeE7, longitudeE7 })),
      );
    }
    return recording.saveExtents();
  });
  write()();
}

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

  it("covers points of an entry whose widening was rolled back", () => {
    const { writer, reader } = temp.store;
    const recording = createTelemetryRecording(writer);
    const write = writer.transaction((points: readonly Placed[], fails: boolean) => {
      for (const { timeMs, latitudeE7, longitudeE7 } of points) {
        recording.recordUa(1, uaPoint({ timeMs, latitudeE7, longitudeE7 }));
      }
      const confirm = recording.saveExtents();
      if (fails) throw new Error("the disk is full");
      return confirm;
    });
    const [early, late] = [track(64).slice(0, 2), track(64).slice(60, 62)];
    write(early, false)();
    expect(() => write(late, true)).toThrow("full");
    write(late, false)();
    const { timeMs, latitudeE7, longitudeE7 } = late[1]!;
    const [longitude, latitude] = [longitudeE7 / 1e7, latitudeE7 / 1e7];
    const here = { west: longitude, south: latitude, east: longitude, north: latitude };
    expect(createTrackFinder(reader)([UA_KIND], here, { fromMs: timeMs, toMs: timeMs })).toEqual(new Set([1]));
  });

  it("still covers points whose first transaction was rolled back", () => {
    const { writer, reader } = temp.store;
    const recording = createTelemetryRecording(writer);
    const write = writer.transaction((fails: boolean) => {
      for (const { timeMs, latitudeE7, longitudeE7 } of track(70)) {
        recording.recordUa(1, uaPoint({ timeMs, latitudeE7, longitudeE7 }));
      }
      const confirm = recording.saveExtents();
      if (fails) throw new Error("the disk is full");
      return confirm;
    });
    expect(() => write(true)).toThrow("full");
    expect(extents()).toBe(0);
    write(false)();
    const find = createTrackFinder(reader);
    for (const { latitudeE7, longitudeE7, timeMs } of track(70)) {
      const [longitude, latitude] = [longitudeE7 / 1e7, latitudeE7 / 1e7];
      const here = { west: longitude, south: latitude, east: longitude, north: latitude };
      expect(find([UA_KIND], here, { fromMs: timeMs, toMs: timeMs })).toEqual(new Set([1]));
    }
  });
});

function keyOf({ kind, track, timeMs }: Placed): string {
  return `${kind} ${track} ${timeMs}`;
}

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

/** Few positions and times, so that they often lie on the edges of boxes and time ranges. */
const longitudesE7 = fc.oneof(
  fc.constantFrom(-1_800_000_000, 1_800_000_000, -1_799_999_999, 1_799_999_999, 0, 1, 144_200_001, 1_234_567),
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  fc.integer({ min: 144_199_990, max: 144_200_010 }),
);
const latitudesE7 = fc.oneof(
  fc.constantFrom(-900_000_000, 900_000_000, 0, -1, 500_000_003),
  fc.integer({ min: -900_000_000, max: 900_000_000 }),
  fc.integer({ min: 499_999_990, max: 500_000_010 }),
);
const times = fc.oneof(
  fc.integer({ min: NOON_MS, max: NOON_MS + 20 }),
  fc.integer({ min: NOON_MS, max: NOON_MS + 600_000 }),
);
const points: fc.Arbitrary<readonly Placed[]> = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(UA_KIND, OPERATOR_KIND),
    track: fc.integer({ min: 1, max: 5 }),
    timeMs: times,
    latitudeE7: latitudesE7,
    longitudeE7: longitudesE7,
  }),
  { minLength: 1, maxLength: 300, selector: keyOf },
);
/** Regions far from each other; a box around one contains whole entries. */
const regionsE7 = fc.constantFrom(-300_000_000, 200_000_000, 400_000_000);
type Question = { readonly bbox: Bbox; readonly range: TimeRange };
const anyBoxes: fc.Arbitrary<Question> = fc
  .record({
    west: longitudesE7,
    east: longitudesE7,
    latitudes: fc.tuple(latitudesE7, latitudesE7),
    range: fc.oneof(fc.constant(ALWAYS), fc.tuple(times, times).map(ordered)),
  })
  .map(({ west, east, latitudes: [a, b], range }) => ({
    bbox: { west: west / 1e7, east: east / 1e7, south: Math.min(a, b) / 1e7, north: Math.max(a, b) / 1e7 },
    range,
  }));

const questions: fc.Arbitrary<Question> = fc.oneof(
  { weight: 3, arbitrary: anyBoxes },
  regionsE7.map((centreE7) => {
    const [low, high] = [centreE7 / 1e7 - 1, centreE7 / 1e7 + 1];
    return { bbox: { west: low, south: low, east: high, north: high }, range: ALWAYS };
  }),
);

/** An upload replaces some points of aircraft, or all of a track by others in one region. */
type Upload =
  | readonly { readonly of: number; readonly latitudeE7: number; readonly longitudeE7: number }[]
  | { readonly track: number; readonly centreE7: number };
const uploads: fc.Arbitrary<readonly Upload[]> = fc.array(
  fc.oneof(
    fc.array(fc.record({ of: fc.nat(), latitudeE7: latitudesE7, longitudeE7: longitudesE7 }), { maxLength: 80 }),
    fc.record({ track: fc.integer({ min: 1, max: 2 }), centreE7: regionsE7 }),
  ),
  { maxLength: 4 },
);

function replacedBy(upload: Upload, aircraft: readonly Placed[]): readonly Placed[] {
  if ("track" in upload) {
    const { track, centreE7 } = upload;
    return aircraft
      .filter((point) => point.track === track)
      .map((point, index) => ({ ...point, latitudeE7: centreE7 + index, longitudeE7: centreE7 - index }));
  }
  if (aircraft.length === 0) return [];
  return upload.map(({ of, ...place }) => ({ ...aircraft[of % aircraft.length]!, ...place }));
}

function ordered([a, b]: readonly [number, number]): TimeRange {
  return { fromMs: Math.min(a, b), toMs: Math.max(a, b) };
}

describe("the finder", () => {
  it("finds exactly the tracks that a scan of every point finds, also after points were replaced", () => {
    fc.assert(
      fc.property(
        points,
        uploads,
        fc.boolean(),
        fc.array(questions, { minLength: 20, maxLength: 20 }),
        (recorded, replacements, isRestarted, asked) => {
          temp.store.writer.exec(CLEAR);
          let recording = createTelemetryRecording(temp.store.writer);
          record(recorded, 37, recording);
          const placed = new Map(recorded.map((point) => [keyOf(point), point]));
          const ofAircraft = recorded.filter(({ kind }) => kind === UA_KIND);
          for (const upload of replacements) {
            const replaced = replacedBy(upload, ofAircraft);
            if (isRestarted) recording = createTelemetryRecording(temp.store.writer);
            replace(recording, replaced);
            for (const point of replaced) placed.set(keyOf(point), point);
          }
          const find = createTrackFinder(temp.store.reader);
          for (const { bbox, range } of asked) {
            for (const kinds of [[UA_KIND], [OPERATOR_KIND], [UA_KIND, OPERATOR_KIND]] as const) {
              const expected = [...placed.values()].filter(
                (point) =>
                  kinds.some((kind) => kind === point.kind) &&
                  point.timeMs >= range.fromMs &&
                  point.timeMs <= range.toMs &&
                  isInside(bbox, { latitude: point.latitudeE7 / 1e7, longitude: point.longitudeE7 / 1e7 }),
              );
              expect([...find(kinds, bbox, range)].toSorted()).toEqual(
                [...new Set(expected.map(({ track }) => track))].toSorted(),
              );
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
