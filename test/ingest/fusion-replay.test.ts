import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Decoded, DecodedFrame } from "../../server/ingest/decoded.ts";
import { replayFile } from "../../server/ingest/sources/file.replay.ts";
import { HOUR_MS, SECOND_MS, systemClock } from "../../server/kernel/clock.ts";
import type { TestCore } from "../support/core.ts";
import { openTestCore } from "../support/core.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import { sharedData } from "../support/shared-data.ts";
import type { Flight } from "./flights.fixture.ts";
import { always, heardOf, leg, still } from "./flights.fixture.ts";

/** The same input, played in whatever way, gives the same operations. */

const T0 = Date.UTC(2026, 0, 1);
/** Each play has a time of its own, far from the others, in one station. */
const BETWEEN_PLAYS_MS = 24 * HOUR_MS;
/** A play is repeated with the seed that a failure prints. */
const seed = Number(process.env["STATION_TEST_SEED"] ?? Math.trunc(Math.random() * 1e9));
const ORDERS = 6;

let core: TestCore;
let plays = 0;
beforeAll(() => {
  core = openTestCore(T0 + 10_000 * BETWEEN_PLAYS_MS);
});
afterAll(() => core.close());

/** What a play gave: times as seconds after its beginning, everything in an order of its own. */
type Told = readonly {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
  readonly suboperations: readonly string[];
}[];

async function play(frames: readonly DecodedFrame[]): Promise<Told> {
  const startMs = T0 + ++plays * BETWEEN_PLAYS_MS;
  const shiftMs = startMs - Math.min(...frames.map(({ observedAtMs }) => observedAtMs!));
  const shifted = frames.map((one): Decoded => ({ ...one, observedAtMs: one.observedAtMs! + shiftMs }));
  // In several pieces, as a source hands them over: between them things are stored and judged.
  for (let index = 0; index < shifted.length; index += 97) await core.hear(shifted.slice(index, index + 97));
  await core.pipeline.flush();
  const from = new Date(startMs - HOUR_MS).toISOString();
  const to = new Date(startMs + BETWEEN_PLAYS_MS / 2).toISOString();
  return tell(await core.listOperations({ from, to, limit: 1000 }), startMs);
}

