import type L from "leaflet";
import { shallowRef, watch } from "vue";
import { useGroundModel } from "../../api/ground-model.store.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { useMapTools } from "../tools/map-tools.store.ts";
import { HillshadeLayer, TERRAIN_PANE } from "./hillshade.layer.ts";

/** Over the maps of one's own, under zones and aircraft. */
const PANE_ORDER = 365;

/** Draws the hills on a map where the station knows them, for as long as the component that it is part of. */
export function useTerrain(): { readonly attach: (map: L.Map) => void } {
  const ground = useGroundModel();
  const preferences = usePreferences();
  const tools = useMapTools();
  const map = shallowRef<L.Map>();
  let layer: HillshadeLayer | undefined;

  watch(
    [map, () => tools.isHillshadeOn && (ground.model?.cells.length ?? 0) > 0, () => preferences.mode] as const,
    ([now, isShown, mode]) => {
      layer?.remove();
      layer = now && isShown ? new HillshadeLayer(ground.tileOf, mode).addTo(now) : undefined;
    },
  );

  return {
    attach(attached) {
      const pane = attached.createPane(TERRAIN_PANE);
      pane.style.zIndex = String(PANE_ORDER);
      pane.style.pointerEvents = "none";
      map.value = attached;
      void ground.load();
    },
  };
}
