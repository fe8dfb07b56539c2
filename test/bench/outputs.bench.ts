import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Output, OutputInput } from "../../server/contracts/outputs.ts";
import { ACCOUNT, hasMosquitto, mosquitto } from "../outputs/mosquitto.fixture.ts";
import type { Bench } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { type ResourceUsage, usageMedians } from "./rounds.ts";

const AIRCRAFT = 5000;
const RECORDS_PER_PUSH = 500;
/** The first is not counted: it makes the operations. */
const SECONDS = 4;
const ROUNDS = 3;
const POLL_MS = 50;

/** What sending costs: the CPU of a station that stores 5,000 aircraft at 1 Hz, with and without an output. */
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
    const measure = (settings?: OutputInput["settings"]) => () => measureStation(settings, profileDir);
    say(`${ROUNDS} rounds of ${SECONDS} seconds of 5,000 aircraft`);
    const all = { none: measure(), tak: measure(tak), mqtt: measure(mqtt) };
    const { mqtt: _, ...withoutBroker } = all;
    const { none, ...sending } = await usageMedians<keyof typeof withoutBroker>(
      ROUNDS,
      broker === undefined ? withoutBroker : all,
    );
    return Object.entries(sending).flatMap(([name, usage]) => [
      timeRow({
        what: `5,000 aircraft at 1 Hz to ${name.toUpperCase()}`,
        unit: "% of a core",
        ours: ((usage.cpuS - none.cpuS) / (SECONDS - 1)) * 100,
        peer: "nothing",
        theirs: undefined,
      }),
      rateRow({
        what: `ingest by HTTP push, with ${name.toUpperCase()} at its side`,
        unit: "records/s",
        ours: ((SECONDS - 1) * AIRCRAFT) / usage.wallS,
        peer: "the same without an output",
        theirs: ((SECONDS - 1) * AIRCRAFT) / none.wallS,
        target: { of: "ratio", atLeast: 0.97 },
      }),
    ]);
  } finally {
    sink.close();
    await broker?.remove();
  }
};

/** The CPU time until all is stored and sent, and the time that its pushes took. */
async function measureStation(
  settings: OutputInput["settings"] | undefined,
  profileDir: string | undefined,
): Promise<ResourceUsage> {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  const outputs = `${url}/station/v1/outputs`;
  const output = settings && (await json<Output>(outputs, { name: "Bench", settings }));
  let wallMs = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    if (second === 1) await station.ask("reset");
    const startedMs = performance.now();
    for (let first = 0; first < AIRCRAFT; first += RECORDS_PER_PUSH) {
      await json(`${url}/station/v1/ingest/scout`, detections(first, Date.now()));
    }
    if (second > 0) wallMs += performance.now() - startedMs;
    const due = (second + 1) * AIRCRAFT;
    if (output !== undefined) await untilSent(`${outputs}/${output.id}`, due);
  }
  const { cpuS } = await station.ask<LoopReport>("report");
  return { wallS: wallMs / 1000, cpuS };
}

async function untilSent(url: string, due: number): Promise<void> {
  for (;;) {
    const { sent, dropped } = await json<Output>(url);
    if (sent + dropped >= due) return;
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
