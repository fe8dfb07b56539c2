import { setTimeout as pause } from "node:timers/promises";
import { CENTRE, FIRST_MS, recordFlights, temporaryDirectory } from "../bench/flights.fixture.ts";
import { quantile } from "../bench/rounds.ts";
import { startTestStation, type TestStation } from "../support/station.ts";
import type { Campaign, CampaignRow } from "./campaign.report.ts";
import { openReaders, openSilentReaders, openSlowSenders, openUnreadExports } from "./crowd.clients.ts";
import { detectionsOf } from "./pushed-detections.ts";
import { rssMbOf } from "../support/process-memory.ts";

const CLIENTS = 500;
/** The number of other clients per live client. */
const SHARES = { silent: 0.1, slowSenders: 0.4, unreadExports: 0.1 };
const RECORDS_OF_PUSH = 50;
const PHASE_MS = 30_000;
const HEALTH_EVERY_MS = 20;
const MAX = { pushP99Ms: 250, healthP99Ms: 50, rssMb: 700 };
const MIN_RECORDS_PER_S = 4000;
const VIEWPORT = [CENTRE.longitude - 1, CENTRE.latitude - 1, CENTRE.longitude + 1, CENTRE.latitude + 1].join();
/** Telemetry can be exported of at most 2,500 km². */
const REGION = [CENTRE.longitude - 0.2, CENTRE.latitude - 0.15, CENTRE.longitude + 0.2, CENTRE.latitude + 0.15].join();
const EXPORT = `/v2/airspace/telemetry/ua?${new URLSearchParams({ from: new Date(FIRST_MS).toISOString(), bbox: REGION })}`;

/** 500 live clients, of whom 50 never read, slow senders, unread exports, and a receiver that pushes as fast as it can. */
export const run: Campaign = async ({ seed, rounds: clients = CLIENTS, limitMs, reportProgress }) => {
  using folder = temporaryDirectory();
  const dataDir = folder.path;
  recordFlights(dataDir, { tracks: 20, pointsOfTrack: 1500, startEveryMs: 60_000, stepMs: 1000, spreadDeg: 0.1 });
  const access = ["--local-operator", "--max-sockets-per-person", "1000"];
  const station = await startTestStation({ dataDir, access });
  const phaseMs = Math.min(PHASE_MS, limitMs / 4);
  const rows: CampaignRow[] = [];
  const violations: string[] = [];
  const tooSlow: string[] = [];
  const silentReaders = clients * SHARES.silent;
  const readers = clients - silentReaders;
  using openClients = new DisposableStack();
  const measure = async (what: string) => {
    reportProgress(what);
    const measured = await measurePhase(station, seed + rows.length, phaseMs);
    rows.push({ what, counts: countsOf(measured) });
    tooSlow.push(...slownessOf(measured).map((sentence) => `${what}: ${sentence}`));
    if (measured.rssMb > MAX.rssMb) violations.push(`${what}: more than ${MAX.rssMb} MB of memory.`);
  };
  try {
    await measure("nobody else");
    const reading = openClients.use(await openReaders(station.url, readers, VIEWPORT));
    openClients.use(await openSilentReaders(station.url, silentReaders, VIEWPORT));
    await measure(`${readers} readers, ${silentReaders} that never read`);
    const [slowSenders, unreadExports] = [clients * SHARES.slowSenders, clients * SHARES.unreadExports];
    openClients.use(openSlowSenders(station.url, slowSenders));
    openClients.use(await openUnreadExports(station.url, unreadExports, EXPORT));
    await measure(`and ${slowSenders} slow senders, ${unreadExports} unread exports`);
    const { connected, received } = await reading.report();
    reportProgress(`the readers received ${received} records`);
    if (connected !== readers || received === 0) violations.push(`${connected} readers received ${received} records.`);
    openClients.dispose();
    await measure("when all have left");
  } finally {
    await station.stop();
  }
  return { rows, violations, tooSlow };
};

type Measured = {
  readonly recordsPerS: number;
  readonly pushP99Ms: number;
  readonly healthP99Ms: number;
  readonly rssMb: number;
};

/** Two receivers push as fast as possible, while the health of the station is requested. */
async function measurePhase(station: TestStation, seed: number, phaseMs: number): Promise<Measured> {
  const end = performance.now() + phaseMs;
  const pushMs: number[] = [];
  const healthMs: number[] = [];
  const push = async (first: number) => {
    for (let round = first; performance.now() < end; round += 2) {
      const body = detectionsOf(seed, round, RECORDS_OF_PUSH);
      pushMs.push(await timeOf(() => fetch(`${station.url}/station/v1/ingest/scout`, { method: "POST", body })));
    }
  };
  const askHealth = async () => {
    while (performance.now() < end) {
      healthMs.push(await timeOf(() => fetch(`${station.url}/station/v1/health`)));
      await pause(HEALTH_EVERY_MS);
    }
  };
  await Promise.all([push(0), push(1), askHealth()]);
  return {
    recordsPerS: (pushMs.length * RECORDS_OF_PUSH) / (phaseMs / 1000),
    pushP99Ms: quantile(pushMs, 0.99),
    healthP99Ms: quantile(healthMs, 0.99),
    rssMb: rssMbOf(station.pid),
  };
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const startedMs = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}`);
  return performance.now() - startedMs;
}

function countsOf({ recordsPerS, pushP99Ms, healthP99Ms, rssMb }: Measured): CampaignRow["counts"] {
  return {
    "records/s": Math.round(recordsPerS),
    "push p99, ms": Math.round(pushP99Ms),
    "health p99, ms": Math.round(healthP99Ms),
    "RSS, MB": rssMb,
  };
}

function slownessOf({ recordsPerS, pushP99Ms, healthP99Ms }: Measured): readonly string[] {
  return [
    ...(pushP99Ms > MAX.pushP99Ms ? [`the 99th percentile of a push is above ${MAX.pushP99Ms} ms.`] : []),
    ...(healthP99Ms > MAX.healthP99Ms ? [`the 99th percentile of health is above ${MAX.healthP99Ms} ms.`] : []),
    ...(recordsPerS < MIN_RECORDS_PER_S ? [`fewer than ${MIN_RECORDS_PER_S} records a second.`] : []),
  ];
}
