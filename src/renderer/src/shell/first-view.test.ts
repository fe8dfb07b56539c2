import { describe, expect, it } from "vitest";
import { placesToShow, withoutOutliers } from "./first-view.ts";

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

describe("what is shown at a press of Show all", () => {
  const aircraft = (place: (typeof near)[number], changes: { isImplausible?: boolean; isInView?: boolean } = {}) => ({
    place,
    isImplausible: false,
    isInView: false,
    ...changes,
  });
  const FAR = { latitude: 0, longitude: 0 };
  const all = near.map((place) => aircraft(place));

  it("leaves out one that is far from all others, and one that is implausible", () => {
    expect(placesToShow([...all, aircraft(FAR)])).toEqual(near);
    expect(placesToShow([all[0]!, aircraft(FAR, { isImplausible: true })])).toEqual([near[0]]);
  });

  it("is everything when the others are in view already", () => {
    const inView = near.map((place) => aircraft(place, { isInView: true }));
    expect(placesToShow([...inView, aircraft(FAR)])).toEqual([...near, FAR]);
  });

  it("is both of two that are far apart, and everything where all are implausible", () => {
    expect(placesToShow([all[0]!, aircraft(FAR)])).toEqual([near[0], FAR]);
    expect(placesToShow([aircraft(FAR, { isImplausible: true })])).toEqual([FAR]);
    expect(placesToShow([])).toEqual([]);
  });
});
