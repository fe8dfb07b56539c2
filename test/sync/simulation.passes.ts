import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import { findPeer } from "../../server/features/sync/peers.store.ts";
import { listItems, nextDueMs } from "../../server/features/sync/outbox.store.ts";
import type { WritableDb } from "../../server/storage/database.ts";
import { faultOf } from "./faults.ts";
import type { Run } from "./simulation.model.ts";
import { openEngine } from "./simulation.process.ts";
import { recordStationValues } from "./world.ts";

const MAX_PASSES = 400;

/** Passes of all stations, whenever one is due, until a time. `between` happens between them. */
export async function passUntil(run: Run, untilMs: number, between?: () => Promise<void>): Promise<void> {
  const { world, rest } = run;
  const { time, random, stations } = world;
  for (let count = 0; count < MAX_PASSES; count++) {
    const next = stations.map((_, at) => dueMs(run, at));
    const atMs = Math.min(...next);
    if (atMs >= untilMs) break;
    time.nowMs = Math.max(time.nowMs, atMs);
    const at = next.indexOf(atMs);
    await passOf(run, at);
    rest[at]!.lastMs = time.nowMs;
    if (between !== undefined && random.chance(0.5)) await between();
    if (run.isFaulty) for (const name of run.faults) faultOf(name).between?.(run.context(at));
  }
  time.nowMs = Math.max(time.nowMs, untilMs);
}

/** When the next pass of a station is due, and at least a growing pause after one that changed nothing. */
function dueMs({ world, rest, isFaulty, faultGapMs }: Run, at: number): number {
  const { stations, peers, time } = world;
  const { faults, clock } = stations[at]!;
  const peer = findPeer(faults.db, peers[at]!)!;
  const { lastMs, gapMs } = rest[at]!;
  const earliestMs = lastMs + Math.max(gapMs, isFaulty ? faultGapMs : SECOND_MS);
  // As in the engine: only a person starts it again.
  if (peer.state === "incompatible") return Infinity;
  if (peer.state === "signed_out" || peer.state === "wrong_account") return Math.max(earliestMs, lastMs + 8 * HOUR_MS);
  const isAtOnce = peer.state === "ready" && peer.attempt === 0;
  const stepMs = isAtOnce ? (nextDueMs(faults.db, peers[at]!) ?? Infinity) : Infinity;
  const stationMs = Math.min(peer.nextMs ?? 0, stepMs);
  return Math.max(earliestMs, time.nowMs + Math.max(0, stationMs - clock.now()));
}

async function passOf(run: Run, at: number): Promise<void> {
  const { world, engines, rest, trace } = run;
  const station = world.stations[at]!;
  trace?.(`${new Date(world.time.nowMs).toISOString()} station ${at}`);
  station.faults.arm(true);
  try {
    await engines[at]!.pass(world.peers[at]!, new AbortController().signal);
  } finally {
    station.faults.arm(false);
  }
  if (station.faults.isDead()) {
    trace?.("  crashed");
    engines[at] = openEngine(run, at);
  }
  await recordStationValues(world, at);
  if (trace !== undefined) traceOutbox(run, at, trace);
  const outbox = outboxOf(station.faults.db, world.peers[at]!);
  const resting = rest[at]!;
  const isAtRest = outbox === resting.outbox || (!run.isFaulty && outbox === IN_STEP);
  resting.gapMs = isAtRest ? nextRestMs(run, resting.gapMs, outbox) : 0;
  resting.outbox = outbox;
}

/** What tells whether a pass changed anything. */
function outboxOf(db: WritableDb, peer: string): string {
  return db
    .prepare<[object], string>(
      `SELECT state || (SELECT coalesce(group_concat(concat_ws(' ', id, state, step, seq, cursor_ms, sent)), '') FROM sync_step
         WHERE peer = @peer AND state <> 'clean') FROM sync_peer WHERE id = @peer`,
    )
    .pluck()
    .get({ peer })!;
}

function traceOutbox({ world }: Run, at: number, trace: (line: string) => void): void {
  const { db } = world.stations[at]!.faults;
  const peer = findPeer(db, world.peers[at]!)!;
  const all = listItems(db, peer.id, { state: null, kind: null, limit: 1000, offset: 0 });
  const items = all.map(({ kind, action, state, code, detail }) => `${kind}/${action}/${state}/${code}/${detail}`);
  trace(`  ${peer.state} ${peer.error?.msg ?? ""} ${items.join("; ")}`);
}

/**
 * After a pass that changed nothing: long pauses once everything is synchronised, because every pass costs the same.
 */
function nextRestMs({ isFaulty }: Run, gapMs: number, outbox: string): number {
  if (isFaulty) return Math.min(Math.max(gapMs, MINUTE_MS) * 20, DAY_MS);
  return gapMs === 0 && outbox !== IN_STEP ? 6 * HOUR_MS : DAY_MS;
}

/** What `outboxOf` gives of a peer that can be reached and lacks nothing. */
const IN_STEP = "ready";

/** One more pass of each station, and the writing requests that it made. */
export async function passOnceMore(run: Run): Promise<readonly string[]> {
  const { world } = run;
  // The last but one pass may bring what another station sent in its last one.
  const turns = world.stations.length > 1 ? 3 : 0;
  for (let turn = 0; turn < turns; turn++) if ((await passEach(run)).length === 0) break;
  world.time.nowMs += HOUR_MS;
  return passEach(run);
}

/** Gives the requests that write. */
async function passEach(run: Run): Promise<readonly string[]> {
  const { world } = run;
  const before = world.cloud.requests.length;
  for (const at of world.stations.keys()) await passOf(run, at);
  return world.cloud.requests
    .slice(before)
    .filter(({ method }) => method !== "GET")
    .map(({ method, url, status }) => `${method} ${url} ${status}`);
}
