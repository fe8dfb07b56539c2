import { defineStore } from "pinia";
import { computed, shallowRef, watch } from "vue";
import type { z } from "zod";
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

  async function refresh(): Promise<void> {
    const answer = await call(routes.listSyncPeers);
    if (answer.kind === "ok") peers.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  /** Takes over peers that changed. */
  function apply(changed: readonly SyncPeer[]): void {
    const latest = new Map(changed.map((peer) => [peer.id, peer]));
    const known = peers.value ?? [];
    peers.value = [
      ...known.map((peer) => latest.get(peer.id) ?? peer),
      ...[...latest.values()].filter(({ id }) => !known.some((peer) => peer.id === id)),
    ];
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
    return taken(await call(routes.createSyncPeer, { body: peer }));
  }

  async function edit(id: string, changes: z.input<typeof SyncPeerEdit>): Promise<ApiResult<SyncPeer>> {
    return taken(await call(routes.editSyncPeer, { params: { id }, body: changes }));
  }

  async function act(action: PeerAction, id: string): Promise<ApiResult<SyncPeer>> {
    return taken(await call(routes[action], { params: { id } }));
  }

  /** `isDiscarding`: although items wait that the peer does not have. */
  async function remove(id: string, isDiscarding: boolean): Promise<ApiResult<undefined>> {
    const query = isDiscarding ? { discard: "true" } : {};
    const answer = await call(routes.removeSyncPeer, { params: { id }, query });
    await refresh();
    return answer;
  }

  function taken(answer: ApiResult<SyncPeer>): ApiResult<SyncPeer> {
    if (answer.kind === "ok") apply([answer.value]);
    return answer;
  }

  return { peers, failure, own, refresh, apply, follow, add, edit, act, remove };
});
