import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { importFlight } from "./console.flight.ts";
import { temporaryDirectory } from "./flights.fixture.ts";
import { startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import { median } from "./rounds.ts";
import { sightingsRows } from "./sightings.rows.ts";
import { addPeer, call, createAccount, runPass } from "./sync.requests.ts";
import { startCountingProxy } from "./sync.traffic.ts";
import { wireRows } from "./sync.wire.rows.ts";

const ROUNDS = 3;
const POINTS = 100_000;
const FLIGHTS = 1000;
const NOTHING = { peer: "nothing", theirs: undefined };

/** A flight log sent to another station on this computer, and a pass in which nothing is new. */
export const syncBench: Bench = async ({ profileDir, reportProgress }) => {
  reportProgress(`a flight of ${POINTS} points to another station`);
  const spent: Exchanged[] = [];
  // The first round warms up the disk.
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await exchangeOnce(profileDir);
    if (round > 0) spent.push(one);
  }
  const of = (value: keyof Exchanged) => median(spent.map((one) => one[value]));
  reportProgress("what was received, to a hub and from there to another station");
  const sightings = await sightingsRows(profileDir);
  reportProgress("a sender that is killed, and one whose bytes are counted");
  const wire = await wireRows();
  reportProgress(`a pass over ${FLIGHTS} flights of which none is new`);
  return [
    rateRow({
      what: `sync of a flight of ${POINTS} points, read back`,
      unit: "points/s",
      ours: POINTS / of("tookS"),
      ...NOTHING,
      target: { of: "ours", atLeast: 15_000 },
    }),
    timeRow({
      what: "event loop of the sender meanwhile, p99",
      unit: "ms",
      ours: of("p99Ms"),
      peer: "the same loop idle",
      theirs: of("idleMs"),
    }),
    timeRow({
      what: "the same, over the idle loop",
      unit: "ms",
      ours: of("p99Ms") - of("idleMs"),
      ...NOTHING,
      target: { of: "ours", atMost: 10 },
    }),
    timeRow({
      what: "memory of the sender, grown by it, without V8's young generation",
      unit: "MB",
      ours: of("keptMb"),
      ...NOTHING,
      target: { of: "ours", atMost: 50 },
    }),
    timeRow({ what: "the same with it", unit: "MB", ours: of("grownMb"), ...NOTHING }),
    timeRow({
      what: "bytes sent for a point",
      unit: "B",
      ours: of("sentBytes") / POINTS,
      ...NOTHING,
      target: { of: "ours", atMost: 60 },
    }),
    ...wire,
    await unchangedRow(),
    ...sightings,
  ];
};

type Exchanged = {
  readonly tookS: number;
  readonly p99Ms: number;
  readonly idleMs: number;
  readonly grownMb: number;
  readonly keptMb: number;
  readonly sentBytes: number;
};

async function exchangeOnce(profileDir: string | undefined): Promise<Exchanged> {
  using fieldDirectory = temporaryDirectory();
  using cloudDirectory = temporaryDirectory();
  const token = await createAccount(cloudDirectory.path);
  await using field = startChild("station", [fieldDirectory.path], profileDir);
  await using cloud = startChild("station", [cloudDirectory.path], profileDir);
  const url = await field.ask<string>("url");
  await importFlight(url, POINTS);
  const peer = await addPeer(url, await cloud.ask<string>("url"), token);
  await field.ask("reset");
  await pause(1000);
  const { p99Ms: idleMs } = await field.ask<LoopReport>("report");
  await field.ask("reset");
  const started = performance.now();
  const after = await runPass(url, peer.id);
  const tookS = (performance.now() - started) / 1000;
  const { p99Ms, grownMb, keptMb } = await field.ask<LoopReport>("report");
  if (after.last_error !== null) throw new Error(after.last_error.msg);
  return { tookS, p99Ms, idleMs, grownMb, keptMb, sentBytes: after.bytes.sent };
}

/** Requests of a pass in which nothing is new, counted by a proxy. */
async function unchangedRow(): Promise<Row> {
  using fieldDirectory = temporaryDirectory();
  using cloudDirectory = temporaryDirectory();
  const token = await createAccount(cloudDirectory.path);
  await using field = startChild("station", [fieldDirectory.path], undefined);
  await using cloud = startChild("station", [cloudDirectory.path], undefined);
  const url = await field.ask<string>("url");
  await using way = await startCountingProxy(await cloud.ask<string>("url"));
  for (let index = 0; index < FLIGHTS; index++) await call(url, "POST", "/v1/flights", pastFlight(index));
  const peer = await addPeer(url, way.url, token);
  await runPass(url, peer.id);
  const before = way.traffic().requests;
  const { waiting } = await runPass(url, peer.id);
  if (waiting > 0) throw new Error(`${waiting} items wait after two passes`);
  const what = `requests of a pass over ${FLIGHTS} unchanged past flights`;
  const ours = way.traffic().requests - before;
  return timeRow({ what, unit: "", ours, ...NOTHING, target: { of: "ours", atMost: 15 } });
}

function pastFlight(index: number): object {
  const start = Date.now() - (index + 2) * 600_000;
  const [from, until] = [new Date(start).toISOString(), new Date(start + 300_000).toISOString()];
  return {
    date_planned_start: from,
    date_planned_finish: until,
    date_started: from,
    date_finished: until,
    region: { type: "Point", coordinates: [14, 50], radius: 500 },
    max_flight_altitude: 300,
    takeoff_latitude: 50,
    takeoff_longitude: 14,
    status: "finished",
  };
}
