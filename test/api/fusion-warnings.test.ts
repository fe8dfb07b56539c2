import { rmSync } from "node:fs";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperationStatistics } from "../../server/contracts/statistics.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { OTHER_SERIAL, SERIAL } from "../support/frames.ts";

/** Warnings and confirmations where received data contradict each other. */

const NOON_MS = Date.UTC(2025, 4, 1, 12);
let dataDir: string;
let station: StationInProcess;

beforeAll(async () => {
  dataDir = makeDataDir("fusion-warnings");
  station = await startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

type Reception = {
  readonly sensor: string;
  readonly serial?: string;
  readonly mac: string;
  /** Degrees north; each test uses another parallel. */
  readonly north: number;
  /** Seconds before noon. */
  readonly ago: number;
  readonly count?: number;
  /** Degrees north of its operator. */
  readonly operator?: number;
};

async function receive(...flights: readonly Reception[]): Promise<void> {
  const lines = flights.flatMap(({ sensor, serial, mac, north, ago, count = 10, operator }) =>
    Array.from({ length: count }, (_, index) =>
      JSON.stringify({
        sn: sensor,
        tech: "wifi_beacon",
        mac: `02:00:00:00:00:${mac}`,
        timestamp: isoFromMs(NOON_MS - ago * SECOND_MS + index * SECOND_MS),
        odid: {
          ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
          ...(operator !== undefined && { System: { OperatorLatitude: operator, OperatorLongitude: 14 } }),
          Location: { Status: 2, Latitude: north + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
        },
      }),
    ),
  );
  const headers = { "Content-Type": "application/x-ndjson" };
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers,
    body: lines.join("\n"),
  });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}

const list = async (south: number, north: number) =>
  (await station.call("GET", `/v2/airspace/operations?from=2025-05-01T00:00:00Z&bbox=13,${south},15,${north}`))
    .body as readonly Operation[];
const merge = (id: string, other: string, confirm?: boolean) =>
  station.call("POST", `/station/v1/operations/${id}/merge`, { body: { with: [other], confirm } });

it("the live stream sends the warning about one serial number in two places for both operations", async () => {
  const client = io(station.url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"] });
  try {
    await new Promise<void>((resolve) => client.once("connect", () => resolve()));
    const warned = new Promise<readonly Operation[]>((resolve) => {
      const seen = new Map<string, Operation>();
      client.on("operation", (operation: Operation) => {
        if (operation.warnings.length === 0) return;
        seen.set(operation.id, operation);
        if (seen.size === 2) resolve([...seen.values()]);
      });
    });
    client.emit("viewport", "13.9,61.9,14.1,62.2");
    await receive(
      { sensor: "roof", serial: SERIAL, mac: "C7", north: 62, ago: 100 },
      { sensor: "van", serial: SERIAL, mac: "C8", north: 62.1, ago: 98 },
    );
    const shown = (await warned).flatMap(({ warnings }) => warnings.map(({ type, operation_id: id }) => [type, id]));
    const ids = (await warned).map(({ id }) => id);
    expect(shown).toEqual(ids.toReversed().map((id) => ["serial_number_in_two_places", id]));
    expect((await list(61.9, 62.2)).map(({ warnings }) => warnings[0]?.distance_m)).toEqual([
      expect.closeTo(11_120, -2),
      expect.closeTo(11_120, -2),
    ]);
  } finally {
    client.close();
  }
});

describe("a merge", () => {
  it("of operations at the same time with different serial numbers needs confirmation", async () => {
    await receive(
      { sensor: "roof", serial: SERIAL, mac: "A1", north: 10, ago: 100 },
      { sensor: "van", serial: OTHER_SERIAL, mac: "A2", north: 10, ago: 98 },
    );
    const [one, other] = (await list(9.9, 10.1)) as [Operation, Operation];
    const refused = await merge(one.id, other.id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: "contradiction",
        messages: [expect.stringContaining(`at once with different serial numbers, ${SERIAL} and ${OTHER_SERIAL}`)],
      },
    });
    expect((await merge(one.id, other.id, false)).status).toBe(409);
    expect(await list(9.9, 10.1)).toEqual([one, other]);
    expect((await merge(one.id, other.id, true)).status).toBe(200);
    const [merged, ...others] = await list(9.9, 10.1);
    expect(others).toEqual([]);
    const { body: card } = await station.call("GET", `/v2/airspace/operations/${other.id}`);
    expect(card).toEqual(merged);
  });

  it("of operations at places that exclude each other needs confirmation", async () => {
    await receive(
      { sensor: "roof", mac: "B1", north: 20, ago: 100 },
      { sensor: "van", mac: "B2", north: 20.1, ago: 80 },
    );
    const [one, other] = (await list(19.9, 20.2)) as [Operation, Operation];
    expect(await merge(one.id, other.id)).toMatchObject({
      status: 409,
      body: {
        error: "contradiction",
        messages: [expect.stringMatching(/cannot have been at the places .* 111\d\d m/)],
      },
    });
    expect((await merge(one.id, other.id, true)).status).toBe(200);
  });

  it.each([
    ["one after the other with different serial numbers", 30, { serial: OTHER_SERIAL, ago: 80 }],
    ["at once at one place, one without a serial number", 31, { ago: 98 }],
  ])("of operations %s needs no confirmation", async (_, north, second) => {
    await receive(
      { sensor: "roof", serial: SERIAL, mac: `${north}`, north, ago: 100 },
      { sensor: "roof", mac: `D${north % 10}`, north, ...second },
    );
    const [one, other] = (await list(north - 0.1, north + 0.1)) as [Operation, Operation];
    expect((await merge(one.id, other.id)).status).toBe(200);
  });
});

it("the warning about a distant operator and the statistics have the same distance, the largest", async () => {
  await receive({ sensor: "roof", serial: "1581F5FJD228200A0B1C", mac: "E1", north: 40, ago: 100, operator: 39.8 });
  const [operation] = await list(39.9, 40.1);
  const { body } = await station.call("GET", `/v2/airspace/operations/${operation!.id}/statistics`);
  const { max_operator_distance: largest } = body as OperationStatistics;
  expect(largest).toBeGreaterThan(22_000);
  expect(operation!.warnings).toEqual([
    {
      type: "operator_far_away",
      msg: "The operator declares a position up to 22 km from the aircraft.",
      distance_m: largest,
    },
  ]);
});
