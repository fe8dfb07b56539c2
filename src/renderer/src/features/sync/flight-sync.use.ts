import { computed } from "vue";
import { useSync } from "../../api/sync.store.ts";
import { type FlightSync, flightSyncOf, indexFlights } from "./flight-sync.rules.ts";
import { useOutbox } from "./outbox.store.ts";

/** The synchronisation state of each flight; undefined without a peer, or before the outbox is loaded. */
export function useFlightSync(): (flightId: string) => FlightSync | undefined {
  const sync = useSync();
  const outbox = useOutbox();
  outbox.use();
  const peers = computed(() =>
    sync.own.flatMap(({ id }) => {
      const known = outbox.outboxes.get(id);
      return known ? [indexFlights(known)] : [];
    }),
  );
  return (flightId) => flightSyncOf(flightId, peers.value);
}
