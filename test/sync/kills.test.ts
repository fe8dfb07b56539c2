import { rm } from "node:fs/promises";
import { createServer, connect, type AddressInfo, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Flight } from "../../server/contracts/flights.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { SyncPeer, SyncStep } from "../../server/contracts/sync.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { runStationInProcess } from "../support/command-in-process.ts";
import { startTestStation, type TestStation } from "../support/station.ts";
import { PLAN, point } from "../api/flights-station.ts";
import { BEGIN_MS, describeOperations, detections } from "./sightings.fixture.ts";

/** More of them with `SYNC_KILLS=300`. */
const ROUNDS = Number(process.env["SYNC_KILLS"] ?? 3);
const POINTS_PER_ROUND = 60;
const RECORDS_PER_ROUND = 25;
const PASSWORD = "correct horse battery staple";

/** Chooses the moments of the kills; a run is repeated with the seed it has printed. */
const seed = Number(process.env["STATION_TEST_SEED"] ?? Math.trunc(Math.random() * 1e9));

type Account = { readonly dataDir: string; readonly token: string };

async function createAccount(name: string): Promise<Account> {
  const dataDir = makeDataDir(name);
  const email = `${name}@field.test`;
  await runStationInProcess(["user", "add", email, "--password", PASSWORD, "--data", dataDir, "--json"]);
  const made = JSON.parse(await runStationInProcess(["token", "create", email, "--data", dataDir, "--json"])) as {
    readonly token: string;
  };
  return { dataDir, token: made.token };
}

const requester = (station: () => TestStation, { token }: Account) =>
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${station().url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

/** A way to the cloud that loses the answers of some connections. */
function createLossyWay(target: () => number, losesAnswer: () => boolean): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(target(), "127.0.0.1");
    const isLossy = losesAnswer();
    near.pipe(far);
    if (isLossy) far.once("data", () => near.destroy());
    else far.pipe(near);
    const end = () => (near.destroy(), far.destroy());
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

let field: Account;
let cloud: Account;
let cloudStation: TestStation;
let fieldStation: TestStation;
let way: Server;
let isHealed = false;
const random = createSeededRandom(seed);
beforeAll(async () => {
  [field, cloud] = [await createAccount("field"), await createAccount("cloud")];
  cloudStation = await startTestStation({ dataDir: cloud.dataDir, access: [] });
  way = await createLossyWay(
    () => Number(new URL(cloudStation.url).port),
    () => !isHealed && random() < 0.2,
  );
});
afterAll(async () => {
  await fieldStation?.stop();
  await cloudStation?.stop();
  way?.close();
  await Promise.all([field, cloud].map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })));
});

const atField = <T>(method: string, path: string, body?: unknown) =>
  requester(() => fieldStation, field)<T>(method, path, body);
const atCloud = <T>(method: string, path: string, body?: unknown) =>
  requester(() => cloudStation, cloud)<T>(method, path, body);

/** Stores a flight with points; gives its id and the times that were acknowledged. */
async function fly(): Promise<readonly [string, readonly string[]]> {
  const flight = await atField<Flight>("POST", "/v1/flights", { ...PLAN, status: "finished" });
  const points = Array.from({ length: POINTS_PER_ROUND }, (_, second) => point(second));
  const stored = await atField<readonly FlightPoint[]>("POST", `/v1/flights/${flight.id}/telemetry`, points);
  return [flight.id, stored.map(({ time }) => time)];
}

/** Receives an aircraft of its own in each round. */
const receive = (round: number) =>
  atField(
    "POST",
    "/station/v1/ingest/scout",
    detections({
      sensor: "ROOF",
      mac: String(10 + (round % 90)),
      serial: `1596F${String(round).padStart(10, "0")}`,
      from: round * 30,
      count: RECORDS_PER_ROUND,
      north: round * 3000,
    }),
  );

/** What was received of others, without the flights of the account. */
async function received(call: typeof atField): Promise<readonly Operation[]> {
  const from = new Date(BEGIN_MS).toISOString();
  const all = await call<readonly Operation[]>("GET", `/v2/airspace/operations?from=${from}&limit=1000`);
  return all.filter(({ sensor_ids: [sensor] }) => sensor === "ROOF");
}

it(
  `loses and doubles nothing in ${ROUNDS} kills of either side, answers lost included`,
  async () => {
    process.stderr.write(`sync kills: STATION_TEST_SEED=${seed}\n`);
    const acknowledged = new Map<string, readonly string[]>();
    fieldStation = await startTestStation({ dataDir: field.dataDir, access: [] });
    const { port } = way.address() as AddressInfo;
    const { id } = await atField<SyncPeer>("POST", "/station/v1/sync/peers", {
      base_url: `http://127.0.0.1:${port}`,
      token: cloud.token,
    });
    for (let round = 0; round < ROUNDS; round++) {
      acknowledged.set(...(await fly()));
      await receive(round);
      await atField("POST", `/station/v1/sync/peers/${id}/run`);
      await pause(random() * 250);
      if (random() < 0.25) {
        const port = Number(new URL(cloudStation.url).port);
        await cloudStation.kill();
        cloudStation = await startTestStation({ dataDir: cloud.dataDir, access: [], port });
      } else {
        await fieldStation.kill();
        fieldStation = await startTestStation({ dataDir: field.dataDir, access: [] });
      }
    }

    isHealed = true;
    await expect
      .poll(
        async () => {
          await atField("POST", `/station/v1/sync/peers/${id}/run`);
          const items = await atField<readonly SyncStep[]>("GET", `/station/v1/sync/peers/${id}/steps?limit=1000`);
          // Flights are processed ten minutes after their last point.
          return items
            .filter(({ code }) => code !== "in_flight")
            .map(({ kind, state, code, detail }) => ({ kind, state, code, detail }));
        },
        { timeout: 120_000, interval: 500 },
      )
      .toEqual([]);

    const flights = await atCloud<readonly Flight[]>("GET", "/v1/flights?limit=1000");
    expect(flights.map((flight) => flight.id).toSorted()).toEqual([...acknowledged.keys()].toSorted());
    let points = 0;
    for (const [flight, times] of acknowledged) {
      const copy = await atCloud<readonly FlightPoint[]>("GET", `/v1/flights/${flight}/telemetry`);
      expect(copy.map(({ time }) => time)).toEqual(times);
      expect(copy).toEqual(await atField("GET", `/v1/flights/${flight}/telemetry`));
      points += copy.length;
    }
    const there = await received(atCloud);
    expect(there).toHaveLength(ROUNDS);
    for (const { suboperations } of there) expect(suboperations).toMatchObject([{ message_count: RECORDS_PER_ROUND }]);
    expect(describeOperations(there)).toEqual(describeOperations(await received(atField)));
    for (const { id } of there) {
      const path = `/v2/airspace/telemetry/ua?operation_id=${id}`;
      expect(await atCloud("GET", path)).toEqual(await atField("GET", path));
    }
    process.stderr.write(
      `sync kills: ${ROUNDS} kills, ${flights.length} flights, ${points} points, none lost, none twice\n`,
    );
  },
  ROUNDS * 5000 + 150_000,
);
