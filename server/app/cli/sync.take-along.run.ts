import { setTimeout as sleep } from "node:timers/promises";
import type { SyncPeer } from "../../contracts/sync.ts";
import type { TakeAlong, TakeAlongPart } from "../../contracts/sync-region.ts";
import { findPeer } from "../../features/sync/index.ts";
import { print } from "./print.ts";
import { runWithInterrupt } from "./with-interrupt.ts";
import { remoteSyncApi, runWithSync, type SyncApi, type SyncLocation } from "./with-sync.ts";
import type { RemoteStation } from "./remote-station.ts";

export type SyncTakeAlongOptions = SyncLocation & {
  readonly peer?: string;
  readonly bbox: string;
  readonly days: number;
};

const POLL_MS = 250;

/** Fetches a region before leaving. Exits with 0 only when all of it was fetched. */
export function syncTakeAlongCommand(options: SyncTakeAlongOptions): Promise<number> {
  return runWithInterrupt("Interrupted; what was fetched stays.", async (signal) => {
    const { url } = options;
    const taken = url === undefined ? await takeHere(options, signal) : await takeThere({ ...options, url }, signal);
    print(options.json, taken, taken.parts.map(lineOf));
    return taken.state === "done" ? 0 : 1;
  });
}

/** On a data directory that no station is using. */
function takeHere(options: SyncTakeAlongOptions, signal: AbortSignal): Promise<TakeAlong> {
  return runWithSync(options, async ({ api, sync, db }) => {
    const { id } = await choosePeer(api, options.peer);
    const peer = findPeer(db, id);
    if (peer === undefined) throw new Error("The peer was removed.");
    await sync.takeAlong.run(peer, options, signal);
    return takenOf(await api("getSyncPeer", { params: { id } }));
  });
}

/** On a running station. */
async function takeThere(
  { bbox, days, peer, ...station }: SyncTakeAlongOptions & RemoteStation,
  signal: AbortSignal,
): Promise<TakeAlong> {
  const api = remoteSyncApi(station);
  const { id } = await choosePeer(api, peer);
  await api("takeAlong", { params: { id }, body: { bbox, days } });
  for (;;) {
    const taken = takenOf(await api("getSyncPeer", { params: { id } }));
    if (taken.state !== "running") return taken;
    if (signal.aborted) await api("cancelTakeAlong", { params: { id } });
    else await sleep(POLL_MS);
  }
}

async function choosePeer(api: SyncApi, id: string | undefined): Promise<SyncPeer> {
  if (id !== undefined) return api("getSyncPeer", { params: { id } });
  const peers = await api("listSyncPeers");
  const [only] = peers;
  if (only === undefined || peers.length > 1) throw new Error("Say with --peer which peer; sync status lists them.");
  return only;
}

function takenOf({ take_along: taken }: SyncPeer): TakeAlong {
  if (taken === null) throw new Error("Nothing was taken along.");
  return taken;
}

function lineOf({ part, state, count, as_of: asOf, detail }: TakeAlongPart): string {
  return [part, state, String(count), asOf === null ? "never fetched" : `as of ${asOf}`, detail ?? ""]
    .filter((text) => text !== "")
    .join("  ");
}
