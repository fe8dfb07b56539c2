import { computed, type ComputedRef } from "vue";
import type { SourceVehicle } from "../../../../../server/contracts/vehicles.ts";
import { useSources } from "../../api/sources.store.ts";

/** The vehicle whose flight is being logged under that id; undefined when none is. */
export function useLiveVehicle(flightId: () => string): ComputedRef<SourceVehicle | undefined> {
  const sources = useSources();
  return computed(() =>
    sources.sources?.flatMap(({ vehicles }) => vehicles ?? []).find((vehicle) => vehicle.flight_id === flightId()),
  );
}
