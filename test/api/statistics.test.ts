import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { OperationStatistics } from "../../server/contracts/statistics.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import type { Position } from "../../server/kernel/geo.ts";
import { geodesicM } from "../../server/kernel/geodesic.ts";
import { openStore } from "../../server/storage/database.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { at, DETECTIONS, NOON_MS, scoutBodies, SURVEY } from "./sample-day.fixture.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const ALL_DAY = "from=2025-05-01T00:00:00Z&to=2025-05-01T12:00:00Z";
const ROOF: Position = { latitude: 50.0123457, longitude: 14.4200001 };
/** Position that the van reported half an hour after the survey. */
const VAN: Position = { latitude: 50.8, longitude: 15.5 };
const RECEIVED = DETECTIONS.filter(({ flight }) => flight === SURVEY);

let dataDir: string;
let station: StationInProcess;
let operations: readonly Operation[];
let survey: Operation;
let visitor: Operation;

const start = (nowMs: number) => startStationInProcess({ dataDir, localOperator: true, clock: { now: () => nowMs } });
async function push(body: string): Promise<void> {
  const headers = { "Content-Type": "application/x-ndjson" };
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}
const get = (id: string, query = "") => station.call("GET", `/v2/airspace/operations/${id}/statistics${query}`);
/** Requests the statistics until they are current, as the API document tells a client to do. */
async function current(id: string, query = ""): Promise<OperationStatistics> {
  for (;;) {
    const { status, body } = await get(id, query);
    if (status === 200) return OperationStatistics.parse(body);
    if (status !== 202) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  }
}
const distances = (from: readonly Position[], to: Position) => from.map((one) => geodesicM(one, to));
const lengthM = (line: readonly Position[]) =>
  line.slice(1).reduce((sum, point, index) => sum + geodesicM(line[index]!, point), 0);

