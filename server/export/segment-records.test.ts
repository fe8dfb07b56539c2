import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatsOf } from "../contracts/formats.ts";
import type { Exported, OnTrack, TrackOrigin, UaPoint } from "../kernel/telemetry.ts";
import { UA_KIND } from "../kernel/track-segment/segment-columns.ts";
import { encodeSegment, openSegment } from "../kernel/track-segment/track-segment.ts";
import { UA_EXPORTED_POINTS } from "../kernel/track-segment/ua-exported-points.ts";
import { UA_MAP_POINTS } from "../kernel/track-segment/ua-map-points.ts";
import { NOON_MS, uaPoint } from "../kernel/points.fixture.ts";
import { documentOf, ofUa } from "./samples/document.ts";

const ORIGINS: ReadonlyMap<number, TrackOrigin> = new Map(
  [1, 2].map((track) => [track, { sensorId: `roof ${track}`, operationId: `operation-${track}` }]),
);

/** Two tracks by turns, as a list by time has them, of segments and as objects. */
function slicesOf(tracks: readonly (readonly UaPoint[])[], isForMap: boolean) {
  const opened = tracks.map((points, at) => {
    const segment = openSegment(encodeSegment(UA_KIND, points));
    if (segment.kind === "damaged") throw new Error(segment.reason);
    return segment.segment.readPoints(isForMap ? UA_MAP_POINTS : UA_EXPORTED_POINTS, 0, points.length, at + 1);
  });
  const rows = tracks.map((points, at) => points.map((point) => ({ ...point, track: at + 1 })));
  const merged = (lists: readonly (readonly object[])[]) => {
    const all = lists.flat() as readonly OnTrack<Exported<UaPoint>>[];
    return isForMap ? all : all.toSorted((a, b) => a.timeMs - b.timeMs || a.track - b.track);
  };
  return { packed: [{ origins: ORIGINS, points: merged(opened) }], rows: [{ origins: ORIGINS, points: merged(rows) }] };
}

const representations = formatsOf("telemetry");

async function expectSame(tracks: readonly (readonly UaPoint[])[]): Promise<void> {
  for (const representation of representations) {
    const { packed, rows } = slicesOf(tracks, !["csv", "json", "ndjson"].includes(representation));
    expect(await documentOf(ofUa(packed), representation)).toBe(await documentOf(ofUa(rows), representation));
  }
}

/** One that is constant, unknown, different in each record, or known in some records only. */
const values = (size: number, value: fc.Arbitrary<number>) =>
  fc.oneof(
    value.map((one) => Array<number | null>(size).fill(one)),
    fc.constant(Array<number | null>(size).fill(null)),
    fc.array(value, { minLength: size, maxLength: size }),
    fc.array(fc.option(value), { minLength: size, maxLength: size }),
  );

const OPTIONAL = [
  "timeAccuracyMs",
  "horizontalAccuracyMm",
  "altitudeMslMm",
  "altitudeMslAccuracyMm",
  "altitudeWgs84Mm",
  "altitudeWgs84AccuracyMm",
  "altitudeAglMm",
  "altitudeAtoMm",
  "heightAccuracyMm",
  "altitudePressureMm",
  "altitudePressureAccuracyMm",
  "headingCdeg",
  "horizontalSpeedMmps",
  "verticalSpeedMmps",
  "velocityEastMmps",
  "velocityNorthMmps",
  "velocityUpMmps",
  "speedAccuracyMmps",
  "airPressurePa",
] as const;

const anyTrack: fc.Arbitrary<readonly UaPoint[]> = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc
    .record({
      latitudes: fc.array(fc.integer({ min: -900_000_000, max: 900_000_000 }), { minLength: size, maxLength: size }),
      longitudes: fc.array(
        fc.oneof(fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }), fc.constant(1_800_000_000)),
        { minLength: size, maxLength: size },
      ),
      states: fc.oneof(
        fc.constant(Array<string>(size).fill("airborne")),
        fc.array(fc.constantFrom("airborne", "on, ground", '"quoted"'), { minLength: size, maxLength: size }),
      ),
      firstMs: fc.constantFrom(NOON_MS, NOON_MS + 333, -62_135_596_800_003, 253_402_300_799_995),
      others: fc.tuple(...OPTIONAL.map(() => values(size, fc.integer({ min: -5_000_000, max: 5_000_000 })))),
    })
    .map(({ latitudes, longitudes, states, firstMs, others }) =>
      Array.from({ length: size }, (_, at) =>
        uaPoint({
          timeMs: firstMs + at,
          latitudeE7: latitudes[at]!,
          longitudeE7: longitudes[at]!,
          operationalState: states[at]!,
          ...Object.fromEntries(OPTIONAL.map((field, index) => [field, others[index]![at]!])),
        }),
      ),
    ),
);

describe("records of a segment are written as the same records one by one", () => {
  it("whatever differs in them", async () => {
    await fc.assert(
      fc.asyncProperty(anyTrack, anyTrack, (one, other) => expectSame([one, other])),
      { numRuns: 150 },
    );
  });

  it("with more mixed columns than have ways of their own, and values beyond those that stand in for others", async () => {
    const point = (at: number) =>
      uaPoint({
        timeMs: NOON_MS + at,
        ...Object.fromEntries(
          OPTIONAL.map((field, index) => [field, (at + index) % 3 === 0 ? null : at * 1000 + index]),
        ),
      });
    await expectSame([Array.from({ length: 9 }, (_, at) => point(at))]);
    const large = { altitudeWgs84Mm: 4e12, altitudeAtoMm: 4e12 + 1, airPressurePa: 2 ** 45 };
    await expectSame([Array.from({ length: 9 }, (_, at) => uaPoint({ ...large, timeMs: NOON_MS + at }))]);
  });
});
