import fc from "fast-check";
import { expect, test } from "vitest";
import { geodesicM } from "../../kernel/geodesic.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import { createTrackExtent } from "./track.extent.ts";

const START = { latitude: 50, longitude: 14 };
const at = ({ latitude, longitude }: typeof START) => ({
  ...EMPTY_POINT,
  latitudeE7: Math.round(latitude * 1e7),
  longitudeE7: Math.round(longitude * 1e7),
});

test("no point of a track is farther from its start than its reach, and the farthest hardly nearer", () => {
  const place = fc.record({
    latitude: fc.double({ min: -85, max: 85, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1 }), (places) => {
      const extent = createTrackExtent(at(START), 0);
      for (const one of places) extent.note(at(one), 0);
      const farthestM = Math.max(...places.map((one) => geodesicM(START, one)));
      const { reachM } = extent.read();
      expect(reachM).toBeGreaterThanOrEqual(farthestM - 0.1);
      expect(reachM).toBeLessThanOrEqual(farthestM * 1.012 + 0.1);
    }),
  );
});

test("an extent has the earliest and the latest time, in whatever order, and the greatest height above each reference", () => {
  const extent = createTrackExtent(at(START), 2000);
  extent.note({ ...at(START), altitudeMslMm: 310_000, altitudeWgs84Mm: 360_000 }, 2000);
  extent.note({ ...at(START), altitudeAtoMm: 90_000 }, 1000);
  extent.note(at(START), 3000);
  const highest = { mslM: 310, wgs84: { heightM: 360, place: START }, atoM: 90 };
  expect(extent.read()).toEqual({ firstMs: 1000, lastMs: 3000, start: START, reachM: 0, highest });
  const nothing = { mslM: null, wgs84: null, atoM: null };
  expect(createTrackExtent(at(START), 0).read().highest).toEqual(nothing);
});
