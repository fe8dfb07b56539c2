import { setTimeout as pause } from "node:timers/promises";
import type { Output, OutputInput } from "../../server/contracts/outputs.ts";
import { hasMosquitto, startBroker } from "../support/mosquitto.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { pairedRateRow, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { type Child, startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median, seconds } from "./rounds.ts";

const ACCOUNT = { username: "van", password: "correct horse" } as const;
const AIRCRAFT = 5000;
const RECORDS_PER_PUSH = 500;
/**
 * How often all aircraft are pushed in a round, as fast as the station accepts them: for longer than the second in
 * which an output sends an aircraft once.
 */
const PUSHES = 4;
/** Longer than an aircraft waits until it is sent again: the remaining work of a round is done in this time. */
const SETTLE_MS = 1300;
const PAIRS = 16;
const FULL_PAIRS = 40;
const SECONDS_AT_1_HZ = 3;
const PAIRS_AT_1_HZ = 4;
const POLL_MS = 50;

/**
 * The cost of sending for a station that stores 5,000 aircraft, at 1 Hz and as fast as it can. Rounds without and with
 * an output alternate in one station, in pairs (without, with, with, without …), so that other load on the machine, and
 * costs that grow with the recording, affect both sides. One case has no output in either round: it shows the effect of
 * chance. The receivers of the outputs run in separate processes, because reading in this one would delay the pushes.
 */
export const outputsBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  await using sink = startChild("sink", [], undefined);
  const broker = hasMosquitto ? await startBroker({ users: { [ACCOUNT.username]: ACCOUNT.password } }) : undefined;
  const tak = { kind: "tak", url: `udp://127.0.0.1:${await sink.ask<number>("port")}` } as const;
  const mqtt = {
    kind: "mqtt",
    url: broker?.url ?? "mqtt://127.0.0.1:0",
    topic: "rid/{uas_id}",
    ...ACCOUNT,
  } as const;
  const pairs = isFull ? FULL_PAIRS : PAIRS;
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  try {
    const url = await station.ask<string>("url");
    const cases = [
      await createCase(station, url, "no output"),
      await createCase(station, url, "TAK", tak),
      ...(broker === undefined ? [] : [await createCase(station, url, "MQTT", mqtt)]),
    ];
    // Not counted: it creates the operations.
    await cases[0]!.flatOut(true);
    const rows: Row[] = [];
    for (const { name, atOneHz } of cases.slice(1))
      rows.push(...shareRows(name, await inPairs(PAIRS_AT_1_HZ, atOneHz)));
    reportProgress(`${pairs} pairs of rounds of ${PUSHES * AIRCRAFT} records, each without and with an output`);
    const seen = new Map<string, Pair[]>(cases.map(({ name }) => [name, []]));
    for (let pair = 0; pair < pairs; pair += 1) {
      for (const { name, flatOut } of cases) seen.get(name)!.push(...(await inPairs(1, flatOut, pair)));
    }
    return [...rows, ...[...seen].flatMap(([name, measured]) => rateRows(name, measured))];
  } finally {
    await broker?.remove();
  }
};

type Measured = {
  readonly elapsedS: number;
  readonly cpuS: number;
  readonly mainCpuS: number;
};
type Pair = { readonly without: Measured; readonly having: Measured };
type MeasureRound = (hasOutput: boolean) => Promise<Measured>;

/** Every second pair begins with the output. */
async function inPairs(count: number, measure: MeasureRound, first = 0): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let pair = first; pair < first + count; pair += 1) {
    const isFirst = pair % 2 === 1;
    const [one, other] = [await measure(isFirst), await measure(!isFirst)];
    pairs.push(isFirst ? { having: one, without: other } : { without: one, having: other });
  }
  return pairs;
}

function shareRows(name: string, pairs: readonly Pair[]): readonly Row[] {
  const share = (what: string, of: "cpuS" | "mainCpuS") =>
    timeRow({
      what: `5,000 aircraft at 1 Hz to ${name}${what}`,
      unit: "% of a core",
      ours: (median(pairs.map(({ having, without }) => having[of] - without[of])) / SECONDS_AT_1_HZ) * 100,
      peer: "nothing",
      theirs: undefined,
    });
  return [share("", "cpuS"), share(", of it on the main thread", "mainCpuS")];
}

