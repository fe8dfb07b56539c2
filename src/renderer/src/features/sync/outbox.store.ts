import { useThrottleFn } from "@vueuse/core";
import { defineStore } from "pinia";
import { computed, onScopeDispose, ref, shallowRef, watch } from "vue";
import type { SyncConflict, SyncPeer, SyncStep } from "../../../../../server/contracts/sync.ts";
import { fetchAllPages } from "../../api/all-pages.ts";
import { type ApiResult, call, type Failure, routes } from "../../api/station.client.ts";
import { useSync } from "../../api/sync.store.ts";
import type { PeerOutbox } from "./flight-sync.rules.ts";

/** The minimum interval: while points are sent, a peer changes several times a second. */
const RELOAD_EVERY_MS = 1_000;

type SentFlights = {
  readonly asOf: string | null;
  readonly wasRunning: boolean;
  readonly ids: ReadonlySet<string>;
};

/** The outboxes of the peers, item by item, and the conflicts. Loaded while a page shows something of them. */
export const useOutbox = defineStore("outbox", () => {
  const sync = useSync();
  const outboxes = shallowRef<ReadonlyMap<string, PeerOutbox>>(new Map());
  const conflicts = shallowRef<readonly SyncConflict[]>();
  const failure = shallowRef<Failure>();
  const users = ref(0);
  const sentFlights = new Map<string, SentFlights>();
  let current = 0;

  const items = computed(() => new Map([...outboxes.value].map(([id, outbox]) => [id, outbox.items])));

  async function load(): Promise<void> {
    current += 1;
    const request = current;
    const peers = sync.peers ?? [];
    const [listed, ...loaded] = await Promise.all([
      peers.length === 0 ? noConflicts() : call(routes.listSyncConflicts),
      ...peers.map(loadOutbox),
    ]);
    // A newer request has begun in the meantime: its answer is newer.
    if (request !== current) return;
    const failed = [listed, ...loaded].find(({ kind }) => kind === "refused" || kind === "unreachable");
    failure.value = failed as Failure | undefined;
    if (failed) return;
    if (listed.kind === "ok") conflicts.value = listed.value;
    outboxes.value = new Map(
      peers.flatMap(({ id }, index) => {
        const answer = loaded[index];
        return answer?.kind === "ok" ? [[id, answer.value] as const] : [];
      }),
    );
  }

  async function loadOutbox(peer: SyncPeer): Promise<ApiResult<PeerOutbox>> {
    const open = await listItems(peer.id, {});
    if (open.kind !== "ok") return open;
    const sent = await loadSentFlights(peer, open.value);
    return sent.kind === "ok" ? { kind: "ok", value: { items: open.value, sentFlights: sent.value } } : sent;
  }

  /**
   * The flights that are completely at the peer: those whose items were open before and are not any more, and those
   * that were never open here, which are requested once and after each exchange.
   */
  async function loadSentFlights(
    { id, last_success_at: asOf, running }: SyncPeer,
    open: readonly SyncStep[],
  ): Promise<ApiResult<ReadonlySet<string>>> {
    const before = sentFlights.get(id);
    const known = new Set([...(before?.ids ?? []), ...flightsOf(open)]);
    const isEnded = before?.wasRunning === true && !running;
    const isCurrent = before !== undefined && before.asOf === asOf && !isEnded;
    const answer = isCurrent ? undefined : await listItems(id, { state: "clean", kind: "flight" });
    if (answer !== undefined && answer.kind !== "ok") return answer;
    const ids = new Set([...known, ...flightsOf(answer?.value ?? [])]);
    sentFlights.set(id, { asOf, wasRunning: running, ids });
    return { kind: "ok", value: ids };
  }

  const reload = useThrottleFn(load, RELOAD_EVERY_MS, true);
  watch([() => sync.peers, () => users.value > 0], ([peers, isUsed]) => (isUsed && peers ? reload() : undefined));

  /** Keeps the outboxes loaded until the component is unmounted. */
  function use(): void {
    users.value += 1;
    onScopeDispose(() => {
      users.value -= 1;
    });
  }

  return { outboxes, items, conflicts, failure, load, use };
});

type ItemFilter = { readonly state?: "clean"; readonly kind?: "flight" };

function listItems(peerId: string, filter: ItemFilter): Promise<ApiResult<readonly SyncStep[]>> {
  return fetchAllPages((page) => call(routes.listSyncSteps, { params: { id: peerId }, query: { ...filter, ...page } }));
}

function flightsOf(items: readonly SyncStep[]): readonly string[] {
  return items.filter(({ kind }) => kind === "flight").map(({ local_id: flight }) => flight);
}

function noConflicts(): ApiResult<readonly SyncConflict[]> {
  return { kind: "ok", value: [] };
}
