import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { geodesicM } from "../../kernel/geodesic.ts";
import { mergeFacts } from "./facts.merge.ts";
import type { Fact, Statistics, PlaceFact, Tally, UaFact } from "./statistics.rules.ts";
import { addFact, emptyTally, statisticsOf, isWithinLimits } from "./statistics.rules.ts";

const START = { operator: null, sensors: {} };
const SENSOR_OF = new Map([
  [1, 10],
  [2, 20],
]);
const NOTHING = { altitudeMslMm: null, altitudeWgs84Mm: null, altitudeAtoMm: null, horizontalSpeedMmps: null };

const ua = (track: number, timeMs: number, north: number, more: Partial<UaFact> = {}): Fact => ({
  kind: "ua",
  fact: { track, timeMs, latitudeE7: 500_000_000 + north, longitudeE7: 140_000_000, ...NOTHING, ...more },
});
const place = (kind: "operator" | "sensor", track: number, timeMs: number, north: number): Fact => ({
  kind,
  fact: { track, timeMs, latitudeE7: 500_000_000 + north, longitudeE7: 140_000_000 },
});
const apartM = (north: number, other = 0) =>
  geodesicM({ latitude: 50 + north / 1e7, longitude: 14 }, { latitude: 50 + other / 1e7, longitude: 14 });

function statistics(facts: readonly Fact[]): Statistics {
  const tally = emptyTally(START);
  for (const fact of facts) addFact(tally, fact, SENSOR_OF);
  return statisticsOf(tally);
}

const known = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const northEast = fc.record({
  latitudeE7: fc.integer({ min: 499_000_000, max: 501_000_000 }),
  longitudeE7: fc.integer({ min: 139_000_000, max: 141_000_000 }),
});
const anyFact: fc.Arbitrary<Fact> = fc
  .record({
    kind: fc.constantFrom("ua" as const, "ua" as const, "operator" as const, "sensor" as const),
    track: fc.integer({ min: 1, max: 2 }),
    timeMs: fc.integer({ min: 0, max: 120_000 }),
    where: northEast,
    altitudeMslMm: known(fc.integer({ min: -1000, max: 500_000 })),
    altitudeWgs84Mm: known(fc.integer({ min: -1000, max: 500_000 })),
    altitudeAtoMm: known(fc.integer({ min: -1000, max: 120_000 })),
    horizontalSpeedMmps: known(fc.integer({ min: 0, max: 60_000 })),
  })
  .map(({ kind, track, timeMs, where, ...rest }) => {
    if (kind === "ua") return { kind, fact: { track, timeMs, ...where, ...rest } };
    return { kind, fact: { track: kind === "sensor" ? track * 10 : track, timeMs, ...where } };
  });
const RANK = { operator: 0, sensor: 1, ua: 2 };
const anyFlight = fc
  .array(anyFact, { maxLength: 60 })
  .map((facts) => facts.toSorted((a, b) => a.fact.timeMs - b.fact.timeMs || RANK[a.kind] - RANK[b.kind]));

describe("statistics", () => {
  test("do not depend on slices or on where a computation was stored and resumed", () => {
    fc.assert(
      fc.property(anyFlight, fc.nat(60), fc.nat(60), (facts, one, other) => {
        let tally = emptyTally(START);
        for (const [index, fact] of facts.entries()) {
          if (index === one || index === other) tally = JSON.parse(JSON.stringify(tally)) as Tally;
          addFact(tally, fact, SENSOR_OF);
          // Reading intermediate statistics must not change the result.
          statisticsOf(tally);
        }
        expect(statisticsOf(tally)).toEqual(statistics(facts));
      }),
    );
  });

  test("are unknown without records, and have distance zero with one point", () => {
    expect(statistics([])).toEqual({
      firstMs: null,
      lastMs: null,
      distanceM: null,
      maxSpeedMmps: null,
      altitudeMm: null,
      altitudeReference: null,
      atoMm: null,
      operatorM: null,
      sensorM: null,
    });
    expect(statistics([ua(1, 5, 0)])).toMatchObject({ firstMs: 5, lastMs: 5, distanceM: 0 });
  });

  test("give altitudes above sea level if any is known, otherwise above the ellipsoid, and never mix both", () => {
    const above = [ua(1, 0, 0, { altitudeWgs84Mm: 300_000 }), ua(1, 1, 0, { altitudeWgs84Mm: 310_000 })];
    expect(statistics(above)).toMatchObject({ altitudeMm: [300_000, 310_000], altitudeReference: "WGS84" });
    const withSeaLevel = [...above, ua(1, 2, 0, { altitudeWgs84Mm: 320_000, altitudeMslMm: 275_000 })];
    expect(statistics(withSeaLevel)).toMatchObject({ altitudeMm: [275_000, 275_000], altitudeReference: "MSL" });
  });

  test("use the last known operator position of any suboperation", () => {
    const { operatorM } = statistics([
      ua(1, 0, 900),
      place("operator", 2, 1, 0),
      ua(1, 2, 1000),
      place("operator", 1, 3, 1000),
      ua(2, 4, 1000),
    ]);
    expect(operatorM).toEqual([0, apartM(1000)]);
  });

  test("measure to the position at that time of the sensor that received the record", () => {
    const { sensorM } = statistics([
      place("sensor", 10, 0, 0),
      place("sensor", 20, 0, 5000),
      ua(1, 1, 1000),
      ua(2, 1, 1000),
      place("sensor", 10, 2, 900),
      ua(1, 3, 1000),
    ]);
    expect(sensorM).toEqual([apartM(1000, 900), apartM(1000, 5000)]);
  });
});

