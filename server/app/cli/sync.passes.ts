import { setTimeout as sleep } from "node:timers/promises";
import type { SyncKind, SyncPeer, SyncStep } from "../../contracts/sync.ts";
import type { Sync } from "../compose/sync.ts";
import type { SyncApi } from "./with-sync.ts";

type Counts = Readonly<Partial<Record<SyncKind, number>>>;

/** The result of a pass with a peer, and what is still to be sent. */
export type PeerRun = Pick<SyncPeer, "id" | "state" | "waiting" | "needs_person" | "conflicts" | "last_error"> & {
  readonly sent: Counts;
  readonly received: Counts;
};

type Which = { readonly peer: string | undefined; readonly signal: AbortSignal };

const POLL_MS = 250;
const ITEMS_PER_PAGE = 1000;

/** Runs a pass with each peer in this process, on a data directory that no station is using. */
export async function runLocally(api: SyncApi, { engine }: Sync, { peer, signal }: Which): Promise<readonly PeerRun[]> {
  const runs: PeerRun[] = [];
  for (const { id, paused } of await listChosen(api, peer)) {
    signal.throwIfAborted();
    if (paused) {
      runs.push(runOf(await api("getSyncPeer", { params: { id } }), {}, {}));
      continue;
    }
    const { sent, received } = await engine.pass(id, signal);
    runs.push(runOf(await api("getSyncPeer", { params: { id } }), sent, received));
  }
  return runs;
}

/**
 * Has a running station do a pass with each peer. What was sent follows from its outbox before and after; the API does
 * not report what was received.
 */
export async function runRemotely(api: SyncApi, { peer, signal }: Which): Promise<readonly PeerRun[]> {
  const runs: PeerRun[] = [];
  for (const { id } of await listChosen(api, peer)) {
    signal.throwIfAborted();
    const before = await listUnsent(api, id);
    await api("runSyncPeer", { params: { id } });
    const ended = await passEnded(api, id, signal);
    const left = new Set((await listUnsent(api, id)).map((step) => step.id));
    const sent: Partial<Record<SyncKind, number>> = {};
    for (const { id: step, kind } of before) if (!left.has(step)) sent[kind] = (sent[kind] ?? 0) + 1;
    runs.push(runOf(ended, sent, {}));
  }
  return runs;
}

async function listChosen(api: SyncApi, peer: string | undefined): Promise<readonly SyncPeer[]> {
  return peer === undefined ? api("listSyncPeers") : [await api("getSyncPeer", { params: { id: peer } })];
}

async function passEnded(api: SyncApi, id: string, signal: AbortSignal): Promise<SyncPeer> {
  for (;;) {
    const peer = await api("getSyncPeer", { params: { id } });
    if (!peer.running) return peer;
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function listUnsent(api: SyncApi, id: string): Promise<readonly SyncStep[]> {
  const all: SyncStep[] = [];
  for (;;) {
    const query = { limit: String(ITEMS_PER_PAGE), offset: String(all.length) };
    const page = await api("listSyncSteps", { params: { id }, query });
    all.push(...page);
    if (page.length < ITEMS_PER_PAGE) return all;
  }
}

function runOf(peer: SyncPeer, sent: Counts, received: Counts): PeerRun {
  const { id, state, waiting, needs_person, conflicts, last_error } = peer;
  return { id, state, sent, received, waiting, needs_person, conflicts, last_error };
}
