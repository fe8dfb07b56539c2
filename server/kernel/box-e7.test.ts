import { describe, expect, it } from "vitest";
import { boxAround, joinBoxes } from "./box-e7.ts";
import type { BoxE7 } from "./geo.ts";

const around = (...places: readonly (readonly [number, number])[]) =>
  boxAround(places.map(([latitude, longitude]) => ({ latitudeE7: latitude * 1e7, longitudeE7: longitude * 1e7 })));
const inDegrees = (box: BoxE7 | null) => box && [box.west / 1e7, box.south / 1e7, box.east / 1e7, box.north / 1e7];

describe("the box around positions", () => {
  it.each<[string, BoxE7 | null, readonly number[] | null]>([
    ["none", around(), null],
    ["one", around([50, 14]), [14, 50, 14, 50]],
    ["some in any order", around([50, 14], [49, 15], [51, 13]), [13, 49, 15, 51]],
    ["across the antimeridian to the east", around([-17, 179.9], [-16, -179.9], [-18, -179]), [179.9, -18, -179, -16]],
    ["across the antimeridian to the west", around([-17, -179.9], [-16, 179.9], [-17, 179]), [179, -17, -179.9, -16]],
    ["on both names of the antimeridian", around([0, 180], [0, -180]), [180, 0, 180, 0]],
    ["all around", around([0, 0], [0, 90], [0, 179], [0, -90], [0, -1]), [-90, 0, 179, 0]],
  ])("%s", (_, box, expected) => {
    expect(inDegrees(box)).toEqual(expected);
  });

  it.each<[string, BoxE7 | null, BoxE7 | null, readonly number[]]>([
    ["one alone", around([0, 1]), null, [1, 0, 1, 0]],
    ["one in the other", around([0, -170], [0, 170]), around([0, 175], [0, -175]), [170, 0, -170, 0]],
    ["beside each other", around([0, 10], [1, 20]), around([2, 30], [3, 40]), [10, 0, 40, 3]],
    ["on both sides of the antimeridian", around([0, 170], [0, 171]), around([0, -171], [0, -170]), [170, 0, -170, 0]],
    ["together all around", around([0, -10], [0, 170]), around([0, 160], [0, -20], [0, 10]), [-180, 0, 180, 0]],
  ])("of two boxes: %s", (_, a, b, expected) => {
    expect([inDegrees(joinBoxes(a, b)), inDegrees(joinBoxes(b, a))]).toEqual([expected, expected]);
  });
});
