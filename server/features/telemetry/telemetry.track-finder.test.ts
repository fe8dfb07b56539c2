import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bbox } from "../../kernel/geo.ts";
import { isInside } from "../../kernel/geo.ts";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { ALWAYS, CLEAR, type Placed, record, replace } from "./telemetry.extents.fixture.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
});
afterAll(() => temp[Symbol.dispose]());

function keyOf({ kind, track, timeMs }: Placed): string {
  return `${kind} ${track} ${timeMs}`;
}

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

it("the finder finds exactly the tracks that a scan of every point finds, also after points were replaced", () => {
  fc.assert(
    fc.property(
      points,
      uploads,
      fc.boolean(),
      fc.array(questions, { minLength: 20, maxLength: 20 }),
      (recorded, replacements, isRestarted, asked) => {
        temp.store.writer.exec(CLEAR);
        let recording = createTelemetryRecording(temp.store.writer);
        record(temp.store.writer, recorded, { perTransaction: 37, recording });
        const placed = new Map(recorded.map((point) => [keyOf(point), point]));
        const ofAircraft = recorded.filter(({ kind }) => kind === UA_KIND);
        for (const upload of replacements) {
          const replaced = replacedBy(upload, ofAircraft);
          if (isRestarted) recording = createTelemetryRecording(temp.store.writer);
          replace(temp.store.writer, recording, replaced);
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
