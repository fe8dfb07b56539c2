import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRealTracks } from "../../../test/support/real-tracks.ts";
import { createSeededRandom } from "../../../test/support/seeded-random.ts";
import { sharedData } from "../../../test/support/shared-data.ts";
import { NOON_MS, operatorPoint, uaPoint } from "../points.fixture.ts";
import type { OnTrack, OperatorPoint, UaPoint } from "../telemetry.ts";
import { OPERATOR_LAST_POINTS, UA_LAST_POINTS } from "./last-points.ts";
import { OPERATOR_EXPORTED_POINTS, OPERATOR_POINTS } from "./operator-points.ts";
import { COLUMNS, OPERATOR_KIND, UA_KIND, type TrackKind } from "./segment-columns.ts";
import { randomPoints } from "./segment-points.fixture.ts";
import { encodeSegment, MAX_SEGMENT_POINTS, openSegment, type TrackSegment } from "./track-segment.ts";
import { UA_EXPORTED_POINTS } from "./ua-exported-points.ts";
import { UA_HEIGHT_POINTS } from "./ua-height-points.ts";
import { UA_PLACE_POINTS } from "./ua-place-points.ts";
import { UA_MAP_POINTS } from "./ua-map-points.ts";
import { UA_POINTS } from "./ua-points.ts";

const TRACK = 7;
const LISTS = 10_000;

function opened(bytes: Uint8Array): TrackSegment {
  const result = openSegment(bytes);
  if (result.kind === "damaged") throw new Error(result.reason);
  return result.segment;
}

function read(kind: TrackKind, bytes: Uint8Array): readonly OnTrack<object>[] {
  const segment = opened(bytes);
  if (kind === UA_KIND) return segment.readPoints(UA_POINTS, 0, segment.count, TRACK);
  return segment.readPoints(OPERATOR_POINTS, 0, segment.count, TRACK);
}

const onTrack = (points: readonly object[]) => points.map((point) => ({ track: TRACK, ...point }));

const line = (count: number): readonly UaPoint[] =>
  Array.from({ length: count }, (_, at) => uaPoint({ timeMs: NOON_MS + at * 1000, latitudeE7: 500_000_000 + at * 37 }));

describe("a segment", () => {
  it("returns every list of points that it was made from", () => {
    const random = createSeededRandom(17);
    const different: number[] = [];
    for (let list = 0; list < LISTS; list++) {
      const kind = list % 3 === 0 ? OPERATOR_KIND : UA_KIND;
      const points = randomPoints(random, kind, list);
      const bytes = encodeSegment(kind, points as readonly (UaPoint & OperatorPoint)[]);
      const back = read(kind, bytes);
      // Comparing text is twenty times as fast, and the order of the properties is to be the same too.
      if (JSON.stringify(back) !== JSON.stringify(onTrack(points))) different.push(list);
    }
    expect(different).toEqual([]);
  });

  it("is as long as it may be", () => {
    const points = line(MAX_SEGMENT_POINTS);
    expect(JSON.stringify(read(UA_KIND, encodeSegment(UA_KIND, points)))).toBe(JSON.stringify(onTrack(points)));
    expect(() => encodeSegment(UA_KIND, line(MAX_SEGMENT_POINTS + 1))).toThrow(RangeError);
    expect(() => encodeSegment(UA_KIND, [])).toThrow(RangeError);
  });

  it("accepts only times that ascend and positions of 32 bits", () => {
    expect(() => encodeSegment(UA_KIND, line(3).toReversed())).toThrow(RangeError);
    expect(() => encodeSegment(UA_KIND, [uaPoint(), uaPoint()])).toThrow(RangeError);
    expect(() => encodeSegment(UA_KIND, [uaPoint({ latitudeE7: 2 ** 31 })])).toThrow(RangeError);
    expect(() => encodeSegment(UA_KIND, [uaPoint({ latitudeE7: 0.5 })])).toThrow(RangeError);
    expect(() => encodeSegment(UA_KIND, [uaPoint({ rssiDbm: -62.5 })])).toThrow(RangeError);
  });

  it("returns its times and its box, and finds a time", () => {
    const segment = opened(encodeSegment(UA_KIND, line(100)));
    expect(segment).toMatchObject({
      trackKind: UA_KIND,
      count: 100,
      firstMs: NOON_MS,
      lastMs: NOON_MS + 99_000,
      box: { west: 144_000_000, south: 500_000_000, east: 144_000_000, north: 500_003_663 },
    });
    const places = [-1, 0, 1, 1000, 98_999, 99_000, 99_001].map((afterMs) => segment.lowerBound(NOON_MS + afterMs));
    expect(places).toEqual([0, 0, 1, 1, 99, 99, 100]);
    expect(segment.timesMs()[99]).toBe(NOON_MS + 99_000);
  });

  it("returns some fields, and some of its points, in the order of the table", () => {
    const points = line(100).map((point, at) => ({
      ...point,
      headingCdeg: at % 2 === 0 ? null : at,
      rssiDbm: -60 - at,
    }));
    const bytes = encodeSegment(UA_KIND, points);
    for (const shape of [
      UA_POINTS,
      UA_EXPORTED_POINTS,
      UA_MAP_POINTS,
      UA_HEIGHT_POINTS,
      UA_PLACE_POINTS,
      UA_LAST_POINTS,
    ]) {
      const fields = shape.numbers.map((number) => COLUMNS[UA_KIND][number]!.field);
      const part = opened(bytes).readPoints<object>(shape, 40, 60, TRACK);
      expect(part.map((point) => pick(point, ["track", ...fields]))).toEqual(
        points.slice(40, 60).map((point) => ({
          track: TRACK,
          ...pick(point, fields),
        })),
      );
      const others = Object.keys(points[0]!).filter((field) => !fields.includes(field));
      expect(others.filter((field) => field in part[0]!)).toEqual([]);
    }
    expect(Object.keys(opened(bytes).readPoints(UA_POINTS, 0, 1, TRACK)[0]!)).toEqual([
      "track",
      ...Object.keys(points[0]!),
    ]);
    expect(opened(bytes).column("rssiDbm")[99]).toBe(-159);
    expect(opened(bytes).column("airPressurePa")[99]).toBeNull();
    const ofOperator = opened(encodeSegment(OPERATOR_KIND, [operatorPoint()]));
    const [operator] = ofOperator.readPoints(OPERATOR_EXPORTED_POINTS, 0, 1, TRACK);
    expect(Object.keys(operator!)).not.toContain("receivedMs");
    expect({ ...ofOperator.readPoints(OPERATOR_LAST_POINTS, 0, 1, TRACK)[0]! }).toEqual({
      track: TRACK,
      ...pick(operatorPoint(), ["timeMs", "latitudeE7", "longitudeE7"]),
    });
  });
});

