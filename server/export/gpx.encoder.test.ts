import { describe, expect, it } from "vitest";
import type { OnTrack, TrackOrigin, UaPoint, UaSlice } from "../kernel/telemetry.ts";
import { documentOf, ofUa } from "./samples/document.ts";
import { MINIMAL_UA, TAKE_OFF } from "./samples/points.ts";

const [FIX] = TAKE_OFF.points;
const ORIGINS: ReadonlyMap<number, TrackOrigin> = new Map([
  [1, { sensorId: "one", operationId: "A" }],
  [2, { sensorId: "two", operationId: "A" }],
  [3, { sensorId: "one", operationId: "B" }],
]);
const slice = (...tracks: readonly number[]): UaSlice => ({
  origins: ORIGINS,
  points: tracks.map((track) => ({ ...FIX, track })),
});
const gpxOf = (...slices: readonly UaSlice[]) => documentOf(ofUa(slices), "gpx");
const one = (change: Partial<OnTrack<UaPoint>>) =>
  gpxOf({ origins: ORIGINS, points: [{ ...FIX, ...change, track: 1 }] });

/** The structure of a document: T a track, S a segment, p a point; lower case t and s end them. */
const skeletonOf = (document: string): string =>
  [...document.matchAll(/<trk>|<trkseg>|<trkpt|<\/trkseg>|<\/trk>/g)]
    .map(([tag]) => ({ "<trk>": "T", "<trkseg>": "S", "<trkpt": "p", "</trkseg>": "s", "</trk>": "t" })[tag])
    .join("");

describe("tracks and segments", () => {
  it("one segment continues through all slices of a track", async () => {
    expect(skeletonOf(await gpxOf(slice(1, 1), slice(), slice(1, 1)))).toBe("TSppppst");
  });

  it("a second sensor of the operation gets a segment, and a second operation gets a track", async () => {
    expect(skeletonOf(await gpxOf(slice(1, 2), slice(2, 3)))).toBe("TSpsSppstTSpst");
  });

  it("interleaved tracks get a segment per run", async () => {
    expect(skeletonOf(await gpxOf(slice(1, 2, 1, 3, 1)))).toBe("TSpsSpsSpstTSpstTSpst");
  });

  it("a track number with another sensor in the next slice starts a segment", async () => {
    const renumbered = { ...slice(1), origins: new Map([[1, { sensorId: "two", operationId: "A" }]]) };
    expect(skeletonOf(await gpxOf(slice(1), renumbered))).toBe("TSpsSpst");
  });
});

describe("a point", () => {
  it("has an elevation only when the height above mean sea level is known", async () => {
    expect(await one({})).toContain("<ele>251.5</ele>");
    const document = await one({ altitudeMslMm: null });
    expect(document).not.toContain("<ele>");
    expect(document).toContain("<fs:altitude_wgs84>296.04</fs:altitude_wgs84>");
  });

  it("on the antimeridian is at -180, because the schema excludes 180", async () => {
    expect(await one({ longitudeE7: 1_800_000_000 })).toContain('lon="-180"');
    expect(await one({ longitudeE7: -1_800_000_000 })).toContain('lon="-180"');
  });

  it("with only a position and a time has no extensions", async () => {
    const document = await one(MINIMAL_UA);
    expect(document).toMatch(/<trkpt lat="0" lon="-0.0000001"><time>[^<]+<\/time><\/trkpt>/);
  });
});
