import { existsSync } from "node:fs";
import { Agent } from "node:http";
import { join, resolve } from "node:path";
import { DAY_MS, isoFromMs, MINUTE_MS } from "../../server/kernel/clock.ts";
import { type Bench, type Row, timeRow } from "./bench.rows.ts";
import { FIRST_MS, type Flights, recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import { packRecording } from "./packed.rows.ts";
import { startChild } from "./processes/child.ts";
import { quantile } from "./rounds.ts";
import { download } from "./station.requests.ts";
import { measureTimelinePage } from "./timeline.page.ts";

const OPERATIONS = 2000;
/** Ten minutes at one record a second. */
const POINTS = 600;
const ROUNDS = 7;
const RENDERER = resolve(import.meta.dirname, "../../out/renderer");

/** A day with 2,000 operations, about 14 of them at a time. */
const DAY: Flights = {
  tracks: OPERATIONS,
  pointsOfTrack: POINTS,
  startEveryMs: DAY_MS / OPERATIONS,
  stepMs: 1000,
  spreadDeg: 0.3,
};

const window = (fromMs: number, toMs: number) => ({ from: isoFromMs(fromMs), to: isoFromMs(toMs) });
const LAST_MS = FIRST_MS + DAY_MS;

/**
 * The requests of the timeline for a whole day, and in a browser: the time until the day is shown, and the smoothness
 * of dragging it.
 */
export const timelineBench: Bench = async ({ profileDir, reportProgress }) => {
  using directory = temporaryDirectory();
  reportProgress(`recording ${OPERATIONS} operations of a day`);
  recordFlights(directory.path, DAY);
  packRecording(directory.path);
  await using station = startChild("station", [directory.path, RENDERER], profileDir);
  const url = await station.ask<string>("url");
  const rows: Row[] = [];
  for (const [what, path, query, atMost] of requests()) {
    reportProgress(what);
    rows.push(await measureRequest(`${url}${path}`, { what, query, atMost }));
  }
  await station.ask("reset");
  await download(`${url}${POSITIONS}`, { ...window(FIRST_MS, LAST_MS), spacing: "60" }, { agent: new Agent() });
  const { p99Ms } = await station.ask<{ readonly p99Ms: number }>("report");
  rows.push(
    timeRow({
      what: "event loop during the coarse positions of the day, p99",
      ...alone,
      ours: p99Ms,
      target: under(10),
    }),
  );
  if (!existsSync(join(RENDERER, "index.html"))) {
    reportProgress("the console is not built: npm run build");
    return rows;
  }
  reportProgress("in a browser");
  return [...rows, ...(await measureTimelinePage(url, { fromMs: FIRST_MS, toMs: LAST_MS }))];
};

const POSITIONS = "/station/v1/timeline/positions";
const alone = { unit: "ms", peer: "nothing", theirs: undefined } as const;
const under = (atMost: number) => ({ of: "ours", atMost }) as const;

type Request = readonly [what: string, path: string, query: Readonly<Record<string, string>>, atMost: number];

function requests(): readonly Request[] {
  const noon = FIRST_MS + DAY_MS / 2;
  return [
    ["timeline of the day", "/station/v1/timeline", window(FIRST_MS, LAST_MS), 500],
    ["coarse positions of the day", POSITIONS, { ...window(FIRST_MS, LAST_MS), spacing: "60" }, 1000],
    ["positions of five minutes", POSITIONS, { ...window(noon, noon + 5 * MINUTE_MS - 1), spacing: "1" }, 100],
    ["the same in a box", POSITIONS, { ...window(noon, noon + 5 * MINUTE_MS - 1), bbox: "14.3,49.9,14.5,50.1" }, 100],
  ];
}

async function measureRequest(
  address: string,
  { what, query, atMost }: { readonly what: string; readonly query: Request[2]; readonly atMost: number },
): Promise<Row> {
  const agent = new Agent({ keepAlive: true });
  const tookMs: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const answer = await download(address, query, { agent });
    bytes = answer.bytes;
    // The first one warms up.
    if (round > 0) tookMs.push(answer.tookMs);
  }
  agent.destroy();
  const kilobytes = Math.round(bytes / 1000);
  return timeRow({
    what: `${what}, ${kilobytes} kB, p50`,
    ...alone,
    ours: quantile(tookMs, 0.5),
    target: under(atMost),
  });
}
