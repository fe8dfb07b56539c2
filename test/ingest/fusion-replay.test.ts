import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import type { Flight } from "./flights.fixture.ts";
import { always, receivedFrames, leg, hovering } from "./flights.fixture.ts";
import type { Replay, ReplayedOperations } from "./fusion-replay.fixture.ts";
import { openReplay, seed, T0 } from "./fusion-replay.fixture.ts";

let replay: Replay;
beforeAll(() => {
  replay = openReplay();
});
afterAll(() => replay.close());

const THIRD_SERIAL = "1581F5FJD228200A0B1C";
const rotating = (at: number, one: string, other: string) => (second: number) => (second < at ? one : other);

const FLIGHTS: readonly (readonly [string, readonly Flight[], readonly (readonly string[])[]])[] = [
  [
    "one aircraft",
    [{ serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 }],
    [["roof wifi_beacon"]],
  ],
  [
    "one aircraft, one message per advert",
    [
      {
        serial: SERIAL,
        isLegacy: true,
        technology: "bluetooth_legacy",
        mac: always("01"),
        path: leg(0, 0, 10, 5),
        sensor: "roof",
        from: 0,
        to: 120,
      },
    ],
    [["roof bluetooth_legacy"]],
  ],
  [
    "several aircraft whose paths cross",
    [SERIAL, OTHER_SERIAL, THIRD_SERIAL].map((serial, index) => ({
      serial,
      isLegacy: index !== 1,
      technology: index === 1 ? "wifi_beacon" : "bluetooth_legacy",
      mac: always(`0${index + 1}`),
      path: leg(-600 * (index - 1), -600, 10 * (index - 1), 10),
      sensor: "roof",
      from: 0,
      to: 120,
    })),
    [["roof bluetooth_legacy"], ["roof bluetooth_legacy"], ["roof wifi_beacon"]],
  ],
  [
    "an address that changes in flight",
    [{ serial: SERIAL, mac: rotating(60, "01", "02"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 }],
    [["roof wifi_beacon"]],
  ],
  [
    "an address that changes in flight, one message per advert",
    [
      {
        serial: SERIAL,
        isLegacy: true,
        mac: rotating(60, "01", "02"),
        path: leg(0, 0, 10, 5),
        sensor: "roof",
        from: 0,
        to: 120,
      },
    ],
    [["roof wifi_beacon"]],
  ],
  [
    "serial and registration, in turn",
    [
      {
        serial: SERIAL,
        registration: "N.OE-ABC123",
        isLegacy: true,
        mac: always("01"),
        path: leg(0, 0, 10, 5),
        sensor: "roof",
        from: 0,
        to: 120,
      },
    ],
    [["roof wifi_beacon"]],
  ],
  [
    "serial here, registration there, both from one address",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { registration: "N.OE-ABC123", mac: always("01"), path: leg(0, 0, 10, 5), sensor: "van", from: 30, to: 150 },
    ],
    [["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "two airframes on one address",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { serial: OTHER_SERIAL, mac: always("01"), path: leg(200, 0, -10, 5), sensor: "roof", from: 20, to: 120 },
      { serial: OTHER_SERIAL, mac: always("01"), path: leg(200, 0, -10, 5), sensor: "van", from: 40, to: 100 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "receivers that report no address",
    [
      { serial: SERIAL, mac: always(null), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { serial: OTHER_SERIAL, mac: always(null), path: leg(50, 0, 10, 5), sensor: "roof", from: 10, to: 120 },
      { serial: SERIAL, mac: always(null), path: leg(0, 0, 10, 5), sensor: "van", from: 30, to: 100 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a suboperation without an identifier beside an identified one, over another technology",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { mac: always("02"), technology: "wifi_nan", path: leg(0, 0, 10, 5), sensor: "roof", from: 40, to: 120 },
      { mac: always("03"), path: leg(2000, 0, 10, 5), sensor: "van", from: 20, to: 90 },
    ],
    [["roof wifi_beacon", "roof wifi_nan"], ["van wifi_beacon"]],
  ],
  [
    "only suboperations without identifiers",
    [
      { mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { mac: always("02"), path: leg(0, 0, 10, 5), sensor: "van", from: 30, to: 150 },
      { mac: always("03"), path: leg(0, 0, 10, 5), sensor: "mast", from: 60, to: 90 },
    ],
    [["mast wifi_beacon", "roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a suboperation without an identifier where two aircraft meet",
    [
      { serial: SERIAL, mac: always("01"), path: leg(-600, 0, 10, 0), sensor: "roof", from: 0, to: 120 },
      { serial: OTHER_SERIAL, mac: always("02"), path: leg(600, 0, -10, 0), sensor: "roof", from: 0, to: 120 },
      { mac: always("03"), path: leg(-600, 0, 10, 0), sensor: "van", from: 60, to: 120 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon"], ["van wifi_beacon"]],
  ],
  [
    "an identifier that arrives late and shows that a neighbour is another aircraft",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      {
        serial: OTHER_SERIAL,
        namedFrom: 70,
        mac: always("02"),
        path: leg(10, 0, 10, 5),
        sensor: "van",
        from: 20,
        to: 120,
      },
    ],
    [["roof wifi_beacon"], ["van wifi_beacon"]],
  ],
  [
    "a second flight fifteen minutes later",
    [
      { serial: SERIAL, mac: always("01"), path: hovering(0, 0), sensor: "roof", from: 0, to: 60 },
      { serial: SERIAL, mac: always("01"), path: hovering(0, 0), sensor: "roof", from: 960, to: 1020 },
      { serial: SERIAL, mac: always("02"), path: hovering(0, 0), sensor: "van", from: 970, to: 1000 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a silence just shorter than what ends a flight",
    [
      { serial: SERIAL, mac: always("01"), path: hovering(0, 0), sensor: "roof", from: 0, to: 60 },
      { serial: SERIAL, mac: always("01"), path: hovering(0, 0), sensor: "roof", from: 655, to: 700 },
      { serial: SERIAL, mac: always("02"), path: hovering(0, 0), sensor: "van", from: 1298, to: 1320 },
    ],
    [["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a receiver whose clock jumps by an hour",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      {
        serial: SERIAL,
        mac: always("01"),
        clockError: (second) => (second < 60 ? 0 : 3600),
        path: leg(0, 0, 10, 5),
        sensor: "van",
        from: 0,
        to: 120,
      },
    ],
    [["roof wifi_beacon", "van wifi_beacon"], ["van wifi_beacon"]],
  ],
];

describe("the same flights give the same operations in any order, once or twice", () => {
  it.each(FLIGHTS)("%s", async (_, flights, expected) => {
    const frames = receivedFrames(flights, T0);
    const replayed = await replay.play(frames);
    const seen = replayed.map(({ suboperations }) =>
      suboperations.map((text) => text.split(" ").slice(0, 2).join(" ")),
    );
    expect(seen.toSorted()).toEqual(expected.toSorted());
    await replay.expectSameInAnyOrder(frames, replayed);
  });

  it("however the frames of a receiver are divided between two", async () => {
    const whole = ({ names, from, to, suboperations }: ReplayedOperations[number]) => ({
      names,
      from,
      to,
      records: suboperations.reduce((sum, text) => sum + Number(text.split(" ")[4]), 0),
    });
    for (const [, flights] of FLIGHTS.slice(0, 7)) {
      const frames = receivedFrames(flights, T0);
      const expected = (await replay.play(frames)).map(whole);
      const halves = fc
        .infiniteStream(fc.boolean())
        .map((coins) =>
          frames.map((one) => (coins.next().value === true ? one : { ...one, sensorId: `${one.sensorId}-2` })),
        );
      const same = fc.asyncProperty(halves, async (split) => {
        expect((await replay.play(split)).map(whole)).toEqual(expected);
      });
      await fc.assert(same, { seed, numRuns: 2, endOnFailure: true });
    }
  });
});
