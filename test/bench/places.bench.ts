import { Agent } from "node:http";
import { join } from "node:path";
import { createTrackFinder } from "../../server/features/telemetry/telemetry.extents.store.ts";
import { UA_KIND } from "../../server/kernel/track-segment/segment-columns.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import { formatBbox } from "../../server/kernel/geo.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openReader } from "../../server/storage/database.ts";
import type { Bench, Row, Target } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { type Flights, recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import { packRecording } from "./packed.rows.ts";
import { isPostgisInstalled, type Postgis, startPostgis } from "./postgis.peer.ts";
import { queryIds, requestTelemetry, loadPostgis } from "./postgis.queries.ts";
import { type BoxQuery, queryParametersOf, boxQueryAt } from "./box-queries.fixture.ts";
import { startChild } from "./processes/child.ts";
import { quantile } from "./rounds.ts";
import { download } from "./station.requests.ts";

const POINTS_OF_TRACK = 2000;
const DAYS = 3;
const QUERY_COUNT = 60;
/** Number of queries that also ask for telemetry. */
const LARGE_QUERY_COUNT = 15;
const ROUNDS = 3;
/** Square kilometres, and how much faster than PostGIS the search is to be (docs/performance.md). */
const AREAS: readonly (readonly [areaKm2: number, atLeast: number])[] = [
  [1, 5],
  [100, 12],
  [2500, 12],
];
const PEER_NAME = "PostGIS, GiST on place and time, through psql";

/** Flights of three days over 130 × 90 km. */
const flightsOf = (points: number): Flights => ({
  tracks: points / POINTS_OF_TRACK,
  pointsOfTrack: POINTS_OF_TRACK,
  startEveryMs: (DAYS * 24 * HOUR_MS) / (points / POINTS_OF_TRACK),
  stepMs: 1000,
  spreadDeg: 0.6,
});

/** Operations with a point in a box and six hours, alone and with their telemetry, compared with PostGIS. */
export const placesBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  const flights = flightsOf(isFull ? 10_000_000 : 1_000_000);
  const points = flights.tracks * POINTS_OF_TRACK;
  using directory = temporaryDirectory();
  using peerDirectory = temporaryDirectory();
  await using postgis = isPostgisInstalled() ? await startPostgis(peerDirectory.path) : undefined;
  reportProgress(`recording ${points} points`);
  // PostgreSQL loads in separate processes meanwhile.
  const loading = postgis === undefined ? undefined : loadPostgis(postgis, flights);
  loading?.catch(() => undefined);
  recordFlights(directory.path, flights);
  // Packed as in a station, which packs all but the newest records of a track; packing during the queries would be
  // measured, too.
  packRecording(directory.path);
  reportProgress(postgis === undefined ? "PostGIS is not installed" : "PostGIS: table and indexes");
  await loading;
  const rows: Row[] = [];
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  for (const [areaKm2, atLeast] of AREAS) {
    reportProgress(`${areaKm2} km²`);
    rows.push(...(await compare({ areaKm2, atLeast, flights, url, dataDir: directory.path, postgis })));
  }
  return rows;
};

type Compared = {
  readonly areaKm2: number;
  readonly atLeast: number;
  readonly flights: Flights;
  readonly url: string;
  readonly dataDir: string;
  readonly postgis: Postgis | undefined;
};

/** Milliseconds of each program for each query. */
type QueryTimes = Record<"search" | "http" | "telemetry" | "firstByte" | "peer" | "peerTelemetry", number[]>;

