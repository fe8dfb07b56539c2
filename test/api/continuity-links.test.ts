import { rmSync } from "node:fs";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FusionEdit } from "../../server/contracts/fusion.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { OperationStatistics } from "../../server/contracts/statistics.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { SERIAL } from "../support/frames.ts";

/** A link by continuity that the station takes back: in lists, history, statistics, on the live stream, after a restart. */

const NOON_MS = Date.UTC(2025, 4, 1, 12);
const DEGREES_PER_METRE = 1 / 111_195;
let dataDir: string;
let station: StationInProcess;

const start = () => startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
beforeAll(async () => {
  dataDir = makeDataDir("continuity-links");
  station = await start();
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

async function restart(): Promise<void> {
  await station[Symbol.asyncDispose]();
  station = await start();
}

/** What two sensors receive each second of two aircraft, of which one declares nothing, on a parallel. */
async function push(parallel: number, from: number, to: number, apartM: (second: number) => number): Promise<void> {
  const lines = Array.from({ length: to - from }, (_, index) => from + index).flatMap((second) =>
    [
      { sn: "roof", mac: `02:00:00:00:${parallel}:01`, serial: `${SERIAL.slice(0, -2)}${parallel}`, north: 0 },
      { sn: "van", mac: `02:00:00:00:${parallel}:02`, serial: undefined, north: apartM(second) },
    ].map(({ sn, mac, serial, north }) =>
      JSON.stringify({
        sn,
        mac,
        tech: "wifi_beacon",
        timestamp: isoFromMs(NOON_MS + (second - 120) * SECOND_MS),
        odid: {
          ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
          Location: {
            Status: 2,
            Latitude: parallel + north * DEGREES_PER_METRE,
            Longitude: 14 + second * 1e-4,
            AltitudeGeo: 300,
          },
        },
      }),
    ),
  );
  const pushed = await fetch(`${station.url}/station/v1/ingest/scout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}

const get = async <T>(path: string) => (await station.call("GET", path)).body as T;
const list = (parallel: number) =>
  get<readonly Operation[]>(
    `/v2/airspace/operations?from=2025-05-01T00:00:00Z&bbox=13,${parallel - 0.1},15,${parallel + 0.1}`,
  );
const history = (id: string) => get<readonly FusionEdit[]>(`/station/v1/operations/${id}/fusion-edits`);
const sensorsOf = (operations: readonly Operation[]) => operations.map(({ sensor_ids }) => sensor_ids.join());
/** What has to be the same after a restart. */
const shownOf = async (operations: readonly Operation[]) =>
  Promise.all(
    operations.map(async ({ id }) => ({
      operation: await get<Operation>(`/v2/airspace/operations/${id}`),
      history: await history(id),
      statistics: await get<OperationStatistics>(`/v2/airspace/operations/${id}/statistics`),
    })),
  );

const together = () => 0;
/** Together for a minute, then away at 30 m/s. */
const turningOff = (second: number) => Math.max(0, second - 60) * 30;

it("the suboperation is taken out by itself, with the reason in the history of both operations", async () => {
  await push(10, 0, 60, together);
  const [joined, ...others] = await list(10);
  expect(others).toEqual([]);
  expect(joined!.suboperations.map(({ link_reason }) => link_reason)).toEqual(["first_seen", "continuity"]);
  await push(10, 60, 90, turningOff);
  const operations = await list(10);
  expect(sensorsOf(operations)).toEqual(["roof", "van"]);
  const [kept, fresh] = operations as [Operation, Operation];
  expect(kept.id).toBe(joined!.id);
  expect(fresh.suboperations[0]).toMatchObject({ link_reason: "first_seen", link_confidence: 1, message_count: 90 });
  const [entry, ...more] = await history(kept.id);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    kind: "split",
    by: "station",
    user_id: null,
    user_name: null,
    operation_ids: [kept.id, fresh.id],
    moves: [
      {
        suboperation_id: fresh.suboperations[0]!.id,
        from_operation_id: kept.id,
        to_operation_id: fresh.id,
        link_reason: "continuity",
      },
    ],
    can_undo: false,
  });
  expect(entry!.distance_m).toBeGreaterThan(300);
  expect(entry!.reason).toMatch(/^They were received \d+ m apart at once/);
  expect(await history(fresh.id)).toEqual([entry]);
  const undone = await station.call("POST", `/station/v1/fusion-edits/${entry!.id}/undo`);
  expect(undone).toMatchObject({ status: 409, body: { error: "made_by_station" } });
});

it("statistics and telemetry are those of each aircraft, and the same after a restart", async () => {
  await push(20, 0, 60, together);
  const [joined] = await list(20);
  const before = await get<OperationStatistics>(`/v2/airspace/operations/${joined!.id}/statistics`);
  expect(before.duration).toBe(59);
  await push(20, 60, 100, turningOff);
  const [kept, fresh] = (await list(20)) as [Operation, Operation];
  const shown = await shownOf([kept, fresh]);
  expect(shown.map(({ statistics }) => statistics.duration)).toEqual([99, 99]);
  const [straight, turned] = shown.map(({ statistics }) => statistics.total_distance!) as [number, number];
  expect(turned).toBeGreaterThan(straight + 800);
  for (const { id } of [kept, fresh]) {
    const records = await get<readonly UaTelemetry[]>(`/v2/airspace/telemetry/ua?operation_id=${id}`);
    expect(new Set(records.map((one) => `${one.operation_id} ${one.sensor_id}`)).size).toBe(1);
    expect(records).toHaveLength(100);
  }
  await restart();
  expect(await shownOf(await list(20))).toEqual(shown);
  await push(20, 100, 110, () => 0);
  expect(sensorsOf(await list(20))).toEqual(["roof", "van"]);
  expect((await shownOf(await list(20))).map(({ statistics }) => statistics.duration)).toEqual([109, 109]);
});

it("a link that was made before a restart is judged again after it", async () => {
  await push(30, 0, 60, together);
  await restart();
  expect(sensorsOf(await list(30))).toEqual(["roof,van"]);
  await push(30, 60, 90, turningOff);
  const operations = await list(30);
  expect(sensorsOf(operations)).toEqual(["roof", "van"]);
  expect((await history(operations[1]!.id)).map(({ by }) => by)).toEqual(["station"]);
});

it("the live stream sends both operations", async () => {
  await push(40, 0, 60, together);
  const client = io(station.url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"] });
  try {
    await new Promise<void>((resolve) => client.once("connect", () => resolve()));
    const both = new Promise<readonly Operation[]>((resolve) => {
      const seen = new Map<string, Operation>();
      client.on("operation", (operation: Operation) => {
        if (operation.suboperations.length !== 1) return;
        seen.set(operation.id, operation);
        if (seen.size === 2) resolve([...seen.values()]);
      });
    });
    const refused = new Promise((resolve) => client.once("notice", resolve));
    client.emit("viewport", "13.9,39.9,14.1,40.1");
    client.emit("viewport", "nowhere");
    await refused;
    await push(40, 60, 90, turningOff);
    const received = (await both).map(({ id, sensor_ids }) => ({ id, sensor_ids }));
    const listed = (await list(40)).map(({ id, sensor_ids }) => ({ id, sensor_ids }));
    expect(received.toSorted((a, b) => (a.sensor_ids[0]! < b.sensor_ids[0]! ? -1 : 1))).toEqual(listed);
  } finally {
    client.close();
  }
});

it("a manual merge of the two holds, whatever their positions", async () => {
  await push(50, 0, 90, turningOff);
  const [one, other] = (await list(50)) as [Operation, Operation];
  const merge = (confirm: boolean) =>
    station.call("POST", `/station/v1/operations/${one.id}/merge`, { body: { with: [other.id], confirm } });
  expect((await merge(false)).status).toBe(409);
  expect((await merge(true)).status).toBe(200);
  await push(50, 90, 100, turningOff);
  expect(sensorsOf(await list(50))).toEqual(["roof,van"]);
});
