import { useLocalStorage, useWindowSize } from "@vueuse/core";
import { computed } from "vue";
import { type PanelLimits, withinLimits } from "../ui/panel-size.ts";

const MIN_PX = 300;
const MAX_PX = 760;
/** The minimum width of the map beside the list and the rail. */
const MAP_AND_RAIL_PX = 404;

/** The width of the list beside the live map: as the person set it on this computer; at first as the window allows. */
export function useListWidth() {
  /** 0: not set. */
  const stored = useLocalStorage("fieldstation.list-width", 0);
  const { width } = useWindowSize();
  const firstPx = computed(() => Math.round(Math.max(344, Math.min(420, width.value * 0.26))));
  const limits = computed<PanelLimits>(() => ({
    minPx: MIN_PX,
    maxPx: Math.max(MIN_PX, Math.min(MAX_PX, width.value - MAP_AND_RAIL_PX)),
    defaultPx: firstPx.value,
  }));
  const listPx = computed({
    get: () => (stored.value === 0 ? firstPx.value : withinLimits(stored.value, limits.value)),
    set: (px) => {
      stored.value = px === firstPx.value ? 0 : px;
    },
  });
  return {
    limits,
    listPx,
    reset() {
      stored.value = 0;
    },
    listStyle: computed(() => (stored.value === 0 ? {} : { "--list-width": `${listPx.value}px` })),
  };
}