beforeAll(async () => {
  dataDir = makeDataDir("statistics");
  station = await start(NOON_MS);
  for (const body of scoutBodies()) await push(body);
  operations = (await station.call("GET", `/v2/airspace/operations?${ALL_DAY}`)).body as readonly Operation[];
  [survey, visitor] = operations as [Operation, Operation];
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

describe("the statistics of an operation", () => {
  it("are those of all its telemetry; a path that two sensors received counts once", async () => {
    const roof = RECEIVED.filter(({ sensor }) => sensor === "ROOF");
    const fromOperator = distances(RECEIVED, SURVEY.operator!);
    const fromSensors = RECEIVED.map((one) => geodesicM(one, one.sensor === "ROOF" ? ROOF : VAN));
    const statistics = await current(survey.id);
    expect(statistics).toEqual({
      timestamp: isoFromMs(NOON_MS),
      duration: 599,
      total_distance: expect.closeTo(lengthM(roof), 2) as number,
      max_horizontal_speed: null,
      min_altitude: 300.5,
      max_altitude: 300.5,
      altitude_reference: "WGS84",
      min_operator_distance: expect.closeTo(Math.min(...fromOperator), 2) as number,
      max_operator_distance: expect.closeTo(Math.max(...fromOperator), 2) as number,
      min_sensor_distance: expect.closeTo(Math.min(...fromSensors), 2) as number,
      max_sensor_distance: expect.closeTo(Math.max(...fromSensors), 2) as number,
    });
  });

  it("of one suboperation are those of its telemetry alone", async () => {
    const van = survey.suboperations.find(({ sensor_id }) => sensor_id === "VAN")!;
    const received = RECEIVED.filter(({ sensor }) => sensor === "VAN");
    for (const query of ["", "?globalize=false"]) {
      expect(await current(van.id, query)).toMatchObject({
        duration: 119,
        total_distance: expect.closeTo(lengthM(received), 2) as number,
        min_sensor_distance: expect.closeTo(Math.min(...distances(received, VAN)), 2) as number,
      });
    }
  });

  it("are null where a value is unknown", async () => {
    expect(await current(visitor.id)).toMatchObject({ min_operator_distance: null, max_operator_distance: null });
  });

  it("are given at once and unchanged while nothing arrives, also after a restart", async () => {
    const before = await current(survey.id);
    await station[Symbol.asyncDispose]();
    station = await start(NOON_MS + 3_600_000);
    const { status, body } = await get(survey.id);
    expect([status, body]).toEqual([200, before]);
  });

  it("include what arrived since, also records older than the newest", async () => {
    const before = await current(visitor.id);
    const receive = (timeMs: number, latitude: number, more: object = {}) =>
      push(
        JSON.stringify({
          sn: "ROOF",
          tech: "wifi_nan",
          rssi: -60,
          mac: "02:00:5e:00:53:02",
          timestamp: isoFromMs(timeMs),
          odid: {
            BasicID: [{ UASID: "1588E040445AC004418", IDType: 1, UAType: 2 }],
            Location: { Status: 2, Latitude: latitude, Longitude: 15.005, SpeedHorizontal: 12.5, ...more },
          },
        }),
      );
    await receive(at(11, 2), 50.506, { AltitudeGeo: 400 });
    const later = await current(visitor.id);
    expect(later).toMatchObject({ duration: 120, max_horizontal_speed: 12.5, min_altitude: 300.5, max_altitude: 400 });
    expect(later.total_distance).toBeGreaterThan(before.total_distance!);
    await receive(at(11, 0, 30.5), 50.503, { AltitudeGeo: 200 });
    const late = await current(visitor.id);
    expect(late).toMatchObject({ duration: 120, min_altitude: 200, max_altitude: 400 });
    expect(late.total_distance).toBeGreaterThan(later.total_distance!);
  });

  it("measure to a sensor once its position is known", async () => {
    const before = await current(survey.id);
    const place = { latitude: 50, longitude: 14.4 };
    await push(
      JSON.stringify({ sn: "VAN", timestamp: isoFromMs(at(10, 1)), gnss_satellites: 9, gnss_position: place }),
    );
    const received = RECEIVED.map((one) => geodesicM(one, one.sensor === "ROOF" ? ROOF : place));
    const statistics = await current(survey.id);
    expect(before.max_sensor_distance).toBeGreaterThan(100_000);
    expect(statistics.max_sensor_distance).toBeCloseTo(Math.max(...received), 2);
    expect(statistics.min_sensor_distance).toBeCloseTo(Math.min(...received), 2);
  });

  it.each([
    ["there is none", "00000000-0000-4000-8000-00000000dead", "", [404, ["path", "operation_id"]]],
    ["an operation is asked for as a suboperation", "operation", "?globalize=false", [404, ["path", "operation_id"]]],
    ["a suboperation is asked for as an operation", "suboperation", "?globalize=true", [404, ["path", "operation_id"]]],
    ["globalize is neither", "operation", "?globalize=maybe", [422, ["query", "globalize"]]],
    ["globalize is said twice", "operation", "?globalize=true&globalize=true", [422, ["query", "globalize"]]],
  ])("are refused where %s", async (_what, which, query, refusal) => {
    const id = which === "operation" ? survey.id : which === "suboperation" ? survey.suboperations[0]!.id : which;
    const answer = await get(id, query);
    const { detail } = answer.body as {
      readonly detail: { readonly loc: unknown } | readonly { readonly loc: unknown }[];
    };
    expect([answer.status, [detail].flat()[0]!.loc]).toEqual(refusal);
  });
});

describe("the statistics of an operation with very many records", () => {
  const RECORDS = 300_000;

  it("are marked as being refreshed at first, and other requests are answered meanwhile", async () => {
    await station[Symbol.asyncDispose]();
    const store = openStore({ dataDir });
    const first = at(6, 0);
    store.writer.transaction(() => {
      const suboperation = store.writer
        .prepare("SELECT id FROM suboperation WHERE uuid = ?")
        .pluck()
        .get(visitor.suboperations[0]!.id);
      const insert = store.writer.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${RECORDS - 1})
         INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
         SELECT ?, ? + i * 10, 0, 'airborne', 505000000 - i * 10, 150000000 FROM n`,
      );
      insert.run(suboperation, first);
      store.writer
        .prepare("UPDATE suboperation SET record_count = record_count + ?, first_ms = ? WHERE id = ?")
        .run(RECORDS, first, suboperation);
    })();
    store.close();
    station = await start(NOON_MS + 7_200_000);
    const began = await get(visitor.id);
    expect(began.status).toBe(202);
    expect(began.headers.get("retry-after")).toBe("1");
    // The statistics before the new records.
    expect(OperationStatistics.parse(began.body).max_altitude).toBe(400);
    expect((await station.call("GET", "/station/v1/health")).status).toBe(200);
    const statistics = await current(visitor.id);
    expect(statistics.duration).toBe((at(11, 2) - first) / SECOND_MS);
    expect(statistics.total_distance).toBeGreaterThan(33_000);
  });
});
