import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bbox, isInside } from "../kernel/geo.ts";
import { createViewportIndex } from "./viewport-index.ts";

const degrees = (max: number) => fc.oneof(fc.integer({ min: -max, max }), fc.double({ min: -max, max, noNaN: true }));
const position = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const bbox: fc.Arbitrary<Bbox> = fc
  .record({ west: degrees(180), east: degrees(180), a: degrees(90), b: degrees(90) })
  .map(({ west, east, a, b }) => ({ west, east, south: Math.min(a, b), north: Math.max(a, b) }));

describe("createViewportIndex", () => {
  it("finds exactly the viewports that contain a position, including edges and the antimeridian", () => {
    fc.assert(
      fc.property(fc.array(bbox, { maxLength: 20 }), fc.array(position, { maxLength: 20 }), (boxes, positions) => {
        const index = createViewportIndex<number>();
        for (const [key, box] of boxes.entries()) index.set(key, box);
        const corners = boxes.flatMap(({ west, east, south, north }) => [
          { latitude: south, longitude: west },
          { latitude: north, longitude: east },
        ]);
        for (const place of [...positions, ...corners]) {
          const expected = boxes.flatMap((box, key) => (isInside(box, place) ? [key] : []));
          expect(index.at(place).toSorted((a, b) => a - b)).toEqual(expected);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["180", { west: 179.9, south: 9, east: 180, north: 11 }],
    ["-180", { west: -180, south: 9, east: -179.9, north: 11 }],
  ])("finds a viewport that ends at %s for a position at the antimeridian with either sign", (_, box) => {
    const index = createViewportIndex<string>();
    index.set("a", box);
    for (const longitude of [180, -180]) {
      expect(index.isNear({ latitude: 10, longitude })).toBe(true);
      expect(index.at({ latitude: 10, longitude })).toEqual(["a"]);
    }
    index.remove("a");
    expect(index.isNear({ latitude: 10, longitude: -180 })).toBe(false);
    expect(index.isNear({ latitude: 10, longitude: 180 })).toBe(false);
  });

  it("replaces the previous viewport, and removes that of a client that left", () => {
    const index = createViewportIndex<string>();
    const here = { latitude: 50.05, longitude: 14.4 };
    index.set("a", { west: 14, south: 50, east: 15, north: 51 });
    index.set("b", { west: 14, south: 50, east: 15, north: 51 });
    index.set("a", { west: 0, south: 0, east: 1, north: 1 });
    expect(index.at(here)).toEqual(["b"]);
    index.remove("b");
    expect(index.at(here)).toEqual([]);
  });
});
