import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERIAL } from "../support/frames.ts";
import type { Flight } from "./flights.fixture.ts";
import { always, heardOf, leg, still } from "./flights.fixture.ts";
import type { Replay } from "./fusion-replay.fixture.ts";
import { openReplay, T0 } from "./fusion-replay.fixture.ts";

/** A link by continuity is judged again as later positions come, whatever the order in which they come. */

let replay: Replay;
beforeAll(() => {
  replay = openReplay();
});
afterAll(() => replay.close());

const SECONDS = 300;

const identified = (changes: Partial<Flight> = {}): Flight => ({
  serial: SERIAL,
  mac: always("01"),
  path: leg(0, 0, 10, 0),
  sensor: "roof",
  from: 0,
  to: SECONDS,
  ...changes,
});
const unidentified = (changes: Partial<Flight> = {}): Flight => ({
  mac: always("02"),
  path: leg(0, 0, 10, 0),
  sensor: "van",
  from: 0,
  to: SECONDS,
  ...changes,
});
/** Together with the other up to a time, then away to the north. */
const turningOff = (at: number) => (second: number) => ({ east: second * 10, north: Math.max(0, second - at) * 12 });

const CASES: readonly (readonly [string, readonly Flight[], readonly (readonly string[])[]])[] = [
  ["what stays together is one operation", [identified(), unidentified()], [["roof", "van"]]],
  [
    "what flies apart from the beginning is two",
    [identified(), unidentified({ path: leg(0, 0, -10, 0) })],
    [["roof"], ["van"]],
  ],
  [
    "what flies apart after a while is two",
    [identified(), unidentified({ path: turningOff(200) })],
    [["roof"], ["van"]],
  ],
  [
    "two that declare nothing are two once they fly apart",
    [unidentified({ mac: always("01"), sensor: "roof" }), unidentified({ path: turningOff(150), from: 20 })],
    [["roof"], ["van"]],
  ],
  [
    "of three the two stay together that nothing contradicts",
    [
      identified(),
      unidentified({ from: 10 }),
      unidentified({ mac: always("03"), sensor: "mast", path: turningOff(100), from: 20 }),
    ],
    [["mast"], ["roof", "van"]],
  ],
  [
    "what is apart for ten seconds only is two",
    [
      identified(),
      unidentified({
        path: (second) => ({ east: second * 10, north: second >= 140 && second < 150 ? 900 : 0 }),
      }),
    ],
    [["roof"], ["van"]],
  ],
];

const sensorsOf = (told: Awaited<ReturnType<Replay["play"]>>) =>
  told.map(({ suboperations }) => suboperations.map((text) => text.split(" ")[0]!)).toSorted();

describe("a link by continuity", () => {
  it.each(CASES)("%s, in any order", async (_, flights, expected) => {
    const frames = heardOf(flights, T0);
    const told = await replay.play(frames);
    expect(sensorsOf(told)).toEqual(expected);
    await replay.expectSameInAnyOrder(frames, told);
  });

  it.each(CASES)("%s, also when all of it comes the other way round", async (_, flights, expected) => {
    const told = await replay.play(heardOf(flights, T0).toReversed());
    expect(sensorsOf(told)).toEqual(expected);
  });

  it.each(CASES)("%s, also when one sensor comes after the other", async (_, flights, expected) => {
    const frames = heardOf(flights, T0).toSorted((a, b) => (a.sensorId! < b.sensorId! ? -1 : 1));
    expect(sensorsOf(await replay.play(frames))).toEqual(expected);
    const reversed = frames.toReversed();
    expect(sensorsOf(await replay.play(reversed))).toEqual(expected);
  });
});

it("one serial number at two places is two operations, also when five minutes come the other way round", async () => {
  const flights = [
    identified({ every: 1 }),
    identified({ every: 1, mac: always("02"), sensor: "van", path: still(5000, 0), from: 20 }),
  ];
  const frames = heardOf(flights, T0);
  const told = await replay.play(frames);
  expect(sensorsOf(told)).toEqual([["roof"], ["van"]]);
  expect(await replay.play(frames.toReversed())).toEqual(told);
});
