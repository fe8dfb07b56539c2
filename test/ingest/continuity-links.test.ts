import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERIAL } from "../support/frames.ts";
import type { Flight } from "./flights.fixture.ts";
import { always, receivedFrames, leg, hovering } from "./flights.fixture.ts";
import type { Replay } from "./fusion-replay.fixture.ts";
import { openReplay, T0 } from "./fusion-replay.fixture.ts";

/** A link by continuity is decided again with every later position, independently of their order of arrival. */

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

const sensorsOf = (replayed: Awaited<ReturnType<Replay["play"]>>) =>
  replayed.map(({ suboperations }) => suboperations.map((text) => text.split(" ")[0]!)).toSorted();

describe("a link by continuity", () => {
  it.each(CASES)("%s, in any order", async (_, flights, expected) => {
    const frames = receivedFrames(flights, T0);
    const replayed = await replay.play(frames);
    expect(sensorsOf(replayed)).toEqual(expected);
    await replay.expectSameInAnyOrder(frames, replayed);
  });

  it.each(CASES)("%s, also when all of it is reversed", async (_, flights, expected) => {
    const replayed = await replay.play(receivedFrames(flights, T0).toReversed());
    expect(sensorsOf(replayed)).toEqual(expected);
  });

  it.each(CASES)("%s, also one sensor after the other", async (_, flights, expected) => {
    const frames = receivedFrames(flights, T0).toSorted((a, b) => (a.sensorId! < b.sensorId! ? -1 : 1));
    expect(sensorsOf(await replay.play(frames))).toEqual(expected);
    const reversed = frames.toReversed();
    expect(sensorsOf(await replay.play(reversed))).toEqual(expected);
  });
});

it("one serial number at two places is two operations, also when five minutes are reversed", async () => {
  const flights = [
    identified({ every: 1 }),
    identified({ every: 1, mac: always("02"), sensor: "van", path: hovering(5000, 0), from: 20 }),
  ];
  const frames = receivedFrames(flights, T0);
  const replayed = await replay.play(frames);
  expect(sensorsOf(replayed)).toEqual([["roof"], ["van"]]);
  expect(await replay.play(frames.toReversed())).toEqual(replayed);
});
