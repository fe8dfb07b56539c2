import { describe, expect, it } from "vitest";
import type { TrackOrigin, UaPoint, UaSlice } from "../kernel/telemetry.ts";
import { documentOf, ofUa } from "./samples/document.ts";
import { TAKE_OFF } from "./samples/points.ts";

const [FIX] = TAKE_OFF.points;
const ORIGINS: ReadonlyMap<number, TrackOrigin> = new Map([
  [1, { sensorId: "one", operationId: "A" }],
  [2, { sensorId: "two", operationId: "A" }],
  [3, { sensorId: "one", operationId: "B" }],
]);

/** Points at whole degrees of longitude on the equator, 10 m above sea level by default. */
function slice(track: number, longitudes: readonly number[], change: Partial<UaPoint> = {}): UaSlice {
  const points = longitudes.map((degrees) => ({
    ...FIX,
    altitudeMslMm: 10_000,
    latitudeE7: 0,
    longitudeE7: degrees * 1e7,
    ...change,
    track,
  }));
  return { origins: ORIGINS, points };
}
const kmlOf = (...slices: readonly UaSlice[]) => documentOf(ofUa(slices), "kml");
const coordinatesOf = (document: string, geometry: "Point" | "LineString"): readonly string[] =>
  [...document.matchAll(new RegExp(`<${geometry}>.*?<coordinates>(.*?)</coordinates>`, "g"))].map(
    (found) => found[1] ?? "",
  );

describe("placemarks", () => {
  it("contain one point per record", async () => {
    const document = await kmlOf(slice(1, [1, 2]), slice(2, [3]), slice(3, [4]));
    expect(coordinatesOf(document, "Point")).toStrictEqual(["1,0,10", "2,0,10", "3,0,10", "4,0,10"]);
  });

  it("are in one folder per operation", async () => {
    const document = await kmlOf(slice(1, [1]), slice(2, [2]), slice(3, [3]));
    expect([...document.matchAll(/<Folder><name>(.)/g)].map((found) => found[1])).toStrictEqual(["A", "B"]);
    expect(document.match(/<\/Folder>/g)).toHaveLength(2);
  });

  it.each([
    [{}, "<altitudeMode>absolute</altitudeMode><coordinates>1,0,10<"],
    [{ altitudeMslMm: null }, "<altitudeMode>relativeToGround</altitudeMode><coordinates>1,0,50<"],
    [
      { altitudeMslMm: null, altitudeAglMm: null },
      "<altitudeMode>relativeToGround</altitudeMode><coordinates>1,0,49.5<",
    ],
    [{ altitudeMslMm: null, altitudeAglMm: null, altitudeAtoMm: null }, "<Point><coordinates>1,0<"],
  ])("stand at the best known height: %j", async (change, expected) => {
    expect(await kmlOf(slice(1, [1], change))).toContain(expected);
  });
});

describe("lines", () => {
  it("continue through the slices of a track from the last point", async () => {
    const document = await kmlOf(slice(1, [1, 2]), slice(1, []), slice(1, [3, 4]), slice(1, [5]));
    expect(coordinatesOf(document, "LineString")).toStrictEqual([
      "1,0,10 2,0,10",
      "2,0,10 3,0,10 4,0,10",
      "4,0,10 5,0,10",
    ]);
  });

  it("never join two tracks", async () => {
    const document = await kmlOf(slice(1, [1]), slice(2, [2, 3]), slice(3, [4]));
    expect(coordinatesOf(document, "LineString")).toStrictEqual(["2,0,10 3,0,10"]);
  });

  it("are split at the antimeridian, where they would cross the whole map", async () => {
    const document = await kmlOf(slice(1, [178, 179, -179, -178]));
    expect(coordinatesOf(document, "LineString")).toStrictEqual(["178,0,10 179,0,10", "-179,0,10 -178,0,10"]);
  });

  it("break where the altitude mode changes", async () => {
    const document = await kmlOf(slice(1, [1, 2]), slice(1, [3, 4], { altitudeMslMm: null }));
    expect(coordinatesOf(document, "LineString")).toStrictEqual(["1,0,10 2,0,10", "3,0,50 4,0,50"]);
  });
});