async function compare({ areaKm2, atLeast, flights, url, dataDir, postgis }: Compared): Promise<readonly Row[]> {
  const questions = Array.from({ length: QUERY_COUNT }, (_, at) => boxQueryAt(at, { areaKm2 }, flights));
  const large = questions.slice(0, LARGE_QUERY_COUNT);
  const search = searchOf(dataDir);
  const agent = new Agent({ keepAlive: true });
  const found = { ours: [] as number[], theirs: [] as number[] };
  const took: QueryTimes = { search: [], http: [], telemetry: [], firstByte: [], peer: [], peerTelemetry: [] };
  // Each program runs all queries in turn; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    if (round === 1) for (const times of Object.values(took)) times.length = 0;
    for (const question of questions) {
      const { operations, tookMs } = search.find(question);
      took.search.push(tookMs);
      found.ours.push(operations);
    }
    for (const question of postgis === undefined ? [] : questions) {
      const { operations, tookMs } = await queryIds(postgis!, question);
      took.peer.push(tookMs);
      found.theirs.push(operations);
    }
    for (const question of questions) {
      const { tookMs, firstByteMs } = await download(`${url}/v2/airspace/operations`, queryParametersOf(question), {
        agent,
      });
      took.http.push(tookMs);
      took.firstByte.push(firstByteMs);
    }
    for (const question of large) {
      const options = { agent, accept: "text/csv" };
      const answer = await download(`${url}/v2/airspace/telemetry/ua`, queryParametersOf(question), options);
      took.telemetry.push(answer.tookMs);
      took.firstByte.push(answer.firstByteMs);
    }
    for (const question of postgis === undefined ? [] : large) {
      took.peerTelemetry.push(await requestTelemetry(postgis!, question));
    }
  }
  agent.destroy();
  search.close();
  // Both round to their stored precision: a point on the very edge may be on either side.
  const differing = found.theirs.findIndex((operations, at) => Math.abs(operations - found.ours[at]!) > 1);
  if (differing >= 0) {
    const { bbox } = questions[differing % QUERY_COUNT]!;
    throw new Error(`${formatBbox(bbox)}: ${found.ours[differing]} operations against ${found.theirs[differing]}`);
  }
  const mean = found.ours.reduce((sum, operations) => sum + operations, 0) / found.ours.length;
  return rowsOf(`operations within ${areaKm2} km² and 6 h, ${mean.toFixed(1)} found`, took, atLeast);
}

function rowsOf(what: string, took: QueryTimes, atLeast: number): readonly Row[] {
  const row = (name: string, [mine, peers]: readonly [number[], number[]], share: number, target: Target) =>
    timeRow({
      what: `${what}: ${name}`,
      unit: "ms",
      ours: quantile(mine, share),
      peer: PEER_NAME,
      theirs: peers.length === 0 ? undefined : quantile(peers, share),
      target,
    });
  const ratio = (least: number): Target => ({ of: "ratio", atLeast: least });
  return [
    row("the search, p50", [took.search, took.peer], 0.5, ratio(atLeast)),
    row("the search, p95", [took.search, took.peer], 0.95, ratio(4)),
    row("over HTTP, p50", [took.http, took.peer], 0.5, ratio(atLeast)),
    row("over HTTP, p95", [took.http, took.peer], 0.95, ratio(4)),
    row("with their telemetry as CSV over HTTP, p50", [took.telemetry, took.peerTelemetry], 0.5, ratio(4)),
    timeRow({
      what: `${what}: first byte over HTTP, p95`,
      unit: "ms",
      ours: quantile(took.firstByte, 0.95),
      peer: "nothing",
      theirs: undefined,
      target: { of: "ours", atMost: 5 },
    }),
  ];
}

/** The ids alone, in this process, on a separate connection. */
function searchOf(dataDir: string) {
  const db = openReader(join(dataDir, DATABASE_FILE));
  const find = createTrackFinder(db);
  const operationsOf = db
    .prepare<[string], number>(
      "SELECT DISTINCT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?))",
    )
    .pluck();
  return {
    find({ bbox, range }: BoxQuery): { readonly operations: number; readonly tookMs: number } {
      const started = performance.now();
      const operations = operationsOf.all(JSON.stringify([...find([UA_KIND], bbox, range)])).length;
      return { operations, tookMs: performance.now() - started };
    },
    close: () => db.close(),
  };
}
