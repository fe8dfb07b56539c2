import { describe, expect, it } from "vitest";
import { zonesAt, zoneShapeOf } from "./zones.draw.ts";

const SQUARE = [
  [14, 50],
  [15, 50],
  [15, 51],
  [14, 51],
  [14, 50],
];
const HOLE = [
  [14.4, 50.4],
  [14.6, 50.4],
  [14.6, 50.6],
  [14.4, 50.6],
  [14.4, 50.4],
];

describe("the name of a zone", () => {
  it("stands in the middle of what it covers, cut where it is long", () => {
    const { label } = zoneShapeOf("whole", "prohibited", [[SQUARE]], "Hohe Warte ".repeat(6));
    expect(label?.name).toMatch(/^Hohe Warte .{20}…$/);
    expect((label?.x ?? 0) * 360 - 180).toBeCloseTo(14.5, 6);
    expect((label?.width ?? 0) * 360).toBeCloseTo(1, 6);
    expect(zoneShapeOf("whole", "prohibited", [[SQUARE]]).label).toBeUndefined();
  });
});

describe("the zones over a place", () => {
  const zones = [zoneShapeOf("whole", "prohibited", [[SQUARE]]), zoneShapeOf("ring", "conditional", [[SQUARE, HOLE]])];

  it("are all that contain it, except those with a hole there", () => {
    expect(zonesAt(zones, { latitude: 50.1, longitude: 14.1 })).toEqual(["whole", "ring"]);
    expect(zonesAt(zones, { latitude: 50.5, longitude: 14.5 })).toEqual(["whole"]);
    expect(zonesAt(zones, { latitude: 49.9, longitude: 14.5 })).toEqual([]);
  });
});
