import { describe, expect, it } from "vitest";
import { withoutOutliers } from "./first-view.ts";

const near = [0, 1, 2, 3, 4].map((index) => ({ latitude: 47 + index / 100, longitude: 15.4 }));

describe("the first view", () => {
  it("leaves out a position that is far from all others", () => {
    expect(withoutOutliers([...near, { latitude: 0, longitude: 0 }])).toEqual(near);
  });

  it("keeps positions that are spread evenly", () => {
    const spread = [0, 1, 2, 3, 4].map((index) => ({ latitude: 47 + index, longitude: 15 }));
    expect(withoutOutliers(spread)).toEqual(spread);
  });

  it("shows one of two that are far from each other", () => {
    const two = [near[0]!, { latitude: 0, longitude: 0 }];
    expect(withoutOutliers(two)).toEqual([near[0]]);
    expect(withoutOutliers(near.slice(0, 2))).toEqual(near.slice(0, 2));
  });

  it("keeps the only one", () => {
    expect(withoutOutliers(near.slice(0, 1))).toEqual(near.slice(0, 1));
    expect(withoutOutliers([])).toEqual([]);
  });
});
