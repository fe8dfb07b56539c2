import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CENTRE, temporaryDirectory } from "../bench/flights.fixture.ts";
import { median, quantile } from "../bench/rounds.ts";
import { runStation, startTestStation, type TestStation } from "../support/station.ts";
import type { Campaign, CampaignRow } from "./campaign.report.ts";
import { openReaders } from "./crowd.guests.ts";
import { seedFiles } from "./fuzz.inputs.ts";
import { detectionsOf } from "./pushed-detections.ts";
import { rssMbOf } from "./station-memory.ts";

const RECORDS_PER_S = 500;
const RECORDS_OF_PUSH = 50;
const VIEWERS = 10;
const PARTS = 4;
/** At the length of two hours: every ten minutes. */
const ERRANDS = 12;
const MAX_CHANGE = 0.05;
const SETTLED_MS = 1;
const VIEWPORT = [CENTRE.longitude - 1, CENTRE.latitude - 1, CENTRE.longitude + 1, CENTRE.latitude + 1].join();

type Part = { readonly pushMs: number[]; readonly healthMs: number[]; readonly rssMb: number[] };

/** A station in use for a long time: receivers, viewers, exports all the time, and now and then an import and a backup. */
export const run: Campaign = async ({ seed, limitMs, say }) => {
  using folder = temporaryDirectory();
  using backups = temporaryDirectory();
  const dataDir = folder.path;
  const copies = backups.path;
  const station = await startTestStation({ dataDir });
  const parts = Array.from({ length: PARTS }, (): Part => ({ pushMs: [], healthMs: [], rssMb: [] }));
  const startMs = performance.now();
  const isOver = () => performance.now() - startMs >= limitMs;
  const partNow = () => parts[Math.min(PARTS - 1, Math.floor(((performance.now() - startMs) / limitMs) * PARTS))]!;
  const errands = async () => {
    for (let errand = 0; !isOver(); errand++) {
      say(`import and backup ${errand + 1}`);
      const headers = { "Content-Type": "application/octet-stream" };
      for (const body of seedFiles()) {
        await fetch(`${station.url}/station/v1/flight-imports`, {
          method: "POST",
          headers,
          body: new Uint8Array(body),
        });
      }
      await runStation(["backup", join(copies, `${errand}.sqlite`), "--data", dataDir]);
      await pause(Math.min(limitMs / ERRANDS, Math.max(0, startMs + limitMs - performance.now())));
    }
  };
  try {
    using _viewers = await openReaders(station.url, VIEWERS, VIEWPORT);
    await Promise.all([
      push(station, seed, isOver, partNow),
      ask(station, isOver, partNow),
      exportAll(station, isOver),
      errands(),
    ]);
  } finally {
    await station.stop();
  }
  return { rows: parts.map(rowOf), violations: violationsOf(parts) };
};

async function push(station: TestStation, seed: number, isOver: () => boolean, partNow: () => Part): Promise<void> {
  const startMs = performance.now();
  for (let round = 0; !isOver(); round++) {
    const dueMs = startMs + (round * RECORDS_OF_PUSH * 1000) / RECORDS_PER_S;
    await pause(Math.max(0, dueMs - performance.now()));
    const body = detectionsOf(seed, round, RECORDS_OF_PUSH);
    const url = `${station.url}/station/v1/ingest/scout`;
    partNow().pushMs.push(await timeOf(() => fetch(url, { method: "POST", body })));
  }
}

async function ask(station: TestStation, isOver: () => boolean, partNow: () => Part): Promise<void> {
  while (!isOver()) {
    const part = partNow();
    part.healthMs.push(await timeOf(() => fetch(`${station.url}/station/v1/health`)));
    part.rssMb.push(rssMbOf(station.pid));
    await pause(1000);
  }
}

async function exportAll(station: TestStation, isOver: () => boolean): Promise<void> {
  const query = new URLSearchParams({ from: "-PT1M", bbox: VIEWPORT });
  while (!isOver()) {
    await timeOf(() => fetch(`${station.url}/v2/airspace/telemetry/ua?${query}`, { headers: { Accept: "text/csv" } }));
    await pause(5000);
  }
}

async function timeOf(request: () => Promise<Response>): Promise<number> {
  const startMs = performance.now();
  const response = await request();
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}`);
  return performance.now() - startMs;
}

function rowOf({ pushMs, healthMs, rssMb }: Part, index: number): CampaignRow {
  return {
    what: `part ${index + 1} of ${PARTS}`,
    counts: {
      records: pushMs.length * RECORDS_OF_PUSH,
      "push p99, ms": Math.round(quantile(pushMs, 0.99)),
      "health p99, ms": Math.round(quantile(healthMs, 0.99)),
      "RSS, MB": Math.round(median(rssMb)),
    },
  };
}

function violationsOf(parts: readonly Part[]): readonly string[] {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const grows = (what: string, of: (part: Part) => number) => {
    const [before, after] = [of(first), of(last)];
    const hasGrown = after > before * (1 + MAX_CHANGE) + SETTLED_MS;
    return hasGrown ? [`${what} grew from ${Math.round(before)} to ${Math.round(after)}.`] : [];
  };
  return [
    ...grows("The memory in MB", ({ rssMb }) => median(rssMb)),
    ...grows("The 99th percentile of pushes in ms", ({ pushMs }) => quantile(pushMs, 0.99)),
    ...grows("The 99th percentile of health in ms", ({ healthMs }) => quantile(healthMs, 0.99)),
  ];
}
