import { describe, expect, it } from "vitest";
import { graticuleLines, graticuleStepDeg, graticuleText } from "./graticule.ts";

describe("the graticule", () => {
  it("gets finer as the map zooms in, and keeps its lines apart", () => {
    let before = Infinity;
    for (let zoom = 2; zoom <= 18; zoom += 1) {
      const worldPx = 256 * 2 ** zoom;
      const step = graticuleStepDeg(worldPx);
      expect(step).toBeLessThanOrEqual(before);
      expect((step / 360) * worldPx).toBeGreaterThanOrEqual(zoom === 2 ? 80 : 110);
      before = step;
    }
  });

  it("has its lines at round values without drift", () => {
    expect(graticuleLines(50.04, 50.36, 0.1)).toEqual([50.1, 50.2, 50.3]);
    expect(graticuleLines(-0.1, 0.1, 0.1)).toEqual([-0.1, 0, 0.1]);
    expect(graticuleLines(1.1, 1.2, 1)).toEqual([]);
  });

  it("names its lines by hemisphere", () => {
    expect(graticuleText(50.1, 0.1, ["N", "S"])).toBe("50.1°N");
    expect(graticuleText(-14, 2, ["E", "W"])).toBe("14°W");
    expect(graticuleText(0, 10, ["E", "W"])).toBe("0°");
    expect(graticuleText(0.005, 0.005, ["N", "S"])).toBe("0.005°N");
  });
});
