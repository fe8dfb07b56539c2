import { Agent, get } from "node:http";
import Database from "better-sqlite3";
import { join } from "node:path";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { FIRST_MS, CENTRE, recordFlights, temporaryDirectory, type Flights } from "./flights.fixture.ts";
import { reportOnce } from "./mixed.load.ts";
import { type Child, startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median } from "./rounds.ts";

const CONNECTIONS = 8;
const ROUNDS = 5;
const FIRST_WARM_UP_MS = 4000;
const WARM_UP_MS = 1000;
const ROUND_MS = 600;
const OPERATIONS = 11;
const AIRCRAFT = 100;
const OWN_FLIGHTS = 2000;
const WRITES = 60;
const WARM_UP_WRITES = 30;
/** The requests that are also measured directly after a write. */
const LISTS: ReadonlySet<string> = new Set(["one operation", "a list of one operation", "a list of ten operations"]);

/** A request, and how many times the CPU of a bare Express it may cost, or how many microseconds. */
type Case = { readonly what: string; readonly path: string } & (
  | { readonly atMost: number }
  | { readonly atMostUs: number }
);

/** The CPU time of a request to a station, compared with that of a bare Express that sends a constant. */
export const requestsBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  using directory = temporaryDirectory();
  reportProgress("recording");
  const flights: Flights = {
    tracks: isFull ? 100_000 : OPERATIONS,
    pointsOfTrack: 100,
    startEveryMs: isFull ? 60_000 : HOUR_MS,
    stepMs: 1000,
    spreadDeg: isFull ? 2 : 0.05,
  };
  recordFlights(directory.path, flights);
  await using express = startChild("express", [], profileDir);
  const bare = { child: express, url: `${await express.ask<string>("url")}/constant` };
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  const flightId = await createFlight(url);
  addFlights(join(directory.path, DATABASE_FILE), flightId, isFull ? 100_000 : 10_000);
  await reportOnce(url, AIRCRAFT);

  // Otherwise the first one would be measured while the common code is still being compiled.
  await cpuPerRequest({ child: station, url: `${url}/station/v1/health` }, FIRST_WARM_UP_MS);
  await cpuPerRequest(bare, FIRST_WARM_UP_MS);
  const rows: Row[] = [];
  for (const { what, path, ...limit } of await casesOf(url, flightId)) {
    reportProgress(what);
    const { ours, theirs } = await compare({ child: station, url: `${url}${path}` }, bare);
    const row = { what, unit: "µs of CPU", ours, peer: "a constant by Express", theirs };
    const target =
      "atMost" in limit
        ? ({ of: "ratio", atLeast: 1 / limit.atMost } as const)
        : ({ of: "ours", atMost: limit.atMostUs } as const);
    rows.push(timeRow({ ...row, target }));
  }
  reportProgress("the first after a write");
  rows.push(...(await afterWriteRows(station, url, flightId)));
  return rows;
};

/** A list is cached until anything is written: its cost after a write, compared with its cost when repeated. */
async function afterWriteRows(station: Child, url: string, flightId: string): Promise<readonly Row[]> {
  const cases = await casesOf(url, flightId);
  const rows: Row[] = [];
  for (const { what, path } of cases.filter(({ what: name }) => LISTS.has(name))) {
    const seen = { first: [] as number[], second: [] as number[] };
    for (let round = -WARM_UP_WRITES; round < WRITES; round++) {
      await reportOnce(url, 1);
      const first = await cpuOfOne(station, `${url}${path}`);
      const second = await cpuOfOne(station, `${url}${path}`);
      if (round < 0) continue;
      seen.first.push(first);
      seen.second.push(second);
    }
    rows.push(
      timeRow({
        what: `${what}, the first after a write`,
        unit: "µs of CPU",
        ours: median(seen.first),
        peer: "the next one",
        theirs: median(seen.second),
      }),
    );
  }
  return rows;
}

async function cpuOfOne(station: Child, url: string): Promise<number> {
  await station.ask("reset");
  await readAll(url);
  return (await station.ask<LoopReport>("report")).cpuS * 1e6;
}

