import { Agent } from "node:http";
import { HOUR_MS, isoFromMs } from "../../server/kernel/clock.ts";
import type { Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { FIRST_MS, type Flights } from "./flights.fixture.ts";
import { queryParametersOf, boxQueryAt } from "./box-queries.fixture.ts";
import { median } from "./rounds.ts";
import { download } from "./station.requests.ts";

const QUERY_COUNT = 15;
const WARM_UP = 5;
/** A tenth of the flights, the first ones: the queried window ends before the next one starts. */
const SHARE = 10;

type Asked = { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly accept?: string };

/** The same answers from all records and from the first tenth of them. */
export async function growthRows({
  flights,
  before,
  after,
}: {
  readonly flights: Flights;
  readonly before: string;
  readonly after: string;
}): Promise<readonly Row[]> {
  const kinds = kindsOf(flights);
  const agent = new Agent({ keepAlive: true });
  const rows: Row[] = [];
  for (const [what, questionAt] of Object.entries(kinds)) {
    const tookMs = { before: [] as number[], after: [] as number[] };
    for (let at = -WARM_UP; at < QUERY_COUNT; at++) {
      const { path, query, accept } = questionAt(Math.abs(at));
      const ask = (station: string) =>
        download(`${station}${path}`, query, { agent, ...(accept === undefined ? {} : { accept }) });
      // The second one finds warm caches, so they take turns.
      const isFirst = at % 2 === 0;
      const early = isFirst ? undefined : await ask(after);
      const small = await ask(before);
      const large = early ?? (await ask(after));
      if (small.bytes !== large.bytes) {
        throw new Error(`${what}: ${large.bytes} bytes instead of ${small.bytes} for ${JSON.stringify(query)}`);
      }
      if (at < 0) continue;
      tookMs.before.push(small.tookMs);
      tookMs.after.push(large.tookMs);
    }
    rows.push(
      timeRow({
        what: `the same answer from ten times the records: ${what}`,
        unit: "ms",
        ours: median(tookMs.after),
        peer: "a tenth of them",
        theirs: median(tookMs.before),
        target: { of: "ratio", atLeast: 1 / 1.5 },
      }),
    );
  }
  agent.destroy();
  return rows;
}

function kindsOf(flights: Flights): Readonly<Record<string, (at: number) => Asked>> {
  const tracks = flights.tracks / SHARE;
  const endMs = FIRST_MS + tracks * flights.startEveryMs - 1;
  const whole = { from: isoFromMs(FIRST_MS), to: isoFromMs(endMs) };
  const inBox = (at: number, areaKm2: number) => {
    const { bbox, range } = boxQueryAt(at, { areaKm2, tracks, windowMs: 2 * HOUR_MS }, flights);
    return queryParametersOf({ bbox, range: { fromMs: range.fromMs, toMs: Math.min(range.toMs, endMs) } });
  };
  const operations = "/v2/airspace/operations";
  const telemetry = "/v2/airspace/telemetry/ua";
  return {
    "operations in 1 km²": (at) => ({ path: operations, query: inBox(at, 1) }),
    "operations in 2,500 km²": (at) => ({ path: operations, query: inBox(at, 2500) }),
    "operations of a time": () => ({ path: operations, query: { ...whole, limit: "100" } }),
    "operations by a serial number": (at) => ({
      path: operations,
      query: { ...whole, search: `BENCH${1 + ((at * 7919) % tracks)}` },
    }),
    "telemetry of an aircraft": (at) => ({
      path: telemetry,
      query: { ...whole, uas_id: `BENCH${1 + ((at * 7919) % tracks)}` },
    }),
    "export of 100 km² as CSV": (at) => ({ path: telemetry, query: inBox(at, 100), accept: "text/csv" }),
    "export of 100 km² as GPX": (at) => ({ path: telemetry, query: inBox(at, 100), accept: "application/gpx+xml" }),
  };
}
