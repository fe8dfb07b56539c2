import fc from "fast-check";
import { expect, it } from "vitest";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { derivePage, type ReadPoints } from "./derived-page.ts";
import { DERIVABLE_MEASURES, derivablePoints, deriveMissing, shownPoint, type ShownPoint } from "./derived-points.ts";
import { createTrackCurve, type CurveMeasures } from "./track-curve.ts";
import { createLegFinder, maxSpeedOn, motionOn } from "./track-motion.ts";

/** By what is shown of a point, whatever was derived of it. */
const SHOWN: CurveMeasures<ShownPoint> = {
  heightOf: ({ point, geoAltitudeM }) =>
    point.altitudeAtoMm ?? (geoAltitudeM === null ? null : geoAltitudeM * 1000) ?? point.altitudePressureMm,
  speedOf: ({ velocity: { x, y } }) => (x === null || y === null ? -Infinity : Math.hypot(x, y)),
  maxSpeedOf: () => Infinity,
};

const TURN_E7 = 3_600_000_000;
const millimetres = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
const step = fc.record({
  laterMs: fc.integer({ min: 100, max: 3000 }),
  northE7: fc.integer({ min: -9000, max: 9000 }),
  eastE7: fc.integer({ min: -9000, max: 9000 }),
  altitudeMslMm: millimetres(500_000),
  altitudeAtoMm: millimetres(500_000),
  horizontalSpeedMmps: fc.oneof(fc.constant(null), fc.constant(null), millimetres(40_000)),
  headingCdeg: fc.oneof(fc.constant(null), millimetres(35_999)),
});
/** Tracks also over the equator, beside a pole and over the antimeridian. */
const track = fc
  .record({
    latitudeE7: fc.constantFrom(0, 500_000_000, -899_000_000),
    longitudeE7: fc.constantFrom(0, 144_000_000, 1_799_999_000),
    steps: fc.array(step, { minLength: 1, maxLength: 60 }),
  })
  .map(({ latitudeE7, longitudeE7, steps }) => {
    let point: UaPoint = { ...EMPTY_POINT, latitudeE7, longitudeE7, timeMs: 1_700_000_000_000 };
    return steps.map(({ laterMs, northE7, eastE7, ...values }) => {
      const east = point.longitudeE7 + eastE7;
      const isBeyond = Math.abs(east) > TURN_E7 / 2;
      point = {
        ...point,
        ...values,
        timeMs: point.timeMs + laterMs,
        latitudeE7: point.latitudeE7 + northE7,
        longitudeE7: isBeyond ? east - Math.sign(east) * TURN_E7 : east,
      };
      return point;
    });
  });

it("a curve chooses the same points before and after everything of them is derived", async () => {
  await fc.assert(
    fc.asyncProperty(track, fc.integer({ min: 5, max: 40 }), async (points, most) => {
      const before = createTrackCurve(points.length, most, DERIVABLE_MEASURES);
      for await (const slice of derivablePoints([points])) slice.forEach(before.add);
      const after = createTrackCurve(points.length, most, SHOWN);
      for await (const slice of deriveMissing([points])) slice.forEach(after.add);
      expect(before.points().map(shownPoint)).toEqual(after.points());
    }),
    { numRuns: 300 },
  );
});

it("no aircraft flies a leg faster than the quick bound of it, which is near", () => {
  fc.assert(
    fc.property(track, (points) => {
      const finder = createLegFinder();
      for (const { leg } of points.flatMap(finder.push)) {
        if (leg === null) continue;
        const { speed } = motionOn(leg);
        expect(maxSpeedOn(leg)).toBeGreaterThanOrEqual(speed);
        if (Math.abs(leg[0].latitudeE7) < 600_000_000) expect(maxSpeedOn(leg)).toBeLessThan(speed * 1.02 + 0.001);
      }
    }),
  );
});

it("a page has the same values as the whole track, in both directions", async () => {
  const collect = async (pages: AsyncIterable<readonly ShownPoint[]>) => {
    const all: ShownPoint[] = [];
    for await (const shown of pages) all.push(...shown);
    return all;
  };
  const page = fc.record({ limit: fc.integer({ min: 1, max: 8 }), offset: fc.nat(60), isDescending: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(track, page, async (points, { limit, offset, isDescending }) => {
      const read: ReadPoints = ({ firstMs = -Infinity, lastMs = Infinity, ...window }) => {
        const inRange = points.filter(({ timeMs }) => timeMs >= firstMs && timeMs <= lastMs);
        const inOrder = window.isDescending ? inRange.toReversed() : inRange;
        const asked = inOrder.slice(window.offset, window.offset + window.limit);
        // In slices, as a store reads it.
        return Array.from({ length: Math.ceil(asked.length / 3) }, (_, at) => asked.slice(at * 3, at * 3 + 3));
      };
      const whole = await collect(derivePage(read, { limit: Infinity, offset: 0, isDescending }));
      expect(whole).toEqual(await collect(deriveMissing([isDescending ? points.toReversed() : points])));
      expect(await collect(derivePage(read, { limit, offset, isDescending }))).toEqual(
        whole.slice(offset, offset + limit),
      );
    }),
    { numRuns: 300 },
  );
});