function pick(point: object, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, (point as Record<string, unknown>)[field]]));
}

describe("a damaged segment", () => {
  it("is found wherever one bit is wrong", () => {
    const random = createSeededRandom(3);
    const bytes = encodeSegment(UA_KIND, randomPoints(random, UA_KIND, 5) as readonly UaPoint[]);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(openSegment(changed).kind, `bit ${bit}`).toBe("damaged");
    }
  });

  it("is found wherever it ends too early, or goes on", () => {
    const bytes = encodeSegment(UA_KIND, line(20));
    for (let length = 0; length < bytes.length; length++) {
      expect(openSegment(bytes.subarray(0, length)).kind, `${length} bytes`).toBe("damaged");
    }
    expect(openSegment(Uint8Array.of(...bytes, 0)).kind).toBe("damaged");
  });

  it("is refused if its version or kind is unknown, even with a valid checksum", async () => {
    const { crc32 } = await import("node:zlib");
    const reasonWith = (at: number, value: number) => {
      const bytes = encodeSegment(UA_KIND, line(20));
      bytes[at] = value;
      new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
      return openSegment(bytes);
    };
    expect(reasonWith(0, 2)).toEqual({ kind: "damaged", reason: "unknown version 2" });
    expect(reasonWith(1, 9)).toEqual({ kind: "damaged", reason: "unknown kind 9" });
    expect(reasonWith(41, 200)).toEqual({ kind: "damaged", reason: "columns beyond its end" });
  });
});

describe("the layout of docs/telemetry-layout.md", () => {
  it.each([
    ["ua", UA_KIND],
    ["operator", OPERATOR_KIND],
  ] as const)("of %s is the one that was written down", (name, kind) => {
    const golden = (end: string) => readFileSync(join(import.meta.dirname, "golden", `${name}.${end}`), "utf8");
    const points = JSON.parse(golden("json")) as readonly (UaPoint & OperatorPoint)[];
    expect(Buffer.from(encodeSegment(kind, points)).toString("hex")).toBe(golden("hex").replaceAll(/\s/gu, ""));
  });
});

describe("real recordings", () => {
  it.skipIf(sharedData("README.md") === undefined)(
    "need a few bytes per record and are unpacked unchanged",
    async () => {
      const tracks = await readRealTracks();
      const sizes = tracks.map(({ file, points }) => {
        let size = 0;
        for (let from = 0; from < points.length; from += 256) {
          const part = points.slice(from, from + 256);
          const bytes = encodeSegment(UA_KIND, part);
          expect(JSON.stringify(read(UA_KIND, bytes))).toBe(JSON.stringify(onTrack(part)));
          size += bytes.length;
        }
        return { file, bytesOfRecord: size / points.length };
      });
      expect(sizes).toHaveLength(tracks.length);
      expect(sizes.filter(({ bytesOfRecord }) => bytesOfRecord > 12)).toEqual([]);
    },
  );
});
