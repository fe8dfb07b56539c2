import { describe, expect, it } from "vitest";
import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { corridorCutsOf, highestGroundOf, corridorLengthM, corridorSummaryOf } from "./corridor-ground.ts";
import { groundUnder } from "./track-ground.ts";

const START = { latitude: 47, longitude: 15 };
const CORRIDOR = [START, { latitude: 47.02, longitude: 15 }, { latitude: 47.02, longitude: 15.03 }];
const ground = (heightM: number) => ({ heightM, geoidM: 45 });

describe("the ground along a corridor", () => {
  it("is cut from end to end, as wide as the corridor", () => {
    const cuts = corridorCutsOf(CORRIDOR, 200);
    expect(cuts[0]?.distanceM).toBe(0);
    expect(cuts.at(-1)?.distanceM).toBeCloseTo(corridorLengthM(CORRIDOR), 3);
    expect(cuts.every((cut, index) => index === 0 || cut.distanceM > cuts[index - 1]!.distanceM)).toBe(true);
    for (const { places } of cuts) expect(distanceM(places[0]!, places.at(-1)!)).toBeCloseTo(400, -1);
    // The first leg goes north: its cuts lie west to east.
    expect(cuts[0]?.places.map(({ latitude }) => latitude)).toEqual(Array.from({ length: 5 }, () => 47));
  });

  it("is the highest across, with where that is", () => {
    // A hill beside the line, within the corridor.
    const find = ({ latitude, longitude }: LatLon) =>
      ground(longitude > 15.002 && longitude < 15.004 && latitude < 47.01 ? 500 : 350);
    const wide = corridorSummaryOf(highestGroundOf(corridorCutsOf(CORRIDOR, 200), find));
    expect(wide).toMatchObject({ lowestM: 350, highestM: 500, highestAtM: 0, unknownPart: 0 });
    expect(corridorSummaryOf(highestGroundOf(corridorCutsOf(CORRIDOR, 50), find))?.highestM).toBe(350);
  });

  it("is not known where a part of a cut is not", () => {
    const find = ({ latitude, longitude }: LatLon) =>
      latitude < 47.01 && longitude > 15.001 ? undefined : ground(350);
    const half = highestGroundOf(corridorCutsOf(CORRIDOR.slice(0, 2), 200), find);
    expect(half.heightsM[0]).toBeNull();
    expect(half.heightsM.at(-1)).toBe(350);
    expect(corridorSummaryOf(half)?.unknownPart).toBeCloseTo(0.5, 1);
    expect(corridorSummaryOf(highestGroundOf(corridorCutsOf(CORRIDOR, 200), () => undefined))).toBeUndefined();
  });
});

describe("the ground under a track", () => {
  const places = CORRIDOR;
  const find = ({ latitude }: LatLon) => (latitude > 47.01 ? ground(400) : ground(350));

  it("is above the reference of the track's heights", () => {
    expect(groundUnder({ places, heightReference: "WGS84" }, find)).toEqual([395, 445, 445]);
    expect(groundUnder({ places, heightReference: "ATO" }, find)).toEqual([0, 50, 50]);
  });

  it("is not known for other heights, nor where the model ends", () => {
    expect(groundUnder({ places, heightReference: "pressure" }, find)).toBeUndefined();
    expect(groundUnder({ places, heightReference: undefined }, find)).toBeUndefined();
    expect(groundUnder({ places, heightReference: "WGS84" }, () => undefined)).toBeUndefined();
    const southOnly = (place: LatLon) => (place.latitude > 47.01 ? undefined : ground(350));
    expect(groundUnder({ places, heightReference: "WGS84" }, southOnly)).toEqual([395, null, null]);
  });
});
