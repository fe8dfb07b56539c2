import { describe, expect, it } from "vitest";
import { EMPTY_POINT, createTrackPoints } from "./track-points.ts";

describe("packed points", () => {
  it("are returned unchanged, in order and in slices", () => {
    const points = Array.from({ length: 9001 }, (_, index) => ({
      ...EMPTY_POINT,
      timeMs: 1_700_000_000_000 + index,
      receivedMs: 5,
      latitudeE7: -index,
      longitudeE7: index,
      operationalState: index % 2 === 0 ? "airborne" : "grounded",
      headingCdeg: index % 3 === 0 ? null : index,
      altitudeWgs84Mm: index > 8000 ? index : null,
    }));
    const packed = createTrackPoints();
    for (const point of points) packed.add(point);
    expect(packed.count()).toBe(9001);
    const slices = [...packed.slices()];
    expect(slices.every((slice) => slice.length <= 200)).toBe(true);
    expect(slices.flat()).toEqual(points);
  });

  it("may be empty", () => {
    expect([...createTrackPoints().slices()]).toEqual([]);
  });
});
