import fc from "fast-check";
import { expect, it } from "vitest";
import type { Sighting } from "../../../kernel/sighting.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { useFusionState } from "./fusion-state.fixture.ts";
import { NOON_MS, sighting } from "./sightings.fixture.ts";

/** The operations that sightings give are a function of the set of sightings, whatever the order in which they arrive. */

const { fusionState, store, reopen } = useFusionState();

/** Set them for other flights and orders, and for more of them. */
const seed = Number(process.env["STATION_TEST_SEED"] ?? 32);
const numRuns = Number(process.env["STATION_TEST_RUNS"] ?? 20);

/** It flies on a meridian, and turns off at some time. Seconds, metres. */
type Aircraft = {
  readonly north: number;
  readonly mps: number;
  readonly turnAt: number;
  readonly turnedMps: number;
};
type Reception = {
  readonly aircraft: number;
  readonly sensorId: string;
  readonly technology: "wifi_beacon" | "wifi_nan";
  readonly isDeclared: boolean;
  /** Whether the aircraft uses the same address over both technologies. */
  readonly isSameAddress: boolean;
  readonly from: number;
  readonly length: number;
  readonly every: number;
};
type World = { readonly aircraft: readonly Aircraft[]; readonly receptions: readonly Reception[] };

const AIRCRAFT = 5;
const anyAircraft = fc.record<Aircraft>({
  north: fc.integer({ min: 0, max: 8 }).map((steps) => steps * 45),
  mps: fc.constantFrom(0, 10, -10, 20, -20),
  turnAt: fc.integer({ min: 5, max: 60 }),
  turnedMps: fc.constantFrom(0, 0, 0, 0, 300),
});
const anyReception = fc.record<Reception>({
  aircraft: fc.integer({ min: 0, max: AIRCRAFT - 1 }),
  sensorId: fc.constantFrom("roof", "van", "mast"),
  technology: fc.constantFrom("wifi_beacon", "wifi_nan"),
  isDeclared: fc.boolean(),
  isSameAddress: fc.boolean(),
  from: fc.integer({ min: 0, max: 30 }),
  length: fc.integer({ min: 1, max: 40 }),
  every: fc.constantFrom(0.4, 1, 1, 2, 5),
});
const world: fc.Arbitrary<World> = fc.record({
  aircraft: fc.array(anyAircraft, { minLength: AIRCRAFT, maxLength: AIRCRAFT }),
  // What one receiver receives of one address is one transmitter.
  receptions: fc.uniqueArray(anyReception, {
    minLength: 3,
    maxLength: 9,
    size: "max",
    selector: ({ aircraft, sensorId, technology }) => `${aircraft} ${sensorId} ${technology}`,
  }),
});

function sightingsOf({ aircraft, receptions }: World): readonly Sighting[] {
  return receptions
    .flatMap(({ aircraft: index, sensorId, technology, isDeclared, isSameAddress, from, length, every }) => {
      const { north, mps, turnAt, turnedMps } = aircraft[index]!;
      return Array.from({ length: Math.ceil(length / every) }, (_, count) => {
        const at = from + count * every;
        return sighting({
          sensorId,
          technology,
          transmitter: `mac:0${index}${isSameAddress ? "" : technology}`,
          at,
          north: north + at * mps + Math.max(0, at - turnAt) * turnedMps,
          // Some aircraft never declare anything.
          ...(isDeclared && index < 3 && { serial: `serial ${index}` }),
        });
      });
    })
    .toSorted((a, b) => a.observedAtMs - b.observedAtMs);
}

/** Receives all in groups as the recorder saves them; gives the operations as texts, each suboperation with its reason. */
function play(sightings: readonly (readonly Sighting[])[]): readonly string[] {
  reopen();
  const { writer } = store();
  writer.exec("BEGIN");
  const assigned = sightings.flatMap((group) => {
    const suboperations = group.map((one) => fusionState().assign(one)!);
    fusionState().save(new Map(), true)();
    return suboperations;
  });
  const present = new Set(assigned.map((one) => fusionState().current(one)));
  const operations = [...Map.groupBy(present, ({ operation }) => operation).values()]
    .map((group) => group.map(describeSuboperation).toSorted().join(", "))
    .toSorted();
  // What a play leaves must not be found by the next one, which has the same times.
  writer.exec("ROLLBACK");
  return operations;
}

