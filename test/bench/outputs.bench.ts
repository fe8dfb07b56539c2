import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Output, OutputInput } from "../../server/contracts/outputs.ts";
import { ACCOUNT, hasMosquitto, mosquitto } from "../outputs/mosquitto.fixture.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median } from "./rounds.ts";

const AIRCRAFT = 5000;
const RECORDS_PER_PUSH = 500;
/** The first is not counted: it makes the operations. */
const SECONDS = 4;
/** How often each of the aircraft is pushed as fast as the station takes it. */
const FLAT_OUT = 8;
const ROUNDS = 3;
const POLL_MS = 50;

/** What sending costs: a station that stores 5,000 aircraft, at 1 Hz and as fast as it can, with and without an output. */
export const outputsBench: Bench = async ({ profileDir, say }) => {
  const sink = createSocket("udp4").bind(0, "127.0.0.1");
  await once(sink, "listening");
  const broker = hasMosquitto ? await mosquitto() : undefined;
  await broker?.start();
  const tak = { kind: "tak", url: `udp://127.0.0.1:${sink.address().port}` } as const;
  const mqtt = {
    kind: "mqtt",
    url: `mqtt://127.0.0.1:${broker?.port ?? 0}`,
    topic: "rid/{uas_id}",
    ...ACCOUNT,
  } as const;
  try {
    say(`${ROUNDS} rounds of ${SECONDS} seconds of 5,000 aircraft, and ${FLAT_OUT} times all of them`);
    const kinds: Record<string, OutputInput["settings"] | undefined> = { none: undefined, tak };
    if (broker !== undefined) kinds["mqtt"] = mqtt;
    const seen = new Map<string, Measured[]>(Object.keys(kinds).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, settings] of Object.entries(kinds)) {
        seen.get(name)!.push(await measureStation(settings, profileDir));
      }
    }
    const { none, ...sending } = Object.fromEntries([...seen].map(([name, all]) => [name, mediansOf(all)]));
    return Object.entries(sending).flatMap(([name, measured]) => rowsOf(name.toUpperCase(), measured, none!));
  } finally {
    sink.close();
    await broker?.remove();
  }
};

type Measured = {
  /** CPU seconds of a second at 1 Hz, of all threads and of the main thread. */
  readonly cpu: number;
  readonly mainCpu: number;
  /** Seconds that the pushes took at full speed, and what the main thread worked for them. */
  readonly flatOutS: number;
  readonly flatOutMainCpuS: number;
};

function rowsOf(name: string, ours: Measured, without: Measured): readonly Row[] {
  const records = FLAT_OUT * AIRCRAFT;
  const share = (what: string, of: "cpu" | "mainCpu") =>
    timeRow({
      what: `5,000 aircraft at 1 Hz to ${name}${what}`,
      unit: "% of a core",
      ours: (ours[of] - without[of]) * 100,
      peer: "nothing",
      theirs: undefined,
    });
  const rate = (what: string, of: "flatOutS" | "flatOutMainCpuS") =>
    rateRow({
      what: `ingest by HTTP push, with ${name} at its side${what}`,
      unit: "records/s",
      ours: records / ours[of],
      peer: "the same without an output",
      theirs: records / without[of],
      target: { of: "ratio", atLeast: 0.97 },
    });
  return [
    share("", "cpu"),
    share(", of it on the main thread", "mainCpu"),
    rate("", "flatOutS"),
    rate(", by CPU of the main thread", "flatOutMainCpuS"),
  ];
}

function mediansOf(all: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(all.map((one) => one[key]));
  return {
    cpu: of("cpu"),
    mainCpu: of("mainCpu"),
    flatOutS: of("flatOutS"),
    flatOutMainCpuS: of("flatOutMainCpuS"),
  };
}

/** Pushes all aircraft once a second, then again and again without a pause; what is to be sent is sent after each. */
async function measureStation(
  settings: OutputInput["settings"] | undefined,
  profileDir: string | undefined,
): Promise<Measured> {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  const outputs = `${url}/station/v1/outputs`;
  const output = settings && (await json<Output>(outputs, { name: "Bench", settings }));
  const pushAll = async () => {
    for (let first = 0; first < AIRCRAFT; first += RECORDS_PER_PUSH) {
      await json(`${url}/station/v1/ingest/scout`, detections(first, Date.now()));
    }
  };
  const untilAllSent = async (due: number) => {
    if (output !== undefined) await untilSent(`${outputs}/${output.id}`, due);
  };

  for (let second = 0; second < SECONDS; second += 1) {
    if (second === 1) await station.ask("reset");
    const isOver = pause(1000);
    await pushAll();
    await isOver;
  }
  await untilAllSent(SECONDS * AIRCRAFT);
  const calm = await station.ask<LoopReport>("report");
  await station.ask("reset");
  const startedMs = performance.now();
  for (let round = 0; round < FLAT_OUT; round += 1) await pushAll();
  const flatOutS = (performance.now() - startedMs) / 1000;
  const flatOut = await station.ask<LoopReport>("report");
  await untilAllSent((SECONDS + FLAT_OUT) * AIRCRAFT);
  return {
    cpu: calm.cpuS / (SECONDS - 1),
    mainCpu: calm.mainCpuS / (SECONDS - 1),
    flatOutS,
    flatOutMainCpuS: flatOut.mainCpuS,
  };
}

async function untilSent(url: string, due: number): Promise<void> {
  for (;;) {
    const { sent, dropped, coalesced } = await json<Output>(url);
    if (sent + dropped + coalesced >= due) return;
    await pause(POLL_MS);
  }
}

async function json<T>(url: string, body?: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
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
