import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { destination, geodesicM } from "../../kernel/geodesic.ts";
import { type Geoid, loadGeoid } from "../../kernel/geoid.ts";
import type { TrafficFix } from "../../kernel/traffic.ts";
import { type Condition, GROUND, type Sample, type StoredRule } from "./alert.model.ts";
import { compileRule, globMatcher, type Surroundings } from "./conditions.rules.ts";
import { minDistanceM, quickDistanceM, shapeOf } from "./shape.rules.ts";

const PLACE = { latitude: 47.07, longitude: 15.43 };
const SAMPLE: Sample = { timeMs: 0, suboperation: 1, ...PLACE, mslM: NaN, wgs84M: NaN, aglM: NaN, atoM: NaN };
const ALONE: Surroundings = {
  identifiers: [],
  isImplausible: false,
  operatorAt: () => undefined,
  isTarget: () => false,
  targetsAt: () => [],
  trafficAt: () => [],
  groundAt: () => NaN,
};
const RULE: Omit<StoredRule, "condition"> = {
  id: "rule",
  name: "Rule",
  isEnabled: true,
  severity: "warning",
  hasSound: true,
  hasNotification: true,
  creatorId: "ada",
  createdMs: 0,
  appliesFromMs: 0,
};

let geoid: Geoid;
beforeAll(async () => {
  geoid = await loadGeoid();
});

const outsideM = (
  condition: Condition,
  sample: Partial<Sample> = {},
  surroundings: Partial<Surroundings> = {},
): number =>
  compileRule({ ...RULE, condition }, geoid).measure({ ...SAMPLE, ...sample }, { ...ALONE, ...surroundings });
const awayFrom = (azimuth: number, metres: number) => destination(PLACE, azimuth, metres);

describe("an area", () => {
  const square = (west: number, east: number): Condition => ({
    kind: "area_entered",
    zone: null,
    region: {
      type: "Polygon",
      coordinates: [[west, 47, east, 47, east, 47.1, west, 47.1, west, 47]].map((flat) =>
        [0, 2, 4, 6, 8].map((at) => [flat[at]!, flat[at + 1]!]),
      ),
    },
  });

  it("tells inside from outside, and how far outside", () => {
    const area = square(15.4, 15.5);
    expect(outsideM(area, PLACE)).toBe(0);
    const corner = { latitude: 47.05, longitude: 15.5 };
    expect(outsideM(area, destination(corner, 90, 30))).toBeCloseTo(30, 1);
    expect(outsideM(area, destination(corner, 90, 5000))).toBe(Infinity);
  });

  it("may lie across the antimeridian", () => {
    const area = square(179.9, -179.9);
    expect(outsideM(area, { latitude: 47.05, longitude: -179.95 })).toBe(0);
    expect(outsideM(area, { latitude: 47.05, longitude: 179.95 })).toBe(0);
    expect(outsideM(area, { latitude: 47.05, longitude: 0 })).toBe(Infinity);
  });

  it("may be a circle or a corridor", () => {
    const coordinates = [PLACE.longitude, PLACE.latitude];
    const { outsideM: ofCircle } = shapeOf({ type: "Point", coordinates, radius: 100 });
    const near = awayFrom(30, 99);
    const far = awayFrom(200, 110);
    expect(ofCircle(near.latitude, near.longitude)).toBe(0);
    expect(ofCircle(far.latitude, far.longitude)).toBeCloseTo(10, 1);
    const end = awayFrom(90, 1000);
    const line = [coordinates, [end.longitude, end.latitude]];
    const { outsideM: ofCorridor } = shapeOf({ type: "LineString", coordinates: line, radius: 50 });
    const beside = destination(awayFrom(90, 500), 0, 80);
    expect(ofCorridor(beside.latitude, beside.longitude)).toBeCloseTo(30, 0);
  });

  it("of a zone counts between its limits of height and in its times; an unknown height is no way out", () => {
    const zone = {
      id: "zone",
      polygons: [],
      lower: { value: 50, reference: "ground" },
      upper: { value: 500, reference: "sea_level" },
      periods: [{ start: "2026-01-01T00:00:00Z", end: null, daily: [] }],
    } as const;
    const area = { ...square(15.4, 15.5), zone } as unknown as Condition;
    const timeMs = Date.parse("2026-06-01T12:00:00Z");
    expect(outsideM(area, { timeMs, aglM: 60, mslM: 400 })).toBe(0);
    expect(outsideM(area, { timeMs, aglM: 40, mslM: 400 })).toBe(10);
    expect(outsideM(area, { timeMs, aglM: 200, mslM: 560 })).toBe(60);
    expect(outsideM(area, { timeMs })).toBe(0);
    expect(outsideM(area, { timeMs: Date.parse("2025-06-01T12:00:00Z"), aglM: 60 })).toBe(Infinity);
  });
});

