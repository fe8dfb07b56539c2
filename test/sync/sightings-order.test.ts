import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { composeCore } from "../../server/app/compose/core.ts";
import { composeSightings } from "../../server/app/compose/sightings.ts";
import { Sightings } from "../../server/contracts/sightings.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import { systemIds } from "../../server/kernel/ids.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import { always, type Flight, leg, receivedFrames } from "../ingest/flights.fixture.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";
import { openTestCore, type TestCore } from "../support/core.ts";

/** Set them for other orders, and for more of them. */
const seed = Number(process.env["STATION_TEST_SEED"] ?? 20261122);
const numRuns = Number(process.env["STATION_TEST_RUNS"] ?? 6);
const BEGIN_MS = Date.UTC(2026, 0, 1, 11, 58);
const NOW_MS = BEGIN_MS + 6 * HOUR_MS;

/** Both stations have a receiver of the same name, and two of the aircraft declare nothing. */
const HERE: readonly Flight[] = [
  { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 0, to: 240, every: 1 },
  { mac: always("05"), path: leg(4000, 0, 10, 5), sensor: "roof", from: 100, to: 160, every: 1 },
  { serial: OTHER_SERIAL, mac: always("02"), path: leg(600, 0, -10, 0), sensor: "van", from: 0, to: 120, every: 1 },
  { serial: SERIAL, mac: always("01"), path: leg(0, 0, 2, 1), sensor: "roof", from: 1200, to: 1260, every: 1 },
];
const THERE: readonly Flight[] = [
  { serial: SERIAL, mac: always("01"), path: leg(0, 0, 10, 5), sensor: "roof", from: 20, to: 200, every: 1 },
  { mac: always("03"), technology: "wifi_nan", path: leg(0, 0, 10, 5), sensor: "roof", from: 40, to: 120, every: 1 },
  {
    mac: always("05"),
    technology: "wifi_nan",
    path: leg(4000, 0, 10, 5),
    sensor: "mast",
    from: 130,
    to: 200,
    every: 1,
  },
  // It declares nothing, and is where the second aircraft is.
  { mac: always("04"), path: leg(600, 0, -10, 0), sensor: "mast", from: 25, to: 90, every: 1 },
];

const call = {
  principal: LOCAL_OPERATOR,
  params: undefined,
  query: undefined,
  representation: "json",
  signal: new AbortController().signal,
} as const;
type Chunk = unknown;

const sightingsOf = (core: TestCore) => composeSightings({ ...core, ids: systemIds, core });

/** Everything that a station has for others, in chunks of at most so many records. */
async function chunksOf(core: TestCore, size: number): Promise<readonly Chunk[]> {
  const { outgoing } = sightingsOf(core);
  const uuids = core.store.reader.prepare("SELECT uuid FROM sendable_suboperation ORDER BY id").pluck().all();
  const chunks: Chunk[] = [];
  for (const uuid of uuids as string[]) {
    const { number, head } = outgoing.find(uuid)!;
    for (let fromMs = BEGIN_MS - HOUR_MS; ;) {
      const { records, untilMs } = await outgoing.read(number, { fromMs, toMs: NOW_MS }, size);
      if (records.ua.length + records.operator.length > 0) {
        chunks.push(JSON.parse(JSON.stringify({ ...head, ...records })));
      }
      if (untilMs === NOW_MS) break;
      fromMs = untilMs + 1;
    }
  }
  return chunks;
}

async function take(core: TestCore, chunk: Chunk): Promise<void> {
  const reply = await sightingsOf(core).handlers.receiveSightings({ ...call, body: Sightings.parse(chunk) });
  expect(reply).toMatchObject({ status: 200, body: { state: "received", refused: [] } });
}

function describeOperations(operations: readonly Operation[]): readonly string[] {
  return operations
    .map((one) =>
      JSON.stringify([
        one.ua_identifiers,
        one.time_first_telemetry,
        one.time_last_telemetry,
        one.bbox,
        one.suboperations
          .map((suboperation) => JSON.stringify({ ...suboperation, id: "", station_id: undefined }))
          .toSorted(),
      ]),
    )
    .toSorted();
}

/** As after a restart: nothing is in the fusion's memory. */
function restart(core: TestCore): TestCore {
  const { store, clock } = core;
  return { ...core, ...composeCore({ store, clock, ids: systemIds, log: silentLog, observer: {} }) };
}

let here: TestCore;
let expected: readonly string[];
beforeAll(async () => {
  here = openTestCore(NOW_MS);
  await here.receive(receivedFrames(HERE, BEGIN_MS));
  await here.pipeline.flush();
  const there = openTestCore(NOW_MS);
  await there.receive(receivedFrames(THERE, BEGIN_MS));
  await there.pipeline.flush();
  const both = openTestCore(NOW_MS);
  for (const chunk of [...(await chunksOf(here, 1000)), ...(await chunksOf(there, 1000))]) await take(both, chunk);
  expected = describeOperations(await both.listOperations());
  await there.close();
  await both.close();
});
afterAll(() => here.close());

it("shuffled, divided and repeated chunks give the same operations, before and after what the station received", async () => {
  expect(expected).toHaveLength(4);
  const order = fc.record({
    size: fc.integer({ min: 15, max: 150 }),
    dice: fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 999_999 }))),
    ownAt: fc.double({ min: 0, max: 1, noNaN: true }),
    isRestarted: fc.boolean(),
  });
  const same = fc.asyncProperty(order, async ({ size, dice, ownAt, isRestarted }) => {
    const roll = () => dice.next().value as number;
    const chunks = (await chunksOf(here, size)).flatMap((chunk) => (roll() % 5 === 0 ? [chunk, chunk] : [chunk]));
    const shuffled = chunks.map((chunk) => ({ chunk, at: roll() })).toSorted((a, b) => a.at - b.at);
    const own = Math.round(ownAt * shuffled.length);
    let core = openTestCore(NOW_MS);
    for (const [index, { chunk }] of [...shuffled, { chunk: undefined }].entries()) {
      if (index === own) {
        await core.receive(receivedFrames(THERE, BEGIN_MS));
        await core.pipeline.flush();
        if (isRestarted) core = restart(core);
      }
      if (chunk !== undefined) await take(core, chunk);
    }
    const operations = describeOperations(await core.listOperations());
    await core.close();
    expect(operations).toEqual(expected);
  });
  await fc.assert(same, { seed, numRuns, endOnFailure: true });
});
