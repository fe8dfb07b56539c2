import { Agent } from "node:http";
import type { Flight } from "../../server/contracts/flights.ts";
import { createTrackPacking } from "../../server/features/telemetry/telemetry.packing.store.ts";
import { openStore } from "../../server/storage/database.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { importFlight } from "./console.flight.ts";
import { FIRST_MS, recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import { type Child, startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { stepCpuMs, type TurnReport } from "./processes/turn.watch.ts";
import { median, quantile } from "./rounds.ts";
import { download, type Downloaded } from "./station.requests.ts";

const ROUNDS = 7;
const POINTS = 100_000;
const STATES_PER_UPLOAD = 10_000;
/** Rows of a station that was written before telemetry was packed. */
const UNPACKED = { tracks: 100, pointsOfTrack: 2000, startEveryMs: 1000, stepMs: 1000, spreadDeg: 0.5 };
const MAX_TURN_MS = 6;

/**
 * The duration of one turn of the event loop by CPU of the main thread, where the work on a whole recording or a long
 * flight is done in steps, and the cost of those responses.
 */
export const turnsBench: Bench = async ({ profileDir, reportProgress }) => {
  const rows: Row[] = [];
  reportProgress("packing");
  rows.push(...packingRows());
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  reportProgress("import");
  reportProgress(`a flight of ${POINTS} points and as many states`);
  await importFlight(url, POINTS);
  const [flight] = (await (await fetch(`${url}/v1/flights?limit=1`)).json()) as readonly Flight[];
  const path = `/v1/flights/${flight!.id}`;
  reportProgress("states");
  await uploadStates(`${url}${path}/status-history`, flight!.id);
  const answers = [
    [
      "100,000 points of a flight as NDJSON",
      "/v2/airspace/telemetry/ua",
      { operation_id: flight!.id, format: "ndjson" },
    ],
    ["100,000 points of a flight by its own list", `${path}/telemetry`, {}],
    ["100,000 states of a flight", `${path}/status-history`, {}],
  ] as const;
  for (const [what, asked, query] of answers) rows.push(...(await answerRows(what, station, `${url}${asked}`, query)));
  return rows;
};

const alone = { peer: "nothing", theirs: undefined } as const;

function packingRows(): readonly Row[] {
  using directory = temporaryDirectory();
  recordFlights(directory.path, UNPACKED);
  const store = openStore({ dataDir: directory.path });
  const packing = createTrackPacking(store.writer);
  const stepsMs: number[] = [];
  const elapsedMs: number[] = [];
  let points = 0;
  for (let track = packing.findTrack(-1); track !== undefined; track = packing.findTrack(track)) {
    for (;;) {
      const started = performance.now();
      const took = stepCpuMs();
      const packed = packing.pack(track, Date.now());
      const tookMs = took();
      if (packed === 0) break;
      points += packed;
      stepsMs.push(tookMs);
      elapsedMs.push(performance.now() - started);
    }
  }
  store.close();
  const step = (what: string, ours: number) =>
    timeRow({ what: `packing a segment of rows, one step, ${what}`, unit: "ms of CPU", ours, ...alone });
  return [
    step("median", median(stepsMs)),
    timeRow({
      what: `the same, p99 of ${stepsMs.length} steps, ${points} points`,
      unit: "ms of CPU",
      ours: quantile(stepsMs, 0.99),
      ...alone,
      target: { of: "ours", atMost: MAX_TURN_MS },
    }),
    step("longest", Math.max(...stepsMs)),
    timeRow({ what: "the same, p99 by elapsed time", unit: "ms", ours: quantile(elapsedMs, 0.99), ...alone }),
  ];
}

async function answerRows(
  what: string,
  station: Child,
  url: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  using agent = agentOf();
  const cpuMs: number[] = [];
  const took: Downloaded[] = [];
  const turns: TurnReport[] = [];
  for (let round = -2; round < ROUNDS; round++) {
    await station.ask("reset");
    const downloaded = await download(url, query, { agent });
    const { cpuS } = await station.ask<LoopReport>("report");
    await station.ask("watchTurns");
    await download(url, query, { agent });
    const report = await station.ask<TurnReport>("turns");
    if (round < 0) continue;
    took.push(downloaded);
    cpuMs.push(cpuS * 1000);
    turns.push(report);
  }
  const row = (of: string, unit: string, ours: number) => timeRow({ what: `${what}: ${of}`, unit, ours, ...alone });
  return [
    row("until its last byte", "ms", median(took.map(({ tookMs }) => tookMs))),
    row("until its first byte", "ms", median(took.map(({ firstByteMs }) => firstByteMs))),
    row("CPU of all threads", "ms of CPU", median(cpuMs)),
    row("p99 of the turns that do something", "ms of CPU", median(turns.map(({ p99Ms }) => p99Ms))),
    row("longest turn", "ms of CPU", median(turns.map(({ longestMs }) => longestMs))),
  ];
}

function agentOf(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

async function uploadStates(url: string, flight: string): Promise<void> {
  for (let first = 0; first < POINTS; first += STATES_PER_UPLOAD) {
    const states = Array.from({ length: STATES_PER_UPLOAD }, (_, at) => ({
      flight,
      time: new Date(FIRST_MS + (first + at) * 1000).toISOString(),
      battery: 3.5 + ((first + at) % 100) / 100,
    }));
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(states) });
    if (!response.ok) throw new Error(`states were answered with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}
