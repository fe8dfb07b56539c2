import { describe, expect, it } from "vitest";
import type { UaPoint, UaSlice } from "../kernel/telemetry.ts";
import { documentOf, ofUa } from "./samples/document.ts";
import { SAMPLE_UA, TAKE_OFF } from "./samples/points.ts";

const [FIX] = TAKE_OFF.points;

type Feature = {
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, unknown>>;
};
type Collection = { readonly features: readonly Feature[]; readonly bbox?: readonly number[] };

function slice(positions: readonly (readonly [number, number])[], change: Partial<UaPoint> = {}): UaSlice {
  const points = positions.map(([longitude, latitude]) => ({
    ...FIX,
    ...change,
    longitudeE7: longitude * 1e7,
    latitudeE7: latitude * 1e7,
  }));
  return { origins: TAKE_OFF.origins, points };
}
const collectionOf = async (...slices: readonly UaSlice[]) =>
  JSON.parse(await documentOf(ofUa(slices), "geojson")) as Collection;

describe("a feature collection", () => {
  it("has longitude, latitude and the height above the ellipsoid, and every other height under its own name", async () => {
    const { features } = await collectionOf(slice([[14.5, 50]]));
    expect(features[0]?.geometry).toEqual({ type: "Point", coordinates: [14.5, 50, 296.04] });
    expect(features[0]?.properties).toMatchObject({
      record: "ua",
      altitude_msl: 251.5,
      altitude_wgs84: 296.04,
      altitude_agl: 50,
    });
  });

  it("has no height where only others are known, and null for what is unknown", async () => {
    const { features } = await collectionOf(slice([[14.5, 50]], { altitudeWgs84Mm: null, headingCdeg: null }));
    expect(features[0]?.geometry.coordinates).toEqual([14.5, 50]);
    expect(features[0]?.properties).toMatchObject({ altitude_msl: 251.5, altitude_wgs84: null, heading: null });
  });

  it("has the same properties in the same order in every feature", async () => {
    const { features } = await collectionOf(...SAMPLE_UA);
    const columns = new Set(features.map(({ properties }) => Object.keys(properties).join()));
    expect([...columns]).toEqual([
      "timestamp,sensor_id,operation_id,record,heading,horizontal_speed,altitude_msl,vertical_speed,altitude_wgs84,altitude_agl,altitude_ato",
    ]);
  });
});

describe("the bbox of a collection", () => {
  it.each([
    [
      [
        [14, 50],
        [15, 49],
      ],
      [14, 49, 296.04, 15, 50, 296.04],
    ],
    [
      [
        [-1, 0],
        [1, 1],
      ],
      [-1, 0, 296.04, 1, 1, 296.04],
    ],
    [
      [
        [179, 0],
        [-179, 1],
      ],
      [179, 0, 296.04, -179, 1, 296.04],
    ],
  ] as const)("of %j is %j", async (positions, expected) => {
    expect((await collectionOf(slice(positions))).bbox).toEqual(expected);
  });

  it("has heights only where every position has one", async () => {
    const { bbox } = await collectionOf(slice([[1, 2]]), slice([[3, 4]], { altitudeWgs84Mm: null }));
    expect(bbox).toEqual([1, 2, 3, 4]);
  });
});

describe("a sequence", () => {
  it("has the features of the collection, each between a record separator and a line feed", async () => {
    const sequence = await documentOf(ofUa(SAMPLE_UA), "geojsonseq");
    const texts = sequence.split("\u001e");
    expect(texts.shift()).toBe("");
    expect(texts.every((text) => text.indexOf("\n") === text.length - 1)).toBe(true);
    expect(texts.map((text) => JSON.parse(text) as Feature)).toEqual((await collectionOf(...SAMPLE_UA)).features);
  });
});
