import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Bench } from "./bench.rows.ts";
import { rateRow } from "./bench.rows.ts";
import { FIRST_MS, temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median, seconds, type ResourceUsage } from "./rounds.ts";
import { type Delta, feedSignalk, isSignalkInstalled } from "./signalk.peer.ts";

const AIRCRAFT = 100;
const STEP_MS = 1000;
const RECORDS_PER_PUSH = 500;
const CONCURRENT_PUSHES = 4;
const ROUNDS = 3;
const BARE = "bare clustered inserts, 1,000 a transaction";
const SIGNALK = "signalk-server, which stores nothing";
/** Records for the peer, whatever the size of the run: its cost per record is constant. */
const SIGNALK_RECORDS = 60_000;

/** From bytes to published records on disk, compared with bare inserts into the same schema and with signalk-server. */
export const ingestBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  const records = isFull ? 300_000 : 60_000;
  using directory = temporaryDirectory();
  const recording = join(directory.path, "recording.jsonl");
  writeFileSync(recording, Array.from({ length: records }, (_, at) => udpLine(at)).join(""));
  const pushes = Array.from({ length: Math.ceil(records / RECORDS_PER_PUSH) }, (_, at) => pushBody(at));

  const deltas = isSignalkInstalled() ? Array.from({ length: SIGNALK_RECORDS }, (_, at) => deltaOf(at)) : undefined;
  const spent = { replay: [] as ResourceUsage[], push: [] as ResourceUsage[], bare: [] as ResourceUsage[] };
  const peer: ResourceUsage[] = [];
  // The first round warms up the disk; each is a new process and a new database.
  for (let round = 0; round <= ROUNDS; round++) {
    reportProgress(`round ${round} of ${ROUNDS}`);
    const took = {
      bare: await inProcess("bare", { records, aircraft: AIRCRAFT }, profileDir),
      replay: await inProcess("replay", { recording, records }, profileDir),
      push: await pushAll(pushes, profileDir),
    };
    const peerUsage = deltas && (await feedSignalk(deltas));
    if (round === 0) continue;
    if (peerUsage !== undefined) peer.push(peerUsage);
    for (const name of ["replay", "push", "bare"] as const) spent[name].push(took[name]);
  }
  const rate = (name: keyof typeof spent, value: keyof ResourceUsage) =>
    records / median(spent[name].map((one) => one[value]));
  const peerRate = (value: keyof ResourceUsage) =>
    peer.length === 0 ? undefined : SIGNALK_RECORDS / median(peer.map((one) => one[value]));
  const rowsOf = (what: string, name: "replay" | "push") => [
    rateRow({
      what,
      unit: "records/s",
      ours: rate(name, "wallS"),
      peer: BARE,
      theirs: rate("bare", "wallS"),
      target: { of: "ratio", atLeast: 0.27 },
    }),
    rateRow({
      what,
      unit: "records/s",
      ours: rate(name, "wallS"),
      peer: SIGNALK,
      theirs: peerRate("wallS"),
      target: { of: "ratio", atLeast: 1.5 },
    }),
    rateRow({
      what: `${what}, by CPU`,
      unit: "records/CPU s",
      ours: rate(name, "cpuS"),
      peer: BARE,
      theirs: rate("bare", "cpuS"),
    }),
    rateRow({
      what: `${what}, by CPU`,
      unit: "records/CPU s",
      ours: rate(name, "cpuS"),
      peer: SIGNALK,
      theirs: peerRate("cpuS"),
    }),
  ];
  return [
    ...rowsOf("ingest of JSON lines, stored and published", "replay"),
    ...rowsOf("ingest by HTTP push, answered after the commit", "push"),
  ];
};

/** Time and CPU of a separate process for the work alone. */
async function inProcess(command: string, argument: object, profileDir: string | undefined): Promise<ResourceUsage> {
  using directory = temporaryDirectory();
  await using child = startChild("ingest", [directory.path], profileDir);
  // Awaited here: the child is ended with the block.
  return await child.ask<ResourceUsage>(command, argument);
}

async function pushAll(bodies: readonly string[], profileDir: string | undefined): Promise<ResourceUsage> {
  using directory = temporaryDirectory();
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");
  const waiting = bodies.toReversed();
  const pushOn = async () => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) await push(url, body);
  };
  await station.ask("reset");
  const wallS = await seconds(() => Promise.all(Array.from({ length: CONCURRENT_PUSHES }, pushOn)));
  const { cpuS } = await station.ask<LoopReport>("report");
  return { wallS, cpuS };
}

function push(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const call = request(`${url}/station/v1/ingest/scout`, { method: "POST", headers }, (response) => {
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`a push was answered with ${response.statusCode}`));
      response.once("end", resolve);
    });
    call.once("error", reject);
    call.end(body);
  });
}

const placeOf = (at: number) => ({
  mac: `02:00:00:00:00:${(at % AIRCRAFT).toString(16).padStart(2, "0")}`,
  serial: `1596F3519019${String(at % AIRCRAFT).padStart(8, "0")}`,
  timeMs: FIRST_MS + Math.floor(at / AIRCRAFT) * STEP_MS + (at % AIRCRAFT),
  latitude: 50 + (at % AIRCRAFT) / 100 + Math.floor(at / AIRCRAFT) * 1e-5,
  longitude: 14 + ((at * 7) % AIRCRAFT) / 100,
});

function deltaOf(at: number): Delta {
  const { timeMs, latitude, longitude } = placeOf(at);
  const vessel = `urn:mrn:imo:mmsi:${200_000_000 + (at % AIRCRAFT)}`;
  return { vessel, timeMs, latitude, longitude, courseRad: ((at % 360) * Math.PI) / 180 };
}

function udpLine(at: number): string {
  const { mac, serial, timeMs, latitude, longitude } = placeOf(at);
  const observation = {
    t: timeMs / 1000,
    mac,
    radio: "wifi_beacon",
    rssi: -60,
    channel: 6,
    lat: latitude,
    lon: longitude,
  };
  return `${JSON.stringify({ ...observation, alt: 300.5, speed: 7.25, hdg: at % 360, id: serial })}\n`;
}

function pushBody(push: number): string {
  const detections = Array.from({ length: RECORDS_PER_PUSH }, (_, index) => {
    const { mac, serial, timeMs, latitude, longitude } = placeOf(push * RECORDS_PER_PUSH + index);
    return {
      sn: "bench-receiver-1",
      time: timeMs,
      mac,
      tech: "wifi_beacon",
      rssi: -60,
      odid: {
        BasicID: [{ IDType: 1, UAType: 2, UASID: serial }],
        Location: { Status: 2, Latitude: latitude, Longitude: longitude, AltitudeGeo: 300.5, SpeedHorizontal: 7.25 },
      },
    };
  });
  return detections.map((one) => JSON.stringify(one)).join("\n");
}