function describeSuboperation(one: SuboperationModel): string {
  const { sensorId, technology, transmitter, firstMs, lastMs, linkReason } = one;
  return [sensorId, technology, transmitter, firstMs - NOON_MS, lastMs - NOON_MS, linkReason].join(" ");
}

type Arrange = (sightings: readonly Sighting[]) => readonly (readonly Sighting[])[];
type Roll = () => number;

const oneByOne: Arrange = (sightings) => sightings.map((one) => [one]);

function groupsOf(sightings: readonly Sighting[], roll: Roll): readonly (readonly Sighting[])[] {
  const groups: Sighting[][] = [];
  for (const one of sightings) {
    if (groups.length === 0 || roll() % 4 === 0) groups.push([one]);
    else groups.at(-1)!.push(one);
  }
  return groups;
}

function shuffled<T>(items: readonly T[], roll: Roll): readonly T[] {
  return items
    .map((item) => ({ item, at: roll() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** What each receiver received, in pieces, as other stations send it. */
function chunksOf(sightings: readonly Sighting[], roll: Roll): readonly (readonly Sighting[])[] {
  const size = 1 + (roll() % 20);
  const tracks = Map.groupBy(sightings, (one) => `${one.sensorId} ${one.technology} ${one.transmitter}`);
  return [...tracks.values()].flatMap((track) =>
    Array.from({ length: Math.ceil(track.length / size) }, (_, index) => track.slice(index * size, (index + 1) * size)),
  );
}

/** Nearly in order: each up to so many seconds late. */
function late(sightings: readonly Sighting[], roll: Roll, lateMs: number): readonly Sighting[] {
  return sightings
    .map((one) => ({ one, dueMs: one.observedAtMs + (roll() % lateMs) }))
    .toSorted((a, b) => a.dueMs - b.dueMs)
    .map(({ one }) => one);
}

const ORDERS: readonly (readonly [string, (roll: Roll) => Arrange])[] = [
  ["in order, in groups", (roll) => (sightings) => groupsOf(sightings, roll)],
  ["all at once", () => (sightings) => [sightings]],
  ["reversed, one by one", () => (sightings) => oneByOne(sightings.toReversed())],
  ["reversed, in groups", (roll) => (sightings) => groupsOf(sightings.toReversed(), roll)],
  ["shuffled, one by one", (roll) => (sightings) => oneByOne(shuffled(sightings, roll))],
  ["shuffled, in groups", (roll) => (sightings) => groupsOf(shuffled(sightings, roll), roll)],
  ["some late, in groups", (roll) => (sightings) => groupsOf(late(sightings, roll, 15_000), roll)],
  ["twice, shuffled", (roll) => (sightings) => groupsOf(shuffled([...sightings, ...sightings], roll), roll)],
  ["in chunks of each receiver, shuffled", (roll) => (sightings) => shuffled(chunksOf(sightings, roll), roll)],
  [
    "in chunks, shuffled, some twice",
    (roll) => (sightings) =>
      shuffled(
        chunksOf(sightings, roll).flatMap((chunk) => (roll() % 3 === 0 ? [chunk, chunk] : [chunk])),
        roll,
      ),
  ],
];

const dice = fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 999_999 })));

it("the same sightings give the same operations, in whatever order they arrive", () => {
  const same = fc.property(world, dice, (some, stream) => {
    const roll = () => stream.next().value as number;
    const sightings = sightingsOf(some);
    const expected = play(oneByOne(sightings));
    for (const [name, arrangeBy] of ORDERS)
      expect([name, ...play(arrangeBy(roll)(sightings))]).toEqual([name, ...expected]);
  });
  fc.assert(same, { seed, numRuns, endOnFailure: true });
});
