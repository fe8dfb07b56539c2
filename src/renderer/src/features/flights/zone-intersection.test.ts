import { describe, expect, it } from "vitest";
import { areaBoxOf, isIntersecting } from "./zone-intersection.ts";

/** About 1.1 km north and south of the equator, as far east and west; a hole in its middle. */
const RING = [
  [0, 0],
  [0.02, 0],
  [0.02, 0.02],
  [0, 0.02],
  [0, 0],
];
const HOLE = [
  [0.008, 0.008],
  [0.012, 0.008],
  [0.012, 0.012],
  [0.008, 0.012],
  [0.008, 0.008],
];
const at = (longitude: number, latitude: number) => ({ latitude, longitude });
const circle = (longitude: number, latitude: number, radiusM: number) =>
  ({ kind: "circle", points: [at(longitude, latitude)], radiusM }) as const;

describe("an area and a zone intersect", () => {
  it("when a circle reaches over the edge, and not just before", () => {
    expect(isIntersecting(circle(-0.01, 0.01, 1_115), [[RING]])).toBe(true);
    expect(isIntersecting(circle(-0.01, 0.01, 1_109), [[RING]])).toBe(false);
  });

  it("inside of the zone, but not in a hole of it", () => {
    expect(isIntersecting(circle(0.004, 0.004, 10), [[RING, HOLE]])).toBe(true);
    expect(isIntersecting(circle(0.01, 0.01, 10), [[RING, HOLE]])).toBe(false);
    expect(isIntersecting(circle(0.01, 0.01, 300), [[RING, HOLE]])).toBe(true);
  });

  it("when a corridor passes through without a corner inside", () => {
    const through = { kind: "corridor", points: [at(-0.01, 0.01), at(0.03, 0.01)], radiusM: 1 } as const;
    expect(isIntersecting(through, [[RING]])).toBe(true);
    expect(isIntersecting({ ...through, points: [at(-0.01, 0.03), at(0.03, 0.03)] }, [[RING]])).toBe(false);
  });

  it("when a polygon contains the whole zone", () => {
    const around = {
      kind: "polygon",
      points: [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)],
      radiusM: 0,
    } as const;
    expect(isIntersecting(around, [[RING]])).toBe(true);
    expect(isIntersecting({ ...around, points: [at(1, 1), at(2, 1), at(2, 2)] }, [[RING]])).toBe(false);
  });

  it("only where the zone is in the box around the area", () => {
    expect(areaBoxOf(circle(10, 60, 1_112))).toBe("9.979999,59.990000,10.020001,60.010000");
    expect(areaBoxOf({ kind: "polygon", points: [], radiusM: 0 })).toBeUndefined();
  });
});
