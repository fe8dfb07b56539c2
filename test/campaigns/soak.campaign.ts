import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CENTRE, temporaryDirectory } from "../bench/flights.fixture.ts";
import { median, quantile } from "../bench/rounds.ts";
import { runStation, startTestStation, type TestStation } from "../support/station.ts";
import type { Campaign, CampaignRow } from "./campaign.report.ts";
import { openReaders } from "./crowd.clients.ts";
import { seedFiles } from "./fuzz.inputs.ts";
import { nothingAcknowledged } from "./kill.work.ts";
import { detectionsOf, serialsOf } from "./pushed-detections.ts";
import { checkRecording, countPositions } from "./recording.checks.ts";
import { rssMbOf } from "../support/process-memory.ts";

const RECORDS_PER_S = 500;
const RECORDS_OF_PUSH = 50;
const VIEWERS = 10;
const PARTS = 4;
/** Imports and backups in the whole time: every ten minutes of two hours. */
const IMPORTS_AND_BACKUPS = 12;
const EXPORT_EVERY_MS = 5000;
const MAX_CHANGE = 0.05;
/** The memory and the response times of a station can be compared only once it has settled. */
const MIN_PART_MS = 60_000;
const SETTLED_MS = 1;
/** Where the aircraft of `detectionsOf` fly; telemetry can be exported of at most 2,500 km². */
const VIEWPORT = [
  CENTRE.longitude - 0.05,
  CENTRE.latitude - 0.05,
  CENTRE.longitude + 0.15,
  CENTRE.latitude + 0.25,
].join();

type Part = {
  readonly pushMs: number[];
  readonly healthMs: number[];
  readonly rssMb: number[];
  /** Requests that failed or were refused, with their number. */
  readonly refused: Map<string, number>;
};

/**
 * A station in use for a long time: receivers, viewers and exports continuously, and at intervals an import and a
 * backup.
 */
export const run: Campaign = async ({ seed, limitMs, reportProgress }) => {
  using folder = temporaryDirectory();
  using backups = temporaryDirectory();
  const dataDir = folder.path;
  const copies = backups.path;
  const station = await startTestStation({ dataDir });
  const parts = Array.from({ length: PARTS }, (): Part => ({
    pushMs: [],
    healthMs: [],
    rssMb: [],
    refused: new Map(),
  }));
  const startMs = performance.now();
  let shown = 0;
  const isOver = () => performance.now() - startMs >= limitMs;
  const partNow = () => parts[Math.min(PARTS - 1, Math.floor(((performance.now() - startMs) / limitMs) * PARTS))]!;
  const importAndBackUp = async () => {
    for (let round = 0; !isOver(); round++) {
      reportProgress(`import and backup ${round + 1}`);
      const headers = { "Content-Type": "application/octet-stream" };
      for (const body of seedFiles()) {
        await fetch(`${station.url}/station/v1/flight-imports`, {
          method: "POST",
          headers,
          body: new Uint8Array(body),
        });
      }
      await runStation(["backup", join(copies, `${round}.sqlite`), "--data", dataDir]);
      await pause(Math.min(limitMs / IMPORTS_AND_BACKUPS, Math.max(0, startMs + limitMs - performance.now())));
    }
  };
  try {
    using viewers = await openReaders(station.url, VIEWERS, VIEWPORT);
    await Promise.all([
      push(station, seed, isOver, partNow),
      requestHealth(station, isOver, partNow),
      exportAll(station, { everyMs: Math.min(EXPORT_EVERY_MS, limitMs / PARTS), isOver, partNow }),
      importAndBackUp(),
    ]);
    shown = (await viewers.report()).received;
  } finally {
    await station.stop();
  }
  const { lost, doubled, corrupt } = checkRecording(dataDir, nothingAcknowledged(), true);
  const acknowledged = parts.reduce((sum, { pushMs }) => sum + pushMs.length * RECORDS_OF_PUSH, 0);
  const stored = countPositions(dataDir, serialsOf(seed));
  reportProgress(`${acknowledged} records acknowledged, ${stored} stored`);
  const missing =
    stored === acknowledged ? [] : [`${acknowledged} records were acknowledged and ${stored} are stored.`];
  const found = lost + doubled === 0 ? corrupt : [...corrupt, `${lost} lost and ${doubled} doubled.`];
  const unseen = shown === 0 ? ["The viewers received nothing."] : [];
  return {
    rows: parts.map(rowOf),
    violations: [...refusedOf(parts), ...missing, ...found, ...unseen],
    tooSlow: limitMs < PARTS * MIN_PART_MS ? [] : growthOf(parts),
  };
};

async function push(station: TestStation, seed: number, isOver: () => boolean, partNow: () => Part): Promise<void> {
  const startMs = performance.now();
  for (let round = 0; !isOver(); round++) {
    const dueMs = startMs + (round * RECORDS_OF_PUSH * 1000) / RECORDS_PER_S;
    await pause(Math.max(0, dueMs - performance.now()));
    const body = detectionsOf(seed, round, RECORDS_OF_PUSH);
    const url = `${station.url}/station/v1/ingest/scout`;
    const part = partNow();
    const ms = await timeOf(part, "a push", () => fetch(url, { method: "POST", body }));
    if (ms !== undefined) part.pushMs.push(ms);
  }
}

async function requestHealth(station: TestStation, isOver: () => boolean, partNow: () => Part): Promise<void> {
  while (!isOver()) {
    const part = partNow();
    const ms = await timeOf(part, "health", () => fetch(`${station.url}/station/v1/health`));
    if (ms !== undefined) part.healthMs.push(ms);
    part.rssMb.push(rssMbOf(station.pid));
    await pause(1000);
  }
}

async function exportAll(
  station: TestStation,
  run: { readonly everyMs: number; readonly isOver: () => boolean; readonly partNow: () => Part },
): Promise<void> {
  const query = new URLSearchParams({ from: "-PT1M", bbox: VIEWPORT });
  while (!run.isOver()) {
    const url = `${station.url}/v2/airspace/telemetry/ua?${query}`;
    await timeOf(run.partNow(), "an export", () => fetch(url, { headers: { Accept: "text/csv" } }));
    await pause(run.everyMs);
  }
}

/** How long a response took; refusals and failures are counted, and the requests continue. */
async function timeOf({ refused }: Part, what: string, request: () => Promise<Response>): Promise<number | undefined> {
  const startMs = performance.now();
  let reason;
  try {
    const response = await request();
    await response.arrayBuffer();
    if (response.ok) return performance.now() - startMs;
    reason = `${what} was answered with ${response.status}`;
  } catch (error) {
    reason = `${what} was not answered (${error instanceof Error ? error.message : String(error)})`;
  }
  refused.set(reason, (refused.get(reason) ?? 0) + 1);
  return undefined;
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

function refusedOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => [...part.refused].map(([what, times]) => `${times} times ${what}.`));
}

function growthOf(parts: readonly Part[]): readonly string[] {
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
