import { useMediaQuery } from "@vueuse/core";
import { computed, type Ref } from "vue";
import type { MergeMode } from "./merge-mode.use.ts";
import type { Axis } from "./panel-layout.ts";
import { usePanels } from "./panels.use.ts";

/** The panels of the log. On a large screen the card stands beside the map, otherwise, and folded, below or above it. */
export function useLogPanels({
  root,
  aside,
  merging,
}: {
  readonly root: Readonly<Ref<HTMLElement | null>>;
  /** The map and the card, beside the list. */
  readonly aside: Readonly<Ref<HTMLElement | null>>;
  readonly merging: MergeMode;
}) {
  const isLarge = useMediaQuery("(min-width: 2300px)");
  const panels = usePanels({
    page: "log",
    narrowPx: 960,
    axisOf: (panel): Axis => {
      const isBeside = panel === "list" || (isLarge.value && !panels.isFolded("card"));
      return isBeside ? "across" : "down";
    },
    isShown: (panel) => panel !== "timeline",
    // What is merged, and how it is cancelled, stands above the list.
    isListNeeded: computed(() => merging.kept.value !== undefined),
    regionOf: (panel) => (panel === "card" ? aside : root).value,
  });
  return { panels, layout: panels.layout };
}
