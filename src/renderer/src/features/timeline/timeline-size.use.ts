import { useLocalStorage, useMediaQuery } from "@vueuse/core";
import { computed, type Ref } from "vue";
import type { PanelLimits } from "../../ui/panel-size.ts";

/** The additional height for overlapping operations. */
export const EXTRA_HEIGHT_LIMITS: PanelLimits = { minPx: 0, maxPx: 240, defaultPx: 0 };

/** How much room the timeline takes, as the person set it on this computer. */
export interface TimelineSize {
  /** Whether it is more than one line. */
  readonly isOpen: Ref<boolean>;
  readonly extraPx: Ref<number>;
  reset(): void;
}

export function useTimelineSize(): TimelineSize {
  const isLow = useMediaQuery("(max-height: 760px)");
  const isOpenPreferred = useLocalStorage("fieldstation.timeline-open", true);
  /** In a low window the timeline is collapsed to one line until the person opens it. */
  const isOpenWhileLow = useLocalStorage("fieldstation.timeline-open-low", false);
  const extraPx = useLocalStorage("fieldstation.timeline-extra", EXTRA_HEIGHT_LIMITS.defaultPx);
  return {
    isOpen: computed({
      get: () => (isLow.value ? isOpenWhileLow.value : isOpenPreferred.value),
      set: (value) => {
        if (isLow.value) isOpenWhileLow.value = value;
        else isOpenPreferred.value = value;
      },
    }),
    extraPx,
    reset() {
      isOpenPreferred.value = true;
      isOpenWhileLow.value = false;
      extraPx.value = EXTRA_HEIGHT_LIMITS.defaultPx;
    },
  };
}