function rateRows(name: string, pairs: readonly Pair[]): readonly Row[] {
  const records = PUSHES * AIRCRAFT;
  const rate = (what: string, of: "elapsedS" | "mainCpuS") =>
    pairedRateRow({
      what: `ingest by HTTP push, with ${name} at its side${what}`,
      unit: "records/s",
      peer: "the same without an output",
      pairs: pairs.map(({ having, without }) => ({ ours: records / having[of], theirs: records / without[of] })),
      // The first case has none to be slower by.
      ...(name !== "no output" && { target: { of: "ratio", atLeast: 0.97 } as const }),
    });
  return [rate("", "elapsedS"), rate(", by CPU of the main thread", "mainCpuS")];
}

/** An output of the station, switched off, and the rounds that are measured without and with it. */
async function createCase(station: Child, url: string, name: string, settings?: OutputInput["settings"]) {
  const outputs = `${url}/station/v1/outputs`;
  const output = settings && (await json<Output>(outputs, { name, enabled: false, settings }));
  const pushAll = async () => {
    for (let first = 0; first < AIRCRAFT; first += RECORDS_PER_PUSH) {
      await json(`${url}/station/v1/ingest/scout`, detections(first, Date.now()));
    }
  };

  /** Measures some work, whose records are all sent in the measured time or soon after. */
  async function measureRound(hasOutput: boolean, records: number, work: () => Promise<number>): Promise<Measured> {
    const address = output && hasOutput ? `${outputs}/${output.id}` : undefined;
    if (address !== undefined) {
      await json(address, { enabled: true }, "PATCH");
      await until<Output>(address, ({ state }) => state === "running");
    }
    await station.ask("reset");
    const elapsedS = await work();
    await pause(SETTLE_MS);
    const { cpuS, mainCpuS } = await station.ask<LoopReport>("report");
    if (address !== undefined) {
      await until<Output>(address, ({ sent, dropped, coalesced }) => sent + dropped + coalesced >= records);
      await json(address, { enabled: false }, "PATCH");
    }
    return { elapsedS, cpuS, mainCpuS };
  }

  return {
    name,
    flatOut: (hasOutput: boolean) =>
      measureRound(hasOutput, PUSHES * AIRCRAFT, () =>
        seconds(async () => {
          for (let push = 0; push < PUSHES; push += 1) await pushAll();
        }),
      ),
    atOneHz: (hasOutput: boolean) =>
      measureRound(hasOutput, SECONDS_AT_1_HZ * AIRCRAFT, () =>
        seconds(async () => {
          for (let second = 0; second < SECONDS_AT_1_HZ; second += 1) await Promise.all([pause(1000), pushAll()]);
        }),
      ),
  };
}

async function until<T>(url: string, isSo: (answer: T) => boolean): Promise<void> {
  while (!isSo(await json<T>(url))) await pause(POLL_MS);
}

async function json<T>(url: string, body?: unknown, method = "POST"): Promise<T> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(url, sent);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

function detections(first: number, timeMs: number): readonly object[] {
  return Array.from({ length: RECORDS_PER_PUSH }, (_, index) => {
    const at = first + index;
    const place = { Latitude: 50 + (at % 70) / 100, Longitude: 14 + Math.floor(at / 70) / 100 };
    return {
      sn: "bench-receiver-1",
      time: timeMs,
      mac: `02:00:00:00:${(at >> 8).toString(16).padStart(2, "0")}:${(at & 0xff).toString(16).padStart(2, "0")}`,
      tech: "wifi_beacon",
      rssi: -60,
      odid: {
        BasicID: [{ IDType: 1, UAType: 2, UASID: `1596F3519019${String(at).padStart(8, "0")}` }],
        Location: { Status: 2, ...place, AltitudeGeo: 300.5, SpeedHorizontal: 7.25 },
      },
    };
  });
}
