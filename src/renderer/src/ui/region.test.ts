import { describe, expect, it } from "vitest";
import { regionBbox, regionAround, regionProblem } from "./region.ts";

describe("a region typed as a place and a distance", () => {
  it("begins around the middle of the map", () => {
    expect(regionAround({ latitude: 47.12346, longitude: 374.5 })).toEqual({ place: "47.1235, 14.5000", km: "50" });
    expect(regionAround(undefined)).toEqual({ place: "", km: "50" });
  });

  it("names what is wrong", () => {
    expect(regionProblem({ place: "", km: "50" })).toBe("place");
    expect(regionProblem({ place: "91, 14", km: "50" })).toBe("place");
    expect(regionProblem({ place: "47 14", km: "" })).toBe("km");
    expect(regionProblem({ place: "47 14", km: "0" })).toBe("km");
    expect(regionProblem({ place: "47 14", km: "5000" })).toBe("km");
    expect(regionProblem({ place: "47; 14", km: "12,5" })).toBeUndefined();
  });

  it("is a box that reaches as far in each direction", () => {
    expect(regionBbox({ place: "0, 0", km: "111.2" })).toBe("-1,-1,1,1");
    expect(regionBbox({ place: "60, 10", km: "111.2" })).toBe("8,59,12,61");
  });

  it("may cross the antimeridian, and ends at the poles", () => {
    expect(regionBbox({ place: "0, 179.5", km: "111.2" })).toBe("178.5,-1,-179.5,1");
    expect(regionBbox({ place: "90, 0", km: "111.2" }).split(",").slice(1)).toEqual(["89", "100", "90"]);
  });
});