function tell(operations: readonly Operation[], startMs: number): Told {
  const seconds = (text: string | null) => (Date.parse(text ?? "") - startMs) / SECOND_MS;
  return operations
    .map((one) => ({
      from: seconds(one.time_first_telemetry),
      to: seconds(one.time_last_telemetry),
      names: one.ua_identifiers.map(({ type, value }) => `${type} ${value}`).toSorted(),
      suboperations: one.suboperations
        .map((part) =>
          [
            part.sensor_id,
            part.transmission_technology,
            seconds(part.time_first_telemetry),
            seconds(part.time_last_telemetry),
            part.message_count,
            part.link_reason,
          ].join(" "),
        )
        .toSorted(),
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Frames as they come when each is late by up to so many seconds, some of them twice. */
const disordered = (frames: readonly DecodedFrame[], lateS: number) =>
  fc
    .array(fc.tuple(fc.noBias(fc.integer({ min: 0, max: lateS * SECOND_MS })), fc.integer({ min: 0, max: 9 })), {
      minLength: frames.length,
      maxLength: frames.length,
    })
    .map((delays) =>
      frames
        .flatMap((frame, index) => {
          const [lateMs, dice] = delays[index]!;
          const dueMs = frame.observedAtMs! + lateMs;
          return dice === 0
            ? [
                { frame, dueMs },
                { frame, dueMs: dueMs + SECOND_MS },
              ]
            : [{ frame, dueMs }];
        })
        .toSorted((a, b) => a.dueMs - b.dueMs)
        .map(({ frame }) => frame),
    );

async function expectSameInAnyOrder(frames: readonly DecodedFrame[], expected: Told): Promise<void> {
  expect(await play([...frames, ...frames])).toEqual(expected);
  expect(await play(frames.flatMap((one) => [one, one]))).toEqual(expected);
  const same = fc.asyncProperty(disordered(frames, 30), async (order) => {
    expect(await play(order)).toEqual(expected);
  });
  await fc.assert(same, { seed, numRuns: ORDERS, endOnFailure: true });
}

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
    "receivers that tell no address",
    [
      { serial: SERIAL, mac: always(null), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { serial: OTHER_SERIAL, mac: always(null), path: leg(50, 0, 10, 5), sensor: "roof", from: 10, to: 120 },
      { serial: SERIAL, mac: always(null), path: leg(0, 0, 10, 5), sensor: "van", from: 30, to: 100 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a silent suboperation beside a named one, over another technology",
    [
      { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { mac: always("02"), technology: "wifi_nan", path: leg(0, 0, 10, 5), sensor: "roof", from: 40, to: 120 },
      { mac: always("03"), path: leg(2000, 0, 10, 5), sensor: "van", from: 20, to: 90 },
    ],
    [["roof wifi_beacon", "roof wifi_nan"], ["van wifi_beacon"]],
  ],
  [
    "silent suboperations only",
    [
      { mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 120 },
      { mac: always("02"), path: leg(0, 0, 10, 5), sensor: "van", from: 30, to: 150 },
      { mac: always("03"), path: leg(0, 0, 10, 5), sensor: "mast", from: 60, to: 90 },
    ],
    [["mast wifi_beacon", "roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a silent suboperation where two aircraft meet",
    [
      { serial: SERIAL, mac: always("01"), path: leg(-600, 0, 10, 0), sensor: "roof", from: 0, to: 120 },
      { serial: OTHER_SERIAL, mac: always("02"), path: leg(600, 0, -10, 0), sensor: "roof", from: 0, to: 120 },
      { mac: always("03"), path: leg(-600, 0, 10, 0), sensor: "van", from: 60, to: 120 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon"], ["van wifi_beacon"]],
  ],
  [
    "a name that comes late, and shows a neighbour to be another",
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
      { serial: SERIAL, mac: always("01"), path: still(0, 0), sensor: "roof", from: 0, to: 60 },
      { serial: SERIAL, mac: always("01"), path: still(0, 0), sensor: "roof", from: 960, to: 1020 },
      { serial: SERIAL, mac: always("02"), path: still(0, 0), sensor: "van", from: 970, to: 1000 },
    ],
    [["roof wifi_beacon"], ["roof wifi_beacon", "van wifi_beacon"]],
  ],
  [
    "a silence just shorter than what ends a flight",
    [
      { serial: SERIAL, mac: always("01"), path: still(0, 0), sensor: "roof", from: 0, to: 60 },
      { serial: SERIAL, mac: always("01"), path: still(0, 0), sensor: "roof", from: 655, to: 700 },
      { serial: SERIAL, mac: always("02"), path: still(0, 0), sensor: "van", from: 1298, to: 1320 },
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

describe("the same operations come of the same flights, in whatever order, once or twice", () => {
  it.each(FLIGHTS)("%s", async (_, flights, expected) => {
    const frames = heardOf(flights, T0);
    const told = await play(frames);
    const seen = told.map(({ suboperations }) => suboperations.map((text) => text.split(" ").slice(0, 2).join(" ")));
    expect(seen.toSorted()).toEqual(expected.toSorted());
    await expectSameInAnyOrder(frames, told);
  });

  it("however a receiver's frames are split over two", async () => {
    const whole = ({ names, from, to, suboperations }: Told[number]) => ({
      names,
      from,
      to,
      records: suboperations.reduce((sum, text) => sum + Number(text.split(" ")[4]), 0),
    });
    for (const [, flights] of FLIGHTS.slice(0, 7)) {
      const frames = heardOf(flights, T0);
      const expected = (await play(frames)).map(whole);
      const halves = fc
        .infiniteStream(fc.boolean())
        .map((coins) =>
          frames.map((one) => (coins.next().value === true ? one : { ...one, sensorId: `${one.sensorId}-2` })),
        );
      const same = fc.asyncProperty(halves, async (split) => {
        expect((await play(split)).map(whole)).toEqual(expected);
      });
      await fc.assert(same, { seed, numRuns: 2, endOnFailure: true });
    }
  });
});

const RECORDINGS = [
  ["a Parrot Anafi", ["rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap"]],
  ["one aircraft over two technologies", ["rid-wireshark-samples", "odid_wifi_sample.pcap"]],
  ["Bluetooth 5, with bad checksums", ["rid-wireshark-samples", "odid_bt5_lr_sample.pcapng"]],
  ["spoofed adverts of several aircraft", ["rid-cdc-receiver", "mavic_multiple_spoofed.rid-only.pcap"]],
] as const;

describe.each(RECORDINGS)("a real recording: %s", (_, parts) => {
  const path = sharedData(...parts);
  it.skipIf(path === undefined)("gives the same operations in whatever order, once or twice", async () => {
    const frames: DecodedFrame[] = [];
    await replayFile(path!, {
      signal: new AbortController().signal,
      clock: systemClock,
      speed: 0,
      async take(heard) {
        for (const one of heard) if (one.kind === "frame") frames.push({ ...one, sensorId: one.sensorId ?? "roof" });
      },
    });
    const told = await play(frames);
    expect(told.length).toBeGreaterThanOrEqual(0);
    await expectSameInAnyOrder(frames, told);
  });
});
