import type L from "leaflet";
import { computed, type ComputedRef, shallowRef, watch } from "vue";
import { loadMapTile, loadOverlay, useMapSets } from "../../api/map-sets.store.ts";
import { usePendingRemovals } from "../../ui/pending-removals.store.ts";
import type { ModeChange } from "../mode-change.ts";
import { mapSetCreditsOf, type MapSetCredits, NO_REPORT } from "./map-set-credits.ts";
import { MapSetLayers } from "./map-set-layers.ts";

/** Shows the map sets of the station on a map until the component is unmounted. */
export function useMapSetLayers(): {
  readonly attach: (map: L.Map, modeChange: ModeChange) => void;
  readonly credits: ComputedRef<MapSetCredits>;
} {
  const mapSets = useMapSets();
  const removals = usePendingRemovals();
  const layers = shallowRef<MapSetLayers>();
  const report = shallowRef(NO_REPORT);
  const drawn = computed(() => mapSets.shown.filter(({ id }) => !removals.isPending(id)));
  const outlined = computed(() => drawn.value.find(({ id }) => id === mapSets.outlinedId));

  watch([layers, drawn], ([now, sets]) => now?.showSets(sets));
  watch([layers, outlined], ([now, set]) => now?.outline(set));

  return {
    attach(map, modeChange) {
      layers.value = new MapSetLayers(map, {
        mode: modeChange.mode,
        loadTile: loadMapTile,
        loadOverlay,
        onReport: (next) => {
          report.value = next;
        },
      });
      modeChange.add(layers.value);
      void mapSets.load();
    },
    credits: computed(() => mapSetCreditsOf(drawn.value, report.value)),
  };
}
