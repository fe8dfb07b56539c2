import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import type { SyncFlight } from "../../../../../server/contracts/sync-region.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useSync } from "../../api/sync.store.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { onTick } from "../../ui/clock.ts";

const POLL_MS = 1_000;

/** The copy of a flight at a peer, and fetching its track. `onFetched` is called when the track was fetched. */
export function useFlightCopy(
  id: () => string,
  onFetched: () => void,
): { readonly copy: Readonly<Ref<SyncFlight | undefined>>; readonly fetchTrack: () => Promise<void> } {
  const { t } = useText();
  const sync = useSync();
  const toasts = useToasts();
  const copy = shallowRef<SyncFlight>();

  async function load(): Promise<void> {
    const asked = id();
    const answer = await call(routes.listSyncFlights, { params: { id: asked } });
    if (asked !== id()) return;
    // If a peer cannot be asked now, its last answer stays.
    if (answer.kind === "ok") show(answer.value[0]);
  }

  function show(next: SyncFlight | undefined): void {
    const wasFetching = copy.value?.flight_id === next?.flight_id && copy.value?.track === "fetching";
    copy.value = next;
    if (wasFetching && next?.track === "here") onFetched();
  }

  async function fetchTrack(): Promise<void> {
    const answer = await call(routes.fetchSyncTrack, { params: { id: id() } });
    if (answer.kind === "ok") show(answer.value);
    else if (answer.kind !== "cancelled") toasts.show(t("sync.failed", { reason: reasonOf(answer) }), "danger");
  }

  watch(
    [id, () => (sync.peers?.length ?? 0) > 0],
    ([asked, hasPeers]) => {
      if (copy.value?.flight_id !== asked) copy.value = undefined;
      if (hasPeers) void load();
    },
    { immediate: true },
  );
  const stopPolling = onTick(POLL_MS, () => {
    if (copy.value?.track === "fetching") void load();
  });
  onScopeDispose(stopPolling);

  return { copy, fetchTrack };
}