async function casesOf(url: string, flightId: string): Promise<readonly Case[]> {
  const end = new Date(FIRST_MS + HOUR_MS).toISOString();
  const range = `from=${new Date(FIRST_MS).toISOString()}&to=${end}`;
  const bbox = `bbox=${CENTRE.longitude - 0.1},${CENTRE.latitude - 0.1},${CENTRE.longitude + 0.1},${CENTRE.latitude + 0.1}`;
  const day = `from=${new Date(FIRST_MS).toISOString()}&to=${new Date(FIRST_MS + 24 * HOUR_MS).toISOString()}`;
  const found = (await readJson(`${url}/v2/airspace/operations?${range}&${bbox}`)) as readonly {
    readonly id: string;
  }[];
  const operation = found[0]!.id;
  const list = "/v2/airspace/operations";
  return [
    { what: "health", path: "/station/v1/health", atMost: 1.5 },
    { what: "ready", path: "/station/v1/ready", atMost: 1.5 },
    { what: "one operation", path: `${list}/${operation}`, atMost: 2.5 },
    { what: "one flight", path: `/v1/flights/${flightId}`, atMost: 2.5 },
    { what: "a list of one operation", path: `${list}?${day}&${bbox}&limit=1`, atMost: 3 },
    { what: "a list of ten operations", path: `${list}?${day}&${bbox}&limit=10`, atMost: 6 },
    { what: "global last telemetry, 100 aircraft", path: "/v2/airspace/telemetry/global-ua", atMost: 8 },
    { what: "ten of 2,000 flights", path: "/v1/flights?limit=10", atMost: 6 },
    { what: "statistics of 2,000 flights", path: "/v1/flights/statistics", atMostUs: 5000 },
  ];
}

type Target = { readonly child: Child; readonly url: string };

/** The CPU of one request in microseconds, in rounds in which both alternate. */
async function compare(ours: Target, theirs: Target): Promise<{ readonly ours: number; readonly theirs: number }> {
  await cpuPerRequest(ours, WARM_UP_MS);
  await cpuPerRequest(theirs, WARM_UP_MS);
  const seen = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    seen.ours.push(await cpuPerRequest(ours, ROUND_MS));
    seen.theirs.push(await cpuPerRequest(theirs, ROUND_MS));
  }
  return { ours: median(seen.ours), theirs: median(seen.theirs) };
}

async function cpuPerRequest({ child, url }: Target, durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const endMs = performance.now() + durationMs;
  let requests = 0;
  const ask = async () => {
    while (performance.now() < endMs) {
      await readAll(url, agent);
      requests++;
    }
  };
  await child.ask("reset");
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const { cpuS } = await child.ask<LoopReport>("report");
  agent.destroy();
  return (cpuS * 1e6) / requests;
}

function readAll(url: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { ...(agent && { agent }), headers: { Accept: "application/json" } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${url}: ${response.statusCode} ${text}`)),
      );
    });
    request.once("error", reject);
  });
}

const readJson = async (url: string): Promise<unknown> => JSON.parse(await readAll(url));

async function createFlight(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/flights`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      date_planned_start: new Date(Date.now() + HOUR_MS).toISOString(),
      date_planned_finish: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
      region: { type: "Point", coordinates: [CENTRE.longitude, CENTRE.latitude], radius: 200 },
      takeoff_latitude: CENTRE.latitude,
      takeoff_longitude: CENTRE.longitude,
      max_flight_altitude: 120,
    }),
  });
  if (!response.ok) throw new Error(`a flight was answered with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { readonly id: string }).id;
}

/** Copies the flight within the database: 2,000 of its owner, the others of another account and private. */
function addFlights(database: string, flightId: string, count: number): void {
  const db = new Database(database);
  const columns = (db.pragma("table_info(flight)") as { readonly name: string }[]).map(({ name }) => name);
  const changed: Readonly<Record<string, string>> = {
    id: "lower(hex(randomblob(16)))",
    suboperation: "10000000 + value",
    owner: `CASE WHEN value < ${OWN_FLIGHTS} THEN owner ELSE 'somebody' END`,
    pilot: `CASE WHEN value < ${OWN_FLIGHTS} THEN pilot ELSE 'somebody' END`,
    visibility: "'PRIVATE'",
    planned_start_ms: "planned_start_ms - value * 60000",
    planned_finish_ms: "planned_finish_ms - value * 60000",
  };
  const values = columns.map((name) => changed[name] ?? name).join(", ");
  db.prepare(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
     INSERT INTO flight (${columns.join(", ")}) SELECT ${values} FROM flight, n WHERE flight.id = ?`,
  ).run(count, flightId);
  db.close();
}