describe("nearness", () => {
  const near = (rest: object): Condition =>
    ({ kind: "near", horizontal_m: 300, vertical_m: null, ...rest }) as Condition;

  it("to a place is a distance over the ellipsoid", () => {
    const place = awayFrom(120, 280);
    expect(outsideM(near({ to: PLACE }), place)).toBeCloseTo(-20, 2);
    expect(quickDistanceM(PLACE.latitude, PLACE.longitude, place.latitude, place.longitude)).toBeCloseTo(
      geodesicM(PLACE, place),
      2,
    );
  });

  it("is never less than that between the parallels", () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), degrees(90), degrees(180), (...[latitude, longitude, toLatitude, to]) => {
        const leastM = minDistanceM(latitude, toLatitude);
        expect(leastM).toBeLessThanOrEqual(quickDistanceM(latitude, longitude, toLatitude, to));
      }),
    );
  });

  it("to flights that are far north or south is known from that alone, and is outside", () => {
    const at = (metres: number): Partial<Surroundings> => ({
      targetsAt: () => [{ ...awayFrom(0, metres), timeMs: 0, wgs84M: NaN }],
    });
    const own = near({ to: "own_flights", horizontal_m: 100 });
    expect(outsideM(own, {}, at(99.9))).toBeLessThan(0);
    expect(outsideM(own, {}, at(100.1))).toBeGreaterThan(0);
    expect(outsideM(own, {}, at(100_000))).toBeGreaterThan(90_000);
  });

  it("to flights compares heights above the ellipsoid where both are known", () => {
    const at = (wgs84M: number): Partial<Surroundings> => ({
      targetsAt: () => [{ ...awayFrom(0, 100), timeMs: 0, wgs84M }],
    });
    const own = near({ to: "own_flights", vertical_m: 50 });
    expect(outsideM(own, { wgs84M: 400 }, at(430))).toBeLessThan(0);
    expect(outsideM(own, { wgs84M: 400 }, at(480))).toBeCloseTo(30);
    expect(outsideM(own, {}, at(480))).toBeLessThan(0);
    // Above Graz the geoid is about 47 m above the ellipsoid.
    expect(outsideM(own, { mslM: 400 }, at(447))).toBeLessThan(0);
    expect(outsideM(own, { mslM: 400 }, at(520))).toBeGreaterThan(15);
    expect(outsideM(own, { wgs84M: 400 }, { ...at(400), isTarget: () => true })).toBeNaN();
    expect(outsideM(own, { wgs84M: 400 })).toBe(Infinity);
  });
});

it("a height is judged in its reference, where that is known", () => {
  const above = (reference: "ATO" | "AGL" | "MSL" | "WGS84"): Condition => ({
    kind: "height_above",
    metres: 120,
    reference,
  });
  expect(outsideM(above("ATO"), { atoM: 130 })).toBe(-10);
  expect(outsideM(above("ATO"), { atoM: 120 })).toBeGreaterThan(0);
  expect(outsideM(above("AGL"), { atoM: 130 })).toBeNaN();
  expect(outsideM(above("MSL"), { wgs84M: 170 })).toBeLessThan(0);
  expect(outsideM(above("MSL"), { wgs84M: 160 })).toBeGreaterThan(0);
  expect(outsideM(above("WGS84"), { mslM: 75 })).toBeLessThan(0);
});

describe("a height above the ground", () => {
  const above: Condition = { kind: "height_above", metres: 120, reference: "AGL" };
  const ground = { groundAt: () => 400 };
  const judged = (sample: Partial<Sample>, surroundings: Partial<Surroundings> = ground) =>
    outsideM(above, sample, surroundings);

  it("is that which the aircraft reports, whatever the ground is", () => {
    expect(judged({ aglM: 130, mslM: 410 })).toBe(-10);
    expect(judged({ aglM: 90, mslM: 600 })).toBe(30);
  });

  it("is computed where the ground is known, from a height above the sea or the ellipsoid", () => {
    expect(judged({ mslM: 530 })).toBe(-10);
    expect(judged({ mslM: 510 })).toBe(10);
    // Above Graz the geoid is about 47 m above the ellipsoid.
    expect(judged({ wgs84M: 577 })).toBeCloseTo(-10, 0);
  });

  it("is unknown over unknown ground, and from a height above take-off alone", () => {
    expect(judged({ mslM: 530 }, {})).toBeNaN();
    expect(judged({ atoM: 500 })).toBeNaN();
  });

  it("states that it was computed", () => {
    const { about } = compileRule({ ...RULE, condition: above }, geoid);
    expect([about?.({ ...SAMPLE, mslM: 530 }, ALONE), about?.({ ...SAMPLE, aglM: 130 }, ALONE)]).toEqual([
      GROUND,
      null,
    ]);
  });

  it("counts for a zone, whose limits of height are above the ground", () => {
    const lower = { value: 50, reference: "ground" as const };
    const region = { type: "Point" as const, coordinates: [15.43, 47.07] as [number, number], radius: 300 };
    const zone = { id: "zone", polygons: [], lower, upper: null, periods: [] };
    const area: Condition = { kind: "area_entered", region, zone };
    expect(outsideM(area, { mslM: 440 }, ground)).toBe(10);
    expect(outsideM(area, { mslM: 460 }, ground)).toBeLessThanOrEqual(0);
    expect(outsideM(area, { mslM: 440 })).toBeLessThanOrEqual(0);
  });
});

