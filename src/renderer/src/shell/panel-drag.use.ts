import { useEventListener } from "@vueuse/core";
import { type Ref, ref } from "vue";
import { type Axis, type Panel, type PanelLayout, type Side, sideAt } from "./panel-layout.ts";

/** A panel that is held by the pointer, and the side to which it would go. */
export interface PanelDrag {
  readonly panel: Panel;
  readonly side: Side;
}

/** Moves panels with the pointer: to the half of a region over which one is let go. Escape ends it. */
export function usePanelDrag({
  layout,
  axisOf,
  regionOf,
  move,
}: {
  readonly layout: Readonly<Ref<PanelLayout>>;
  readonly axisOf: (panel: Panel) => Axis;
  readonly regionOf: (panel: Panel) => HTMLElement | null;
  readonly move: (panel: Panel, side: Side) => void;
}) {
  const drag = ref<PanelDrag>();

  function cancelDrag(): void {
    drag.value = undefined;
  }

  // Nothing else may take the key: it would close the card that is being moved.
  useEventListener(
    window,
    "keydown",
    (event) => {
      if (!drag.value || event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      cancelDrag();
    },
    { capture: true },
  );

  return {
    drag,
    cancelDrag,
    /** The panel is held over a point of the window. */
    dragTo(panel: Panel, point: { readonly x: number; readonly y: number }): void {
      const region = regionOf(panel)?.getBoundingClientRect();
      if (region) drag.value = { panel, side: sideAt(point, region, axisOf(panel)) };
    },
    drop(): void {
      const dropped = drag.value;
      cancelDrag();
      if (dropped && dropped.side !== layout.value[dropped.panel]) move(dropped.panel, dropped.side);
    },
  };
}
