import { describe, expect, it } from "vitest";
import type { MapFeature } from "../kernel/map-feature.ts";
import type { OnTrack, UaOnMap } from "../kernel/telemetry.ts";
import { encodeFeatures, type FeatureFormat } from "./feature-list.encoder.ts";
import { inOrder } from "./samples/document.ts";
import { TAKE_OFF } from "./samples/points.ts";

const [FIX] = TAKE_OFF.points;
const START_MS = FIX.timeMs;

type Corner = { readonly at: readonly [number, number]; readonly heightM?: number | null; readonly second?: number };

/** Points of a track, a second apart unless they have a second of their own. */
function track(corners: readonly Corner[], number = 1): readonly OnTrack<UaOnMap>[] {
  return corners.map(({ at: [longitude, latitude], heightM = 100, second }, index) => ({
    ...FIX,
    track: number,
    timeMs: START_MS + (second ?? index) * 1000,
    longitudeE7: Math.round(longitude * 1e7),
    latitudeE7: Math.round(latitude * 1e7),
    altitudeWgs84Mm: heightM === null ? null : heightM * 1000,
  }));
}

const feature = (id: string, ...slices: readonly (readonly OnTrack<UaOnMap>[])[]): MapFeature => ({
  id,
  properties: { id, note: '"č"\n' },
  shape: { kind: "tracks", points: inOrder(slices) },
});

async function textOf(features: readonly MapFeature[], format: FeatureFormat = "geojson"): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeFeatures(features, format)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

type Feature = {
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] } | null;
};
const featuresOf = async (...features: readonly MapFeature[]) =>
  (JSON.parse(await textOf(features)) as { readonly features: readonly Feature[] }).features;
const linesOf = async (...slices: readonly (readonly OnTrack<UaOnMap>[])[]) =>
  (await featuresOf(feature("one", ...slices)))[0]?.geometry?.coordinates;

describe("the lines of an operation", () => {
  it("have longitude, latitude and height, over all slices of a track", async () => {
    const points = track([{ at: [14, 50] }, { at: [14.1, 50.1] }, { at: [14.2, 50.2], heightM: 120.5 }]);
    expect(await linesOf(points.slice(0, 1), points.slice(1))).toEqual([
      [
        [14, 50, 100],
        [14.1, 50.1, 100],
        [14.2, 50.2, 120.5],
      ],
    ]);
  });

  it("have no height where the height above the ellipsoid is unknown, and zero where it is zero", async () => {
    const points = track([
      { at: [14, 50], heightM: null },
      { at: [14.1, 50], heightM: 0 },
    ]);
    expect(points[0]?.altitudeMslMm).not.toBeNull();
    expect(await linesOf(points)).toEqual([
      [
        [14, 50],
        [14.1, 50, 0],
      ],
    ]);
  });

  it("begin anew after more than a minute without a position, and with each suboperation", async () => {
    const first = track([
      { at: [1, 1] },
      { at: [2, 2], second: 60 },
      { at: [3, 3], second: 120.001 },
      { at: [4, 4], second: 130 },
    ]);
    const second = track(
      [
        { at: [5, 5], second: 131 },
        { at: [6, 6], second: 132 },
      ],
      2,
    );
    expect(await linesOf(first, second)).toEqual([
      [
        [1, 1, 100],
        [2, 2, 100],
      ],
      [
        [3, 3, 100],
        [4, 4, 100],
      ],
      [
        [5, 5, 100],
        [6, 6, 100],
      ],
    ]);
  });

  it("repeat a position that stands alone, because a line needs two", async () => {
    expect(await linesOf(track([{ at: [1, 1] }, { at: [2, 2], second: 600 }]))).toEqual([
      [
        [1, 1, 100],
        [1, 1, 100],
      ],
      [
        [2, 2, 100],
        [2, 2, 100],
      ],
    ]);
  });

  it("are cut at the antimeridian in either direction", async () => {
    expect(await linesOf(track([{ at: [179.9, 10] }, { at: [-179.7, 14], heightM: 140 }]))).toEqual([
      [
        [179.9, 10, 100],
        [180, 11, 110],
      ],
      [
        [-180, 11, 110],
        [-179.7, 14, 140],
      ],
    ]);
    expect(await linesOf(track([{ at: [-179.9, 10], heightM: null }, { at: [179.9, 12] }]))).toEqual([
      [
        [-179.9, 10],
        [-180, 11],
      ],
      [
        [180, 11],
        [179.9, 12, 100],
      ],
    ]);
  });

  it("are cut at the antimeridian where a position lies on it", async () => {
    const lines = await linesOf(track([{ at: [180, 10] }, { at: [-179.9, 12] }]));
    expect(lines?.[1]).toEqual([
      [-180, 10, 100],
      [-179.9, 12, 100],
    ]);
  });
});

describe("a list of features", () => {
  it("has no geometry where there is no telemetry, and a given one as it is", async () => {
    const geometry = { type: "Point", coordinates: [14, 50] };
    const region: MapFeature = { id: "region", properties: {}, shape: { kind: "geometry", geometry } };
    const features = await featuresOf(feature("planned"), region);
    expect(features.map((one) => [one.id, one.geometry])).toEqual([
      ["planned", null],
      ["region", geometry],
    ]);
  });

  it("is a sequence of the same features, each between a record separator and a line feed", async () => {
    const list = () => [feature("a", track([{ at: [1, 2] }, { at: [3, 4] }])), feature("b")];
    const texts = (await textOf(list(), "geojsonseq")).split("\u001e");
    expect(texts.shift()).toBe("");
    expect(texts.every((text) => text.indexOf("\n") === text.length - 1)).toBe(true);
    expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(await featuresOf(...list()));
  });

  it("is valid without features", async () => {
    expect(JSON.parse(await textOf([]))).toEqual({ type: "FeatureCollection", features: [] });
    expect(await textOf([], "geojsonseq")).toBe("");
  });

  it("reads a long track only as fast as it is taken, and lets go of it when it is not wanted any more", async () => {
    const state = { read: 0, isFreed: false };
    async function* endless() {
      try {
        for (;;) {
          state.read++;
          yield track(Array.from({ length: 200 }, () => ({ at: [14, 50] as const })));
        }
      } finally {
        state.isFreed = true;
      }
    }
    const shape = { kind: "tracks", points: endless() } as const;
    const chunks = encodeFeatures([{ id: "long", properties: {}, shape }], "geojson");
    await chunks.next();
    const { read } = state;
    expect(read).toBeLessThan(10);
    await chunks.next();
    expect(state.read).toBeLessThanOrEqual(2 * read);
    await chunks.return();
    expect(state.isFreed).toBe(true);
  });
});