it("an identifier is known when a pattern matches all of it, ignoring case", () => {
  const isKnown = globMatcher(["1596F*", "AT-?[x]"]);
  expect(["1596F35190193631036", "1596f", "at-7[X]"].map(isKnown)).toEqual([true, true, true]);
  expect(["21596F3", "AT-77[x]", "AT-7x"].map(isKnown)).toEqual([false, false, false]);
  const unknown: Condition = { kind: "unknown_id", known: ["1596F*"] };
  expect(outsideM(unknown, {}, { identifiers: ["1588E0"] })).toBe(0);
  expect(outsideM(unknown, {}, { identifiers: ["1588E0", "1596F1"] })).toBe(Infinity);
  expect(outsideM(unknown, {}, { identifiers: [] })).toBeNaN();
});

it("an operator is far from the aircraft by the newest position that is known of it", () => {
  const far: Condition = { kind: "operator_far", metres: 1000 };
  const operatorAt = () => ({ ...awayFrom(0, 1500), timeMs: 0, wgs84M: NaN });
  expect(outsideM(far, {}, { operatorAt })).toBeCloseTo(-500, 0);
  expect(outsideM(far)).toBeNaN();
});

describe("aircraft with a crew", () => {
  const near: Condition = { kind: "traffic_near", horizontal_m: 1000, vertical_m: 300 };
  const at = (metres: number, heights: Partial<TrafficFix> = {}): TrafficFix => {
    const { latitude, longitude } = awayFrom(90, metres);
    return { timeMs: 0, icao: "4ca2d1", latitude, longitude, wgs84M: NaN, pressureM: NaN, ...heights };
  };
  const drone = { wgs84M: 500 };
  const holds = (fixes: readonly TrafficFix[], sample: Partial<Sample> = drone, condition = near): boolean =>
    outsideM(condition, sample, { trafficAt: () => fixes }) <= 0;

  it("are near within the distance and the difference of height", () => {
    expect(holds([at(990, { wgs84M: 790 })])).toBe(true);
    expect(holds([at(1010, { wgs84M: 500 })])).toBe(false);
    expect(holds([at(990, { wgs84M: 810 })])).toBe(false);
    expect(holds([at(990, { wgs84M: 11_000 })], drone, { ...near, vertical_m: null })).toBe(true);
    // Sea level is about 47 m above the ellipsoid here.
    expect(holds([at(0, { wgs84M: 870 })], { mslM: 500 })).toBe(false);
    expect(holds([at(0, { wgs84M: 840 })], { mslM: 500 })).toBe(true);
  });

  it("that send their height by pressure are only far above where no weather could change that", () => {
    expect(holds([at(0, { pressureM: 1400 })])).toBe(true);
    expect(holds([at(0, { pressureM: 1800 })])).toBe(false);
    expect(holds([at(0, { pressureM: 10_972 })])).toBe(false);
  });

  it("without a height, or near a drone without one, are judged by the distance", () => {
    expect(holds([at(990)])).toBe(true);
    expect(holds([at(990, { wgs84M: 11_000 })], {})).toBe(true);
    expect(holds([])).toBe(false);
  });

  it("are named: the nearest one that is within both", () => {
    const fixes = [
      at(100, { icao: "aaaaaa", wgs84M: 11_000 }),
      at(400, { icao: "cccccc" }),
      at(300, { icao: "bbbbbb", wgs84M: 600 }),
    ];
    const { about } = compileRule({ ...RULE, condition: near }, geoid);
    const surroundings = (trafficAt: readonly TrafficFix[]) => ({ ...ALONE, trafficAt: () => trafficAt });
    for (const order of [fixes, fixes.toReversed()]) {
      expect(about!({ ...SAMPLE, ...drone }, surroundings(order))).toBe("bbbbbb");
    }
    const planes = [at(10, { icao: "dddddd" }), at(10, { icao: "cccccc" })];
    expect(about!({ ...SAMPLE, ...drone }, surroundings(planes))).toBe("cccccc");
  });
});
