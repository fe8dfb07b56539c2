import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperationStatistics } from "../../server/contracts/statistics.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

/** How far the operator is away: one distance in the warning and in the statistics, whoever asks for which first. */

const NOON_MS = Date.UTC(2025, 4, 1, 12);
let dataDir: string;
let station: StationInProcess;

beforeAll(async () => {
  dataDir = makeDataDir("operator-distance");
  station = await startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

/** All of one flight unless `serial` says otherwise; degrees north, and seconds before noon. */
type Reception = {
  readonly sensor: "roof" | "van";
  readonly ago: number;
  readonly aircraft?: number;
  readonly operator?: number;
};

async function receive(serial: string, all: readonly Reception[]): Promise<void> {
  const lines = all.map(({ sensor, ago, aircraft, operator }) =>
    JSON.stringify({
      sn: sensor,
      tech: "wifi_beacon",
      mac: `02:00:00:00:${serial.slice(-2)}:01`,
      timestamp: isoFromMs(NOON_MS - ago * SECOND_MS),
      odid: {
        BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
        ...(operator !== undefined && { System: { OperatorLatitude: operator, OperatorLongitude: 14 } }),
        ...(aircraft !== undefined && { Location: { Status: 2, Latitude: aircraft, Longitude: 14 } }),
      },
    }),
  );
  const headers = { "Content-Type": "application/x-ndjson" };
  const body = lines.join("\n");
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  expect(pushed.status).toBe(200);
}

const ALL_DAY = "from=2025-05-01T00:00:00Z&to=2025-05-02T00:00:00Z";
async function find(serial: string, query = ""): Promise<Operation> {
  const { body } = await station.call("GET", `/v2/airspace/operations?${ALL_DAY}&search=${serial}${query}`);
  return (body as readonly Operation[])[0]!;
}
const distanceIn = ({ warnings }: Operation) =>
  warnings.find(({ type }) => type === "operator_far_away")?.distance_m ?? null;
async function statisticsOf(id: string): Promise<number | null> {
  const { status, body } = await station.call("GET", `/v2/airspace/operations/${id}/statistics`);
  expect(status).toBe(200);
  return (body as OperationStatistics).max_operator_distance;
}

const CASES: readonly (readonly [string, string, readonly (readonly Reception[])[], number | null])[] = [
  [
    "the operator moves, and positions of before come late",
    "1581F5FJD228200B0001",
    [
      [
        { sensor: "roof", ago: 100, aircraft: 40, operator: 39.8 },
        { sensor: "roof", ago: 40, aircraft: 40, operator: 39.99 },
      ],
      [{ sensor: "roof", ago: 70, aircraft: 40.05 }],
    ],
    27_757,
  ],
  [
    "two sensors received it, each its own part of the way",
    "1581F5FJD228200B0002",
    [
      [
        { sensor: "roof", ago: 100, aircraft: 41, operator: 40.8 },
        { sensor: "van", ago: 90, aircraft: 41.01 },
        { sensor: "van", ago: 60, aircraft: 41.03 },
        { sensor: "roof", ago: 50, aircraft: 41.03 },
      ],
      [{ sensor: "van", ago: 55, aircraft: 41.05 }],
    ],
    27_764,
  ],
  [
    "one sensor receives the aircraft, and another one its operator only",
    "1581F5FJD228200B0003",
    [
      [
        { sensor: "van", ago: 100, operator: 41.8 },
        { sensor: "roof", ago: 99, aircraft: 42 },
        { sensor: "roof", ago: 98, aircraft: 42.0001 },
      ],
    ],
    22_225,
  ],
  [
    "it turns out that the operator had moved along",
    "1581F5FJD228200B0004",
    [
      [
        { sensor: "roof", ago: 100, aircraft: 43, operator: 43 },
        { sensor: "roof", ago: 10, aircraft: 43.1 },
      ],
      [{ sensor: "roof", ago: 50, operator: 43.09 }],
    ],
    null,
  ],
];

describe("an operator far away", () => {
  it.each(CASES)("is at one distance where %s", async (_what, serial, pushes, expected) => {
    for (const reception of pushes) await receive(serial, reception);
    const listed = await find(serial);
    const { body: card } = await station.call("GET", `/v2/airspace/operations/${listed.id}`);
    const largest = await statisticsOf(listed.id);
    const again = await find(serial);
    const shown = [listed, card as Operation, again].map(distanceIn);
    if (expected === null) expect(shown).toEqual([null, null, null]);
    else {
      expect(largest).toBeCloseTo(expected, -2);
      expect(shown).toEqual([largest, largest, largest]);
    }
  });

  it("of one suboperation is at the distance of its own statistics", async () => {
    const [, serial] = CASES[1]!;
    const part = await find(serial, "&globalize=false");
    const { body: card } = await station.call("GET", `/v2/airspace/operations/${part.id}?globalize=false`);
    const largest = await statisticsOf(part.id);
    expect([part, card as Operation].map(distanceIn)).toEqual([largest, largest]);
  });
});
