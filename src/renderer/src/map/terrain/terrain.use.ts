import type L from "leaflet";
import { computed, type ComputedRef, shallowRef, watch } from "vue";
import { useGroundModel } from "../../api/ground-model.store.ts";
import { addUnseen, type ModeChange, showUnseen } from "../mode-change.ts";
import { useMapTools } from "../tools/map-tools.store.ts";
import type { ReliefChoice } from "../relief/relief.zoom.ts";
import { HillshadeLayer, TERRAIN_PANE } from "./hillshade.layer.ts";

/** Over the map sets, under zones and aircraft. */
const PANE_ORDER = 365;

interface Terrain {
  /** Whether hills are drawn in a tile; `undefined` while they are nowhere. */
  readonly hasHills: ComputedRef<ReliefChoice["hasHills"]>;
  readonly attach: (map: L.Map, modeChange: ModeChange) => void;
}

/** Draws hills on a map where the station has heights, until the component is unmounted. */
export function useTerrain(): Terrain {
  const ground = useGroundModel();
  const tools = useMapTools();
  const place = shallowRef<{ readonly map: L.Map; readonly modeChange: ModeChange }>();
  const isShown = computed(() => tools.isHillshadeOn && (ground.model?.cells.length ?? 0) > 0);
  let layer: HillshadeLayer | undefined;
  let next: HillshadeLayer | undefined;

  function remove(): void {
    layer?.remove();
    next?.remove();
    layer = next = undefined;
  }

  watch([place, isShown] as const, ([now, isNowShown]) => {
    remove();
    if (now && isNowShown) layer = new HillshadeLayer(ground.tileOf, now.modeChange.mode).addTo(now.map);
  });

  return {
    hasHills: computed(() => (isShown.value ? ground.covers : undefined)),
    attach(map, modeChange) {
      const pane = map.createPane(TERRAIN_PANE);
      pane.style.zIndex = String(PANE_ORDER);
      pane.style.pointerEvents = "none";
      place.value = { map, modeChange };
      modeChange.add({
        prepare(mode) {
          next?.remove();
          next = layer ? new HillshadeLayer(ground.tileOf, mode) : undefined;
          return next ? addUnseen(map, next) : Promise.resolve();
        },
        show() {
          if (!next) return;
          showUnseen(next);
          layer?.remove();
          layer = next;
          next = undefined;
        },
      });
      void ground.load();
    },
  };
}
