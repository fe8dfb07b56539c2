import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Decoded, DecodedFrame } from "../../server/ingest/decoded.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import type { TestCore } from "../support/core.ts";
import { openTestCore } from "../support/core.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import type { Flight } from "./flights.fixture.ts";
import { always, receivedFrames, leg, hovering } from "./flights.fixture.ts";

/** A serial number received at two places at once: at least one of the two transmitters declares a false one. */

const T0 = Date.UTC(2026, 0, 1);
let core: TestCore;
let plays = 0;
beforeAll(() => {
  core = openTestCore(T0 + 10_000 * HOUR_MS);
});
afterAll(() => core.close());

async function play(frames: readonly DecodedFrame[]): Promise<readonly Operation[]> {
  const shiftMs = ++plays * 24 * HOUR_MS;
  const shifted = frames.map((one): Decoded => ({ ...one, observedAtMs: one.observedAtMs! + shiftMs }));
  for (let index = 0; index < shifted.length; index += 97) await core.receive(shifted.slice(index, index + 97));
  await core.pipeline.flush();
  const from = new Date(T0 + shiftMs - HOUR_MS).toISOString();
  return core.listOperations({ from, to: new Date(T0 + shiftMs + 12 * HOUR_MS).toISOString() });
}

const flight = (seen: Partial<Flight>): Flight => ({
  serial: SERIAL,
  mac: always("01"),
  path: hovering(0, 0),
  sensor: "roof",
  from: 0,
  to: 60,
  every: 1,
  ...seen,
});

const placesOf = ({ warnings }: Operation) => warnings.filter(({ type }) => type === "serial_number_in_two_places");
const isNear = (metres: number) => (value: number | undefined) => Math.abs(value! - metres) <= metres * 0.01;

const ORDERS: readonly (readonly [string, (frames: readonly DecodedFrame[]) => readonly DecodedFrame[]])[] = [
  ["as it was received", (frames) => frames],
  ["reversed", (frames) => frames.toReversed()],
  ["one sensor after the other", (frames) => frames.toSorted((a, b) => (a.sensorId! < b.sensorId! ? -1 : 1))],
  ["the other sensor first", (frames) => frames.toSorted((a, b) => (a.sensorId! > b.sensorId! ? -1 : 1))],
];

describe("one serial number at two places at once", () => {
  it.each(ORDERS)("is a warning on both operations, with the distance and the other: %s", async (_, order) => {
    const flights = [
      flight({ path: leg(0, 0, 10, 0), to: 110 }),
      flight({ path: hovering(5000, 0), sensor: "van", mac: always("02"), from: 20, to: 90 }),
    ];
    const operations = await play(order(receivedFrames(flights, T0)));
    expect(operations).toHaveLength(2);
    const [one, other] = operations as [Operation, Operation];
    for (const [shown, counterpart] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(placesOf(shown)).toEqual([
        {
          type: "serial_number_in_two_places",
          msg: "The same serial number was received at two places at once, 4.9 km apart.",
          distance_m: expect.toSatisfy(isNear(4900)) as number,
          operation_id: counterpart.id,
        },
      ]);
    }
    expect(placesOf(one)[0]!.distance_m).toBe(placesOf(other)[0]!.distance_m);
  });

  it("is warned of whichever sensor received them, the same one included", async () => {
    const operations = await play(
      receivedFrames([flight({}), flight({ path: hovering(2000, 0), mac: always("02") })], T0),
    );
    expect(operations.map((one) => placesOf(one).length)).toEqual([1, 1]);
  });

  it("is warned of where the two began together and only later part, also while they count as one", async () => {
    const flights = [flight({}), flight({ path: leg(0, 0, 40, 0), sensor: "van", mac: always("02") })];
    const [operation, ...others] = await play(receivedFrames(flights, T0));
    expect(others).toEqual([]);
    const [warning] = placesOf(operation!);
    expect(warning?.distance_m).toBeGreaterThan(2300);
    expect(warning).not.toHaveProperty("operation_id");
  });

  it.each<readonly [string, readonly Flight[]]>([
    ["two serial numbers", [flight({}), flight({ serial: OTHER_SERIAL, path: hovering(5000, 0), mac: always("02") })]],
    [
      "two receivers of one aircraft, of which one has a clock that is wrong by five seconds",
      [
        flight({ path: leg(0, 0, 30, 0) }),
        flight({ path: leg(0, 0, 30, 0), sensor: "van", mac: always("02"), clockError: () => 5 }),
      ],
    ],
    [
      "one after the other",
      [flight({}), flight({ path: hovering(3000, 0), sensor: "van", mac: always("02"), from: 90, to: 120 })],
    ],
  ])("is not warned of with %s", async (_, flights) => {
    expect((await play(receivedFrames(flights, T0))).flatMap(placesOf)).toEqual([]);
  });
});
