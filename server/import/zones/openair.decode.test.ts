import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../test/support/shared-data.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import type { ZoneDraft } from "../../kernel/zone.ts";
import { decodeOpenAir } from "./openair.decode.ts";

const SQUARE = ["DP 50:00:00 N 014:00:00 E", "DP 50:00:00 N 014:06:00 E", "DP 50:06:00 N 014:06:00 E"];

function decode(...lines: readonly string[]): ZoneDraft {
  const decoded = decodeOpenAir(["AC R", "AN Field", "AL GND", "AH 500ft AGL", ...lines].join("\r\n"));
  if (decoded.kind === "invalid") throw new Error(decoded.message);
  return decoded.zones[0]!;
}

const ringOf = (zone: ZoneDraft) => zone.volumes[0]!.rings[0]!;

describe("an OpenAir file", () => {
  it("has each airspace with its name, class and limits", () => {
    expect(decode(...SQUARE)).toMatchObject({ name: "Field", restriction: "authorisation", kind: "R", periods: [] });
    const [volume] = decode("AY TMA", "AH FL 65", "AL 1000M AGL", ...SQUARE).volumes;
    expect(volume).toMatchObject({
      lower: { valueM: 1000, reference: "ground" },
      upper: { valueM: expect.closeTo(1981.2, 6), reference: "standard_pressure" },
    });
    expect(decode("AH UNL", ...SQUARE).volumes[0]!.upper).toBeNull();
    expect(decode("AH 2500 MSL", ...SQUARE).volumes[0]!.upper).toEqual({ valueM: 762, reference: "sea_level" });
  });

  it("closes an outline that is open, and leaves a closed one", () => {
    expect(ringOf(decode(...SQUARE))).toHaveLength(4);
    expect(ringOf(decode(...SQUARE, SQUARE[0]!))).toHaveLength(4);
  });

  it("reads positions in degrees, minutes and seconds, in decimals, and on every side of zero", () => {
    const ring = ringOf(decode("DP 50:30.5N 14:15.25E", "DP 10.5 S 020.25 W", "DP 01:02:03.6 S 000:00:36 W"));
    expect(ring[0]).toEqual({ latitude: 50 + 30.5 / 60, longitude: 14 + 15.25 / 60 });
    expect(ring[1]).toEqual({ latitude: -10.5, longitude: -20.25 });
    expect(ring[2]!.latitude).toBeCloseTo(-1.0343333, 6);
    expect(ring[2]!.longitude).toBeCloseTo(-0.01, 9);
  });

  it("draws circles and arcs, both ways round, at their radius", () => {
    const centre = { latitude: 50, longitude: 14 };
    const circle = ringOf(decode("V X=50:00:00 N 014:00:00 E", "DC 2"));
    for (const corner of circle) expect(geodesicM(centre, corner)).toBeCloseTo(3704, 3);
    const half = (direction: string) => ringOf(decode(`V D=${direction}`, "V X=50:00:00 N 014:00:00 E", "DA 2,270,90"));
    const north = half("+").slice(1, -2);
    const south = half("-").slice(1, -2);
    expect(north.every(({ latitude }) => latitude > 50)).toBe(true);
    expect(south.every(({ latitude }) => latitude < 50)).toBe(true);
    const between = ringOf(
      decode("V X=50:00:00 N 014:00:00 E", "DB 50:02:00 N 014:00:00 E, 50:00:00 N 014:03:00 E", SQUARE[0]!),
    );
    expect(between[0]).toEqual({ latitude: 50 + 2 / 60, longitude: 14 });
    expect(between.length).toBeGreaterThan(15);
  });

  it("resets the centre and the direction at the next airspace", () => {
    const decoded = decodeOpenAir(
      ["AC R", "AN One", "V X=50:00:00 N 014:00:00 E", "DC 1", "AC R", "AN Two", "DC 1"].join("\n"),
    );
    expect(decoded).toMatchObject({
      zones: [{ name: "One" }],
      dropped: [{ where: "Two (line 5)", reason: "line 7: an arc or a circle without a centre (`V X=`)" }],
    });
  });

  it("recognises comments, times and frequencies", () => {
    const zone = decode(
      "* a line of remarks",
      "AF 123.505",
      "AX 7000",
      "AA 2025-01-01T12:00Z/2025-01-01T13:00Z",
      "AA NONE/2025-02-02T12:00Z",
      ...SQUARE.map((line) => `${line} * corner`),
    );
    expect(zone).toMatchObject({
      message: "Radio 123.505",
      periods: [
        { start: "2025-01-01T12:00Z", end: "2025-01-01T13:00Z" },
        { start: null, end: "2025-02-02T12:00Z" },
      ],
    });
  });

  it.each([
    ["DP 50:00:00 N 014:00:", "line 5: `50:00:00 N 014:00:` is no position"],
    ["DP 50:61:00 N 014:00:00 E", "line 5: `50:61:00 N 014:00:00 E` is no position"],
    ["DP 91:00:00 N 014:00:00 E", "line 5: `91:00:00 N 014:00:00 E` is no position"],
    ["AH high", "line 5: `high` is no height"],
    ["DC big", "line 5: an arc or a circle without a centre (`V X=`)"],
    ["XX what", "line 5: `XX` is no word of OpenAir that describes an area"],
    ["DP 50:00:00 N 014:00:00 E", "an area has at least three corners"],
  ])("reports what is wrong with %s", (line, reason) => {
    const decoded = decodeOpenAir(["AC R", "AN Field", "AL GND", "AH 500ft AGL", line].join("\n"));
    expect(decoded).toEqual({
      kind: "invalid",
      message: `No zone of the file can be read; Field (line 1): ${reason}.`,
    });
  });

  it("is distinguished from other files", () => {
    expect(decodeOpenAir("hello\nworld")).toMatchObject({ kind: "invalid" });
    expect(decodeOpenAir("")).toEqual({ kind: "invalid", message: "The file contains no zones." });
  });
});

const germany = sharedData("openair-openaip", "full-airspaces.txt");

describe.skipIf(germany === undefined)("real OpenAir files", () => {
  it("are read completely: 658 airspaces of Germany", () => {
    const decoded = decodeOpenAir(readFileSync(germany!, "utf8"));
    if (decoded.kind === "invalid") throw new Error(decoded.message);
    expect(decoded.dropped).toEqual([]);
    expect(decoded.zones).toHaveLength(658);
    const classes = Map.groupBy(decoded.zones, ({ kind }) => kind);
    expect([...classes].map(([name, zones]) => [name, zones.length]).toSorted()).toEqual([
      ["C", 108],
      ["CTR", 67],
      ["D", 74],
      ["G", 5],
      ["Q", 120],
      ["R", 120],
      ["RMZ", 25],
      ["TMZ", 54],
      ["W", 85],
    ]);
  });

  it.each([
    ["activation-times.txt", 1],
    ["arc-angle-cw.txt", 1],
    ["arc-ccw.txt", 1],
    ["arc-cw.txt", 1],
    ["polygon.txt", 1],
    ["self-intersecting.txt", 1],
  ])("%s", (file, zones) => {
    const decoded = decodeOpenAir(readFileSync(sharedData("openair-openaip", "fixtures", file)!, "utf8"));
    expect(decoded.kind === "zones" ? [decoded.zones.length, decoded.dropped] : decoded).toEqual([zones, []]);
  });

  it("names the line of a broken position", () => {
    const text = readFileSync(sharedData("openair-openaip", "fixtures", "invalid-coordinates.txt")!, "utf8");
    expect(decodeOpenAir(text)).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("line 14: `45:49:51 N 008:42:` is no position"),
    });
  });
});
