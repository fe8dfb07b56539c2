import { computed, type ComputedRef } from "vue";
import { useStation } from "../../api/station.store.ts";
import { useTicking } from "../../ui/clock.ts";
import { useMapTools } from "./map-tools.store.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { type OwnPlace, ownPlaceOf } from "./own-place.ts";

/** The person's place, which follows the station's receiver while it moves. */
export function useOwnPlace(): ComputedRef<OwnPlace | undefined> {
  const station = useStation();
  const tools = useMapTools();
  const now = useTicking(station.nowMs);
  return computed(() =>
    ownPlaceOf(station.position, {
      byHand: tools.myPlace,
      isReceiverUsed: tools.isReceiverUsed,
      nowMs: now.value,
    }),
  );
}

/** The person's place at a past time: a receiver only reports the present position, so it is not used. */
export function useOwnPlaceAt(isPast: () => boolean): ComputedRef<LatLon | undefined> {
  const now = useOwnPlace();
  return computed(() => (isPast() && now.value?.kind === "receiver" ? undefined : now.value?.place));
}
