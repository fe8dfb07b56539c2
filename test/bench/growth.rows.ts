import { Agent } from "node:http";
import { HOUR_MS, isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import type { Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { FIRST_MS, type Flights } from "./flights.fixture.ts";
import { queryParametersOf, boxQueryAt } from "./box-queries.fixture.ts";
import type { Child } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median } from "./rounds.ts";
import { download } from "./station.requests.ts";

/** Each requests something else, because a station caches what it has read until something is written. */
const QUERIES_OF_ROUND = 12;
const ROUNDS = 5;
/** The first rounds compile code and fill caches. */
const WARM_UP_ROUNDS = 2;
const MAX_GROWTH = 1.5;

/** A station with a recording; each has the beginning of the next larger one. */
export type Sized = { readonly millions: number; readonly station: Child; readonly url: string };

type Asked = { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly accept?: string };
type Kind = (at: number, station: Sized) => Asked;

/** CPU time of the station for the same responses from recordings of several sizes, measured alternately. */
export async function growthRows(flights: Flights, stations: readonly Sized[]): Promise<readonly Row[]> {
  const agent = new Agent({ keepAlive: true });
  const operations = new Map(
    await Promise.all(stations.map(async (one) => [one.url, await listOperations(one.url, flights)] as const)),
  );
  const rows: Row[] = [];
  for (const [what, questionAt] of Object.entries(kindsOf(flights, operations))) {
    const cpuMs = new Map<Sized, number[]>(stations.map((one) => [one, []]));
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      let expected: number | undefined;
      // The first one of a round has colder caches, so the order rotates.
      for (const station of rotated(stations, round)) {
        const { bytes, tookMs } = await askSome(
          station,
          (at) => questionAt(round * QUERIES_OF_ROUND + at, station),
          agent,
        );
        if (bytes !== (expected ??= bytes)) throw new Error(`${what}: ${bytes} bytes instead of ${expected}`);
        if (round >= WARM_UP_ROUNDS) cpuMs.get(station)!.push(tookMs);
      }
    }
    const [smallest, ...larger] = stations;
    for (const one of larger) {
      rows.push(
        timeRow({
          what: `${what}: from ${one.millions} million records`,
          unit: "ms of CPU",
          ours: median(cpuMs.get(one)!),
          peer: `from ${smallest!.millions} million`,
          theirs: median(cpuMs.get(smallest!)!),
          target: { of: "ratio", atLeast: 1 / MAX_GROWTH },
        }),
      );
    }
  }
  agent.destroy();
  return rows;
}

function rotated<T>(all: readonly T[], by: number): readonly T[] {
  const at = by % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}

/** CPU milliseconds of one request, of all threads of the station, and the bytes of all responses. */
async function askSome({ station, url }: Sized, questionAt: (at: number) => Asked, agent: Agent) {
  await station.ask("reset");
  let bytes = 0;
  for (let at = 0; at < QUERIES_OF_ROUND; at++) {
    const { path, query, accept } = questionAt(at);
    bytes += (await download(`${url}${path}`, query, { agent, ...(accept === undefined ? {} : { accept }) })).bytes;
  }
  const { cpuS } = await station.ask<LoopReport>("report");
  return { bytes, tookMs: (cpuS * 1000) / QUERIES_OF_ROUND };
}

const OPERATIONS = "/v2/airspace/operations";
const TELEMETRY = "/v2/airspace/telemetry/ua";

async function listOperations(url: string, flights: Flights): Promise<readonly string[]> {
  const query = new URLSearchParams({ ...wholeOf(flights), limit: "100" });
  const response = await fetch(`${url}${OPERATIONS}?${query}`, { headers: { Accept: "application/json" } });
  return ((await response.json()) as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** The time that every recording covers: before the second round of the flights begins. */
function wholeOf({ tracks, startEveryMs }: Flights) {
  return { from: isoFromMs(FIRST_MS), to: isoFromMs(FIRST_MS + tracks * startEveryMs - 1) };
}

function kindsOf(
  flights: Flights,
  operationsOf: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, Kind>> {
  const { tracks, startEveryMs } = flights;
  const endMs = FIRST_MS + tracks * startEveryMs - 1;
  const inBox = (at: number, areaKm2: number) => {
    const { bbox, range } = boxQueryAt(at, { areaKm2, tracks, windowMs: 2 * HOUR_MS }, flights);
    return queryParametersOf({ bbox, range: { fromMs: range.fromMs, toMs: Math.min(range.toMs, endMs) } });
  };
  const minutes = (at: number, length: number) => {
    const fromMs = FIRST_MS + HOUR_MS + at * 2 * MINUTE_MS;
    return { from: isoFromMs(fromMs), to: isoFromMs(fromMs + length * MINUTE_MS - 1) };
  };
  const serialAt = (at: number) => `BENCH${1 + ((at * 7919) % tracks)}`;
  const listOf =
    (limit: string): Kind =>
    (at) => ({ path: OPERATIONS, query: { ...inBox(at, 400), limit } });
  return {
    "one operation": (at, { url }) => {
      const ids = operationsOf.get(url)!;
      return { path: `${OPERATIONS}/${ids[at % ids.length]}`, query: {} };
    },
    "a list of one operation": listOf("1"),
    "a list of ten operations": listOf("10"),
    "operations in 1 km²": (at) => ({ path: OPERATIONS, query: inBox(at, 1) }),
    "operations in 2,500 km²": (at) => ({ path: OPERATIONS, query: inBox(at, 2500) }),
    "operations of an hour": (at) => ({ path: OPERATIONS, query: { ...minutes(at, 60), limit: "100" } }),
    "operations by a serial number": (at) => ({
      path: OPERATIONS,
      query: { ...wholeOf(flights), search: serialAt(at) },
    }),
    "last telemetry of all aircraft": () => ({ path: "/v2/airspace/telemetry/global-ua", query: {} }),
    "telemetry of an aircraft": (at) => ({ path: TELEMETRY, query: { ...wholeOf(flights), uas_id: serialAt(at) } }),
    "positions of five minutes": (at) => ({
      path: "/station/v1/timeline/positions",
      query: { ...minutes(at, 5), spacing: "1" },
    }),
    "export of 100 km² as CSV": (at) => ({ path: TELEMETRY, query: inBox(at, 100), accept: "text/csv" }),
    "export of 100 km² as GPX": (at) => ({ path: TELEMETRY, query: inBox(at, 100), accept: "application/gpx+xml" }),
  };
}