describe("the distance flown", () => {
  const alone = Array.from({ length: 61 }, (_, second) => ua(1, second * 1000, second * 1000));
  const flownM = statistics(alone).distanceM!;
  const receivedTwice = (lateMs: number, aside: number, every = 1) =>
    [
      ...alone,
      ...alone
        .filter((_, index) => index % every === 0)
        .map(({ fact }) => {
          const { timeMs, latitudeE7 } = fact;
          return ua(2, timeMs + lateMs, latitudeE7 - 500_000_000, { longitudeE7: 140_000_000 + aside });
        }),
    ].toSorted((a, b) => a.fact.timeMs - b.fact.timeMs);

  it("with one sensor is the length of the line through all points", () => {
    expect(flownM).toBeCloseTo(apartM(60_000), 3);
  });

  it.each([
    ["at the same time", 0, 0],
    ["a moment later", 40, 0],
    ["after the next position of the other", 1500, 0],
    ["some metres aside", 300, 400],
  ])("with two sensors is not longer when one receives it %s", (_what, lateMs, aside) => {
    expect(statistics(receivedTwice(lateMs, aside)).distanceM).toBeGreaterThan(flownM * 0.98);
    expect(statistics(receivedTwice(lateMs, aside)).distanceM).toBeLessThan(flownM * 1.02);
  });

  it("follows the sensor that receives more, and continues with the other when one stops receiving", () => {
    const seldom = receivedTwice(300, 0, 5);
    expect(statistics(seldom).distanceM).toBeCloseTo(flownM, 1);
    const handedOver = receivedTwice(0, 0).filter(({ fact }) =>
      fact.timeMs < 30_000 ? fact.track === 1 : fact.track === 2,
    );
    expect(statistics(handedOver).distanceM).toBeCloseTo(flownM, 3);
  });
});

describe("the distance flown leaves out moves that no aircraft can make", () => {
  /** Points a second apart, in metres (nearly) to the north. */
  const line = (track: number, fromSecond: number, norths: readonly number[]) =>
    norths.map((north, index) => ua(track, (fromSecond + index) * 1000, north * 90));
  const flown = (...facts: readonly Fact[]) => Math.round(statistics(facts).distanceM!);

  it.each([
    ["a single wrong position", [0, 10, 500_000, 30, 40], 40],
    ["a wrong position at the beginning", [500_000, 10, 20, 30], 20],
    ["a jump from which the flight goes on", [0, 10, 20, 500_000, 500_010, 500_020], 40],
    ["two different wrong positions", [0, 10, 500_000, -400_000, 40], 40],
  ])("%s", (_what, norths, expected) => {
    expect(flown(...line(1, 0, norths))).toBe(expected);
    // Over the border of two slots of ten seconds as well.
    expect(flown(...line(1, 8, norths))).toBe(expected);
  });

  it("also between two sensors", () => {
    expect(flown(...line(1, 0, [0, 10, 20]), ...line(2, 20, [500_000, 500_010]))).toBe(30);
  });
});

describe("limits of statistics", () => {
  const limits = {
    atoFromM: null,
    atoToM: null,
    operatorFromM: null,
    operatorToM: null,
    sensorFromM: null,
    sensorToM: null,
  };
  const flight = { atoMm: [10_000, 120_000] as const, operatorM: [5, 900] as const, sensorM: null };

  it.each([
    ["reached the height", { atoFromM: 120 }, true],
    ["never reached the height", { atoFromM: 120.001 }, false],
    ["was as low", { atoToM: 10 }, true],
    ["was never as low", { atoToM: 9.999 }, false],
    ["was as far away, and at another time as near", { operatorFromM: 900, operatorToM: 5 }, true],
    ["was never as far away", { operatorFromM: 901 }, false],
    ["was never as near", { operatorToM: 4 }, false],
    ["is not known", { sensorFromM: 0 }, false],
    ["has any values", {}, true],
  ])("match or exclude an operation that %s: %j", (_what, some, isThrough) => {
    expect(isWithinLimits(flight, { ...limits, ...some })).toBe(isThrough);
  });
});

describe("records of three kinds", () => {
  async function* sliced<F>(facts: readonly F[], size: number): AsyncGenerator<readonly F[]> {
    await Promise.resolve();
    for (let from = 0; from < facts.length; from += size) yield facts.slice(from, from + size);
  }

  test("are merged in time order, however they are sliced", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFlight,
        fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
        async (facts, [a, b]) => {
          const of = (kind: Fact["kind"]) => facts.filter((fact) => fact.kind === kind).map(({ fact }) => fact);
          const merged: Fact[] = [];
          const slices = mergeFacts({
            operators: sliced(of("operator") as readonly PlaceFact[], a),
            sensors: sliced(of("sensor") as readonly PlaceFact[], b),
            ua: sliced(of("ua") as readonly UaFact[], a + b),
          });
          for await (const slice of slices) merged.push(...slice);
          expect(merged).toEqual(facts);
        },
      ),
    );
  });
});
