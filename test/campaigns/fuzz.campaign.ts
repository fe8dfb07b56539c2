import { temporaryDirectory } from "../bench/flights.fixture.ts";
import { findFreeUdpPort } from "../support/free-port.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { startTestStation, type TestStation } from "../support/station.ts";
import type { Campaign, CampaignRow } from "./campaign.report.ts";
import { damagedUpload, seedFiles, sendEvents, sendFrames } from "./fuzz.inputs.ts";
import { type ApiDocument, operationsOf, requestOf } from "./fuzz.requests.ts";
import { rssMbOf } from "../support/process-memory.ts";

const REQUESTS = 100_000;
/** The number of the other inputs per request. */
const SHARES = { events: 0.2, frames: 1, files: 0.1 };
/**
 * All inputs are sent in this many passes: memory that a station needed for the first should be enough for the second.
 */
const PASSES = ["first half", "second half"];
const AT_ONCE = 4;
const MAX_ANSWER_MS = 2000;
const MAX_RSS_MB = 700;
/** The statuses of an overloaded or switched-off part, with a sentence. */
const ALLOWED_FAILURES = [503, 507];
const MAX_IDS = 500;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

type Answers = { sent: number; failures: number; slowestMs: number };

/** Requests made from the API's own description, live events, frames and damaged files: nothing may fail, hang or grow. */
export const run: Campaign = async ({ seed, rounds = REQUESTS, limitMs, reportProgress }) => {
  const random = createSeededRandom(seed);
  using folder = temporaryDirectory();
  const access = ["--local-operator", "--max-requests", "10000000"];
  const station = await startTestStation({ dataDir: folder.path, access });
  const found: Found = { violations: [], tooSlow: [] };
  const { violations } = found;
  const rows: CampaignRow[] = [];
  const partMs = limitMs / (4 * PASSES.length);
  const half = rounds / PASSES.length;
  const part = async (what: string, attack: (end: number) => Promise<Answers>) => {
    reportProgress(what);
    const { sent, failures, slowestMs } = await attack(performance.now() + partMs);
    const health = await answered(station, "/station/v1/health", {}, found);
    const rssMb = rssMbOf(station.pid);
    rows.push({
      what,
      counts: { sent, failures, "slowest, ms": Math.round(Math.max(slowestMs, health.tookMs)), "RSS, MB": rssMb },
    });
  };
  try {
    for (const pass of PASSES) {
      // The requests may have removed the one before.
      const port = await findFreeUdpPort();
      const source = { name: "Fuzz", settings: { kind: "udp", port } };
      await answered(station, "/station/v1/sources", jsonOf("POST", source), found);
      await part(`frames, ${pass}`, async (end) => justSent(await sendFrames(port, half * SHARES.frames, random, end)));
      await part(`live events, ${pass}`, async (end) =>
        justSent(await sendEvents(station.url, half * SHARES.events, random, end)),
      );
      const files = half * SHARES.files;
      await part(`damaged files, ${pass}`, (end) => sendFiles(station, { count: files, end, random, found }));
      await part(`requests, ${pass}`, (end) => sendRequests(station, { count: half, end, random, found }));
    }
    const rssMb = rssMbOf(station.pid);
    if (rssMb > MAX_RSS_MB) violations.push(`The station takes ${rssMb} MB of memory.`);
  } catch (error) {
    violations.push(`The station was gone: ${String(error)}.`);
  } finally {
    await station.stop();
  }
  return { rows, ...found };
};

type Found = { readonly violations: string[]; readonly tooSlow: string[] };

type Attack = {
  readonly count: number;
  readonly end: number;
  readonly random: () => number;
  readonly found: Found;
};

async function sendRequests(station: TestStation, attack: Attack): Promise<Answers> {
  const document = (await (await fetch(`${station.url}/openapi.json`)).json()) as ApiDocument;
  const operations = operationsOf(document);
  const ids: string[] = [];
  const fuzz = { random: attack.random, schemas: document.components.schemas, ids };
  return sendAll(attack, async () => {
    const { method, path, headers, body } = requestOf(fuzz, operations);
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const answer = await answered(station, path, init, attack.found);
    for (const id of answer.text.slice(0, 20_000).match(UUID) ?? []) if (ids.length < MAX_IDS) ids.push(id);
    return answer;
  });
}

async function sendFiles(station: TestStation, attack: Attack): Promise<Answers> {
  const files = seedFiles();
  return sendAll(attack, () => {
    const { path, init } = damagedUpload(attack, files);
    return answered(station, path, init, attack.found);
  });
}

/** Sends several at a time, until there were enough or the time is over. */
async function sendAll({ count, end }: Attack, send: () => Promise<Answer>): Promise<Answers> {
  const all: Answers = { sent: 0, failures: 0, slowestMs: 0 };
  const one = async () => {
    while (all.sent < count && performance.now() < end) {
      all.sent++;
      const { isFailure, tookMs } = await send();
      if (isFailure) all.failures++;
      all.slowestMs = Math.max(all.slowestMs, tookMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return all;
}

type Answer = { readonly text: string; readonly isFailure: boolean; readonly tookMs: number };

/** Sends a request, and records violations: a failure of the station, or a late response. */
async function answered(station: TestStation, path: string, init: RequestInit, found: Found): Promise<Answer> {
  const startedMs = performance.now();
  const response = await fetch(station.url + path, init);
  const text = await response.text();
  const tookMs = performance.now() - startedMs;
  const isFailure = response.status >= 500 && !ALLOWED_FAILURES.includes(response.status);
  const what = `${init.method ?? "GET"} ${path.slice(0, 300)}`;
  const body = typeof init.body === "string" ? ` with ${init.body.slice(0, 300)}` : "";
  if (isFailure) found.violations.push(`${what}${body} was answered with ${response.status}.`);
  if (tookMs > MAX_ANSWER_MS) found.tooSlow.push(`${what}${body} took ${Math.round(tookMs)} ms.`);
  return { text, isFailure, tookMs };
}

const justSent = (sent: number): Answers => ({ sent, failures: 0, slowestMs: 0 });

function jsonOf(method: string, value: unknown): RequestInit {
  return { method, body: JSON.stringify(value), headers: { "Content-Type": "application/json" } };
}
