import { rmSync } from "node:fs";
import { expect } from "vitest";
import type { FusionEdit, FusionResult } from "../../server/contracts/fusion.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { type Answer, startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";

const NOON_MS = Date.UTC(2025, 4, 1, 12);

export type Reception = {
  readonly sensor: string;
  readonly serial?: string;
  readonly mac: string;
  /** Degrees north; each test uses another parallel. */
  readonly north: number;
  /** Seconds before noon. */
  readonly ago: number;
  readonly count?: number;
};

/** The pushes of receivers about these flights, one line for each message. */
const linesOf = (flights: readonly Reception[]) =>
  flights.flatMap(({ sensor, serial, mac, north, ago, count = 10 }) =>
    Array.from({ length: count }, (_, index) =>
      JSON.stringify({
        sn: sensor,
        tech: "wifi_beacon",
        mac: `02:00:00:00:00:${mac}`,
        timestamp: isoFromMs(NOON_MS - ago * SECOND_MS + index * SECOND_MS),
        odid: {
          ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
          Location: { Status: 2, Latitude: north + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
        },
      }),
    ),
  );

/** A whole station whose clock stands at noon, with functions that push to it, request from it and edit there. */
export type FusionStation = AsyncDisposable & {
  /** The running station; another object after a restart. */
  readonly station: () => StationInProcess;
  readonly restart: () => Promise<void>;
  readonly receive: (...flights: readonly Reception[]) => Promise<void>;
  /** The operations on a parallel. */
  readonly list: (north: number) => Promise<readonly Operation[]>;
  readonly find: (id: string) => Promise<Operation>;
  readonly merge: (id: string, ...others: readonly string[]) => Promise<Answer>;
  /** Merges although the station needs a confirmation. */
  readonly mergeAnyway: (id: string, other: string) => Promise<Answer>;
  readonly split: (id: string, ...suboperations: readonly string[]) => Promise<Answer>;
  readonly undo: (editId: string) => Promise<Answer>;
  readonly history: (id: string) => Promise<readonly FusionEdit[]>;
  readonly records: (id: string) => Promise<readonly UaTelemetry[]>;
  /** One operation that two sensors received. */
  readonly receivedByTwo: (north: number, serial: string) => Promise<Operation>;
  /** Two operations, each of one sensor. */
  readonly twoFlights: (north: number, one: string, other: string) => Promise<readonly [Operation, Operation]>;
};

export async function startFusionStation(name: string): Promise<FusionStation> {
  const dataDir = makeDataDir(name);
  const start = () => startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
  let station = await start();

  async function receive(...flights: readonly Reception[]): Promise<void> {
    const headers = { "Content-Type": "application/x-ndjson" };
    const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, {
      method: "POST",
      headers,
      body: linesOf(flights).join("\n"),
    });
    if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
  }

  const box = (north: number) => `bbox=13,${north - 0.01},15,${north + 0.01}`;
  const list = async (north: number) =>
    (await station.call("GET", `/v2/airspace/operations?from=2025-05-01T00:00:00Z&${box(north)}`))
      .body as readonly Operation[];
  const find = async (id: string) => (await station.call("GET", `/v2/airspace/operations/${id}`)).body as Operation;
  const merge = (id: string, ...others: readonly string[]) =>
    station.call("POST", `/station/v1/operations/${id}/merge`, { body: { with: others } });
  const mergeAnyway = (id: string, other: string) =>
    station.call("POST", `/station/v1/operations/${id}/merge`, { body: { with: [other], confirm: true } });
  const split = (id: string, ...suboperations: readonly string[]) =>
    station.call("POST", `/station/v1/operations/${id}/split`, { body: { suboperation_ids: suboperations } });
  const undo = (editId: string) => station.call("POST", `/station/v1/fusion-edits/${editId}/undo`);
  const history = async (id: string) =>
    (await station.call("GET", `/station/v1/operations/${id}/fusion-edits`)).body as readonly FusionEdit[];
  const records = async (id: string) =>
    (await station.call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`)).body as readonly UaTelemetry[];

  async function receivedByTwo(north: number, serial: string): Promise<Operation> {
    await receive(
      { sensor: "roof", serial, mac: serial, north, ago: 300 },
      { sensor: "van", serial, mac: serial, north, ago: 298 },
    );
    const [operation, ...others] = await list(north);
    expect(others).toEqual([]);
    expect(summaryOf(operation!)).toEqual(["roof first_seen 1 10", "van same_identifier 0.98 10"]);
    return operation!;
  }

  async function twoFlights(north: number, one: string, other: string): Promise<readonly [Operation, Operation]> {
    await receive(
      { sensor: "roof", serial: one, mac: one, north, ago: 300 },
      { sensor: "van", serial: other, mac: other, north, ago: 290 },
    );
    const operations = await list(north);
    expect(operations.map(summaryOf)).toEqual([["roof first_seen 1 10"], ["van first_seen 1 10"]]);
    return [operations[0]!, operations[1]!];
  }

  return {
    station: () => station,
    async restart() {
      await station[Symbol.asyncDispose]();
      station = await start();
    },
    receive,
    list,
    find,
    merge,
    mergeAnyway,
    split,
    undo,
    history,
    records,
    receivedByTwo,
    twoFlights,
    async [Symbol.asyncDispose]() {
      await station[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The result of an edit that succeeds. */
export async function resultOf(answer: Promise<Answer>): Promise<FusionResult> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as FusionResult;
}

/** An operation as its suboperations: `sensor reason confidence count`. */
export const summaryOf = ({ suboperations }: Operation) =>
  suboperations.map((one) => [one.sensor_id, one.link_reason, one.link_confidence, one.message_count].join(" "));
/** An operation without the time of its last change. */
export const withoutUpdateTime = (operation: Operation) => ({ ...operation, time_updated: "" });
