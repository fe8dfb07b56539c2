import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceM } from "../../../../server/contracts/great-circle.ts";
import { worldCopies, circleOutline, isRoundOnMap } from "./circle-outline.ts";
import { type LatLon, type MercatorPoint, toMercator } from "./mercator.ts";

const MAP_EDGE = 85.05;

/** Whether the map paints a place, in any copy of the world. */
function isPainted(centre: LatLon, radiusM: number, place: LatLon): boolean {
  const { line, poleY } = circleOutline(centre, radiusM);
  const edge = (x: number): MercatorPoint => ({ x, y: poleY ?? 0 });
  const around = worldCopies(line);
  const ring = poleY === undefined ? line : [...around, edge(around.at(-1)!.x), edge(around[0]!.x)];
  return [-1, 0, 1].some((turn) => {
    const { x, y } = toMercator(place);
    return isInRing({ x: x + turn, y }, ring);
  });
}

function isInRing({ x, y }: MercatorPoint, ring: readonly MercatorPoint[]): boolean {
  return ring.reduce((isInside, a, index) => {
    const b = ring[(index + 1) % ring.length]!;
    const isCrossed = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
    return isCrossed ? !isInside : isInside;
  }, false);
}

describe("the outline of a circle", () => {
  it("encloses what is nearer than its radius and nothing else, also over poles and the antimeridian", () => {
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude }),
        fc.double({ min: 10, max: 5_000_000, noNaN: true }),
        // Near the edge as well as anywhere: a share of the radius, and a direction as a place.
        fc.record({ latitude: fc.double({ min: -MAP_EDGE, max: MAP_EDGE, noNaN: true }), longitude }),
        (centre, radiusM, place) => {
          const away = distanceM(centre, place);
          // The outline has corners: just beside it both are right.
          fc.pre(Math.abs(away - radiusM) > 0.02 * radiusM);
          expect(isPainted(centre, radiusM, place)).toBe(away < radiusM);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("is round on the map where that is what people plan, and not in the far north or over continents", () => {
    expect(isRoundOnMap({ latitude: 47, longitude: 15 }, 10_000)).toBe(true);
    expect(isRoundOnMap({ latitude: -60, longitude: 15 }, 500_000)).toBe(false);
    expect(isRoundOnMap({ latitude: 89.9, longitude: 15 }, 100)).toBe(true);
    expect(isRoundOnMap({ latitude: 89.9, longitude: 15 }, 1_000)).toBe(false);
    expect(isRoundOnMap({ latitude: -90, longitude: 0 }, 1)).toBe(false);
  });

  it.each([
    ["over the north pole", { latitude: 84, longitude: 15 }, 1_000_000, 0],
    ["over the south pole", { latitude: -89, longitude: -170 }, 500_000, 1],
    ["around the pole itself", { latitude: 90, longitude: 0 }, 2_000_000, 0],
    ["beside a pole", { latitude: 84, longitude: 15 }, 600_000, undefined],
    ["across the antimeridian", { latitude: 51, longitude: 179.9 }, 200_000, undefined],
  ] as const)("%s goes once around the world, or is closed", (_name, centre, radiusM, poleY) => {
    const outline = circleOutline(centre, radiusM);
    expect(outline.poleY).toBe(poleY);
    const xs = outline.line.map(({ x }) => x);
    const widest = Math.max(...xs.slice(1).map((x, index) => Math.abs(x - xs[index]!)));
    // Around the pole itself the edge is a parallel, of which few points say all.
    expect(widest).toBeLessThan(0.3);
    if (poleY === undefined) expect(outline.line.at(-1)!.x).toBeCloseTo(outline.line[0]!.x);
    else expect(xs.at(-1)! - xs[0]!).toBeCloseTo(1);
  });
});
