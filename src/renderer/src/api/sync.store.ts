import { defineStore } from "pinia";
import { computed, shallowRef, watch } from "vue";
import type { z } from "zod";
import type { TakeAlongStart } from "../../../../server/contracts/sync-region.ts";
import type { SyncPeer, SyncPeerCreate, SyncPeerEdit } from "../../../../server/contracts/sync.ts";
import { useAccount } from "./account.store.ts";
import { type ApiResult, call, type Failure, routes } from "./station.client.ts";
import { useStation } from "./station.store.ts";

type PeerAction = "runSyncPeer" | "pauseSyncPeer" | "resumeSyncPeer";

/** The peers of synchronisation, as the live connection reports them. */
export const useSync = defineStore("sync", () => {
  const account = useAccount();
  const station = useStation();
  const peers = shallowRef<readonly SyncPeer[]>();
  const failure = shallowRef<Failure>();

  /** The caller's own peers: an administrator sees all peers, but only their own matter for their own flights. */
  const own = computed(() =>
    (peers.value ?? []).filter(({ local_user: owner }) => account.state.kind === "local" || owner === account.user?.id),
  );

  /** Ids of removed peers: late messages of the live connection about them are ignored. */
  const removed = new Set<string>();
  /** Peers that the live connection reported since the latest request began. */
  const reported = new Map<string, SyncPeer>();

  async function refresh(): Promise<void> {
    reported.clear();
    const answer = await call(routes.listSyncPeers);
    if (answer.kind === "ok") {
      peers.value = answer.value;
      // Every change is reported: a report since the request is newer than the answer, or a newer one follows.
      apply([...reported.values()]);
    }
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  /** Stores peers that changed. */
  function apply(changed: readonly SyncPeer[]): void {
    const latest = new Map(changed.filter(({ id }) => !removed.has(id)).map((peer) => [peer.id, peer]));
    const known = peers.value ?? [];
    for (const [id, peer] of latest) reported.set(id, peer);
    peers.value = [
      ...known.map((peer) => latest.get(peer.id) ?? peer),
      ...[...latest.values()].filter(({ id }) => !known.some((peer) => peer.id === id)),
    ];
  }

  /** Deletes peers that were removed, possibly in another window. */
  function drop(gone: readonly Pick<SyncPeer, "id">[]): void {
    for (const { id } of gone) {
      removed.add(id);
      reported.delete(id);
    }
    peers.value = peers.value?.filter(({ id }) => !removed.has(id));
  }

  /** Loads them whenever the live connection begins, because it does not report earlier changes. */
  function follow(): void {
    watch(
      () => station.live === "connected",
      (isConnected) => (isConnected ? refresh() : undefined),
      { immediate: true },
    );
  }

  async function add(peer: z.input<typeof SyncPeerCreate>): Promise<ApiResult<SyncPeer>> {
    const answer = await call(routes.createSyncPeer, { body: peer });
    // The live connection may already have reported it in a newer state.
    if (answer.kind === "ok" && !peers.value?.some(({ id }) => id === answer.value.id)) apply([answer.value]);
    return answer;
  }

  /** The live connection reports the new state of the peer; the answer may be older. */
  function edit(id: string, changes: z.input<typeof SyncPeerEdit>): Promise<ApiResult<SyncPeer>> {
    return call(routes.editSyncPeer, { params: { id }, body: changes });
  }

  function act(action: PeerAction, id: string): Promise<ApiResult<SyncPeer>> {
    return call(routes[action], { params: { id } });
  }

  /** The live connection reports the progress. */
  function takeAlong(id: string, region: z.input<typeof TakeAlongStart>): Promise<ApiResult<SyncPeer>> {
    return call(routes.takeAlong, { params: { id }, body: region });
  }

  function cancelTakeAlong(id: string): Promise<ApiResult<SyncPeer>> {
    return call(routes.cancelTakeAlong, { params: { id } });
  }

  /** `isDiscarding`: remove the peer although there are items that it does not have yet. */
  async function remove(id: string, isDiscarding: boolean): Promise<ApiResult<undefined>> {
    const query = isDiscarding ? { discard: "true" } : {};
    const answer = await call(routes.removeSyncPeer, { params: { id }, query });
    if (answer.kind === "ok") drop([{ id }]);
    return answer;
  }

  return { peers, failure, own, refresh, apply, drop, follow, add, edit, act, takeAlong, cancelTakeAlong, remove };
});
