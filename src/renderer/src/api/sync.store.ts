import { defineStore } from "pinia";
import { computed, shallowRef, watch } from "vue";
import type { z } from "zod";
import type { TakeAlongStart } from "../../../../server/contracts/sync-region.ts";
import type { SyncPeer, SyncPeerCreate, SyncPeerEdit } from "../../../../server/contracts/sync.ts";
import { type Failure, useAccount } from "./account.store.ts";
import { type ApiResult, call, routes } from "./station.client.ts";
import { useStation } from "./station.store.ts";

type PeerAction = "runSyncPeer" | "pauseSyncPeer" | "resumeSyncPeer";

/** The peers of synchronisation, as the live connection tells of them. */
export const useSync = defineStore("sync", () => {
  const account = useAccount();
  const station = useStation();
  const peers = shallowRef<readonly SyncPeer[]>();
  const failure = shallowRef<Failure>();

  /** An administrator sees everybody's peers; what the console says about one's own flights comes from one's own. */
  const own = computed(() =>
    (peers.value ?? []).filter(({ local_user: owner }) => account.state.kind === "local" || owner === account.user?.id),
  );

  /** Removed peers: what the live connection still tells of them comes too late. */
  const removed = new Set<string>();
  /** Peers that the live connection told of since the latest request began. */
  const told = new Map<string, SyncPeer>();

  async function refresh(): Promise<void> {
    told.clear();
    const answer = await call(routes.listSyncPeers);
    if (answer.kind === "ok") {
      peers.value = answer.value;
      // Every change is told of: what came meanwhile is newer than the answer, or a newer one follows.
      apply([...told.values()]);
    }
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  /** Takes over peers that changed. */
  function apply(changed: readonly SyncPeer[]): void {
    const latest = new Map(changed.filter(({ id }) => !removed.has(id)).map((peer) => [peer.id, peer]));
    const known = peers.value ?? [];
    for (const [id, peer] of latest) told.set(id, peer);
    peers.value = [
      ...known.map((peer) => latest.get(peer.id) ?? peer),
      ...[...latest.values()].filter(({ id }) => !known.some((peer) => peer.id === id)),
    ];
  }

  /** Forgets peers that were removed, perhaps in another window. */
  function forget(gone: readonly Pick<SyncPeer, "id">[]): void {
    for (const { id } of gone) {
      removed.add(id);
      told.delete(id);
    }
    peers.value = peers.value?.filter(({ id }) => !removed.has(id));
  }

  /** Loads them whenever the live connection begins: what changed before it, it did not tell. */
  function follow(): void {
    watch(
      () => station.live === "connected",
      (isConnected) => (isConnected ? refresh() : undefined),
      { immediate: true },
    );
  }

  async function add(peer: z.input<typeof SyncPeerCreate>): Promise<ApiResult<SyncPeer>> {
    const answer = await call(routes.createSyncPeer, { body: peer });
    // The live connection may have told of it already, and of what has happened since.
    if (answer.kind === "ok" && !peers.value?.some(({ id }) => id === answer.value.id)) apply([answer.value]);
    return answer;
  }

  /** What becomes of the peer is told by the live connection: the answer may be older. */
  function edit(id: string, changes: z.input<typeof SyncPeerEdit>): Promise<ApiResult<SyncPeer>> {
    return call(routes.editSyncPeer, { params: { id }, body: changes });
  }

  function act(action: PeerAction, id: string): Promise<ApiResult<SyncPeer>> {
    return call(routes[action], { params: { id } });
  }

  /** How it goes on is told by the live connection. */
  function takeAlong(id: string, region: z.input<typeof TakeAlongStart>): Promise<ApiResult<SyncPeer>> {
    return call(routes.takeAlong, { params: { id }, body: region });
  }

  function cancelTakeAlong(id: string): Promise<ApiResult<SyncPeer>> {
    return call(routes.cancelTakeAlong, { params: { id } });
  }

  /** `isDiscarding`: although items wait that the peer does not have. */
  async function remove(id: string, isDiscarding: boolean): Promise<ApiResult<undefined>> {
    const query = isDiscarding ? { discard: "true" } : {};
    const answer = await call(routes.removeSyncPeer, { params: { id }, query });
    if (answer.kind === "ok") forget([{ id }]);
    return answer;
  }

  return { peers, failure, own, refresh, apply, forget, follow, add, edit, act, takeAlong, cancelTakeAlong, remove };
});
