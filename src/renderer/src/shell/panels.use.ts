import { useLocalStorage, useMediaQuery } from "@vueuse/core";
import { computed, nextTick, type Ref, ref, watch } from "vue";
import { useText } from "../text/index.ts";
import { usePageRequests } from "../ui/page-request.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { usePanelDrag } from "./panel-drag.use.ts";
import { createScrolledParts } from "./scrolled-parts.ts";
import {
  type Axis,
  otherSide,
  type Panel,
  parsePanelLayout,
  placeOf,
  type Side,
  USUAL_LAYOUT,
  withFold,
  withSide,
} from "./panel-layout.ts";

export interface PanelOptions {
  /** The kind of page that the layout is remembered for, on this computer. */
  readonly page: "live" | "log";
  /** In a window of this width the panels are below one another, and stay as they are. */
  readonly narrowPx: number;
  readonly axisOf: (panel: Panel) => Axis;
  /** Whether the panel is there to be seen now: a card may be closed. */
  readonly isShown: (panel: Panel) => boolean;
  /** The part of the page within which a panel is moved. */
  readonly regionOf: (panel: Panel) => HTMLElement | null;
  /** Whether the list is shown even where it was folded. */
  readonly isListNeeded?: Readonly<Ref<boolean>>;
  /** Whether the timeline is more than a line. */
  readonly isTimelineOpen?: Ref<boolean>;
  /** Puts back what else belongs to the layout, such as the sizes of panels. */
  readonly onReset?: () => void;
}

export type Panels = ReturnType<typeof usePanels>;

/** The panels around the map of a page: where they stand, how they are moved and folded, and how they were usually. */
export function usePanels(options: PanelOptions) {
  const { page, axisOf, isShown, regionOf, isTimelineOpen } = options;
  const { t } = useText();
  const toasts = useToasts();
  const stored = useLocalStorage(`fieldstation.layout-${page}`, USUAL_LAYOUT, {
    shallow: true,
    serializer: { read: parsePanelLayout, write: (layout) => JSON.stringify(layout) },
  });
  const isNarrow = useMediaQuery(`(max-width: ${options.narrowPx}px)`);
  const layout = computed(() => (isNarrow.value ? USUAL_LAYOUT : stored.value));
  /** What was done, for screen readers. */
  const announcement = ref("");

  const wordsOf = (panel: Panel, side: Side): string =>
    t("panels.placed", {
      panel: t(`panels.names.${panel}`),
      place: t(`panels.places.${placeOf(side, axisOf(panel))}`),
    });

  function isFolded(panel: Panel): boolean {
    if (panel === "timeline") return isTimelineOpen?.value === false;
    return layout.value.folded.includes(panel) && !(panel === "list" && options.isListNeeded?.value === true);
  }

  // An element that is hidden, or taken to another place of the page, forgets how far it is scrolled. The layout also
  // changes with the width of the window, and in another window.
  const scroll = createScrolledParts(() => regionOf("list"));
  watch([layout, () => isFolded("list")], () => void nextTick(scroll.note()));

  function put(panel: Panel, side: Side): void {
    stored.value = withSide(stored.value, panel, side);
    announcement.value = wordsOf(panel, side);
  }

  /** By its handle, which keeps the focus. */
  function move(panel: Panel, side: Side): void {
    put(panel, side);
    focusSoon(`[data-panel-handle=${panel}]`);
  }

  // A list that was needed may be hidden without being asked for, with the focus on something in it.
  watch(
    () => isFolded("list"),
    (isHidden) => {
      const focused = document.activeElement;
      if (!isHidden || !focused || regionOf("list")?.contains(focused) !== true) return;
      void nextTick(() => {
        if (focused.getClientRects().length === 0) focusSoon("[data-panel-unfold]");
      });
    },
  );

  function fold(panel: Panel, isToFold: boolean): void {
    if (panel === "list" && isToFold && options.isListNeeded?.value === true) {
      toasts.show(t("panels.listNeeded"));
      return;
    }
    if (panel !== "timeline") stored.value = withFold(stored.value, panel, isToFold);
    else if (isTimelineOpen) isTimelineOpen.value = !isToFold;
    announcement.value = t(isToFold ? "panels.folded" : "panels.unfolded", { panel: t(`panels.names.${panel}`) });
    // The list and its button to bring it back take the place of each other: the focus goes to the one that is there.
    if (panel === "card" && !isToFold) focusSoon("[data-panel-handle=card]");
    if (panel === "list") focusSoon(isToFold ? "[data-panel-unfold]" : "[data-panel-handle=list]");
  }

  /** The handle of the panel by which it was asked for keeps the focus. */
  function reset(panel?: Panel): void {
    stored.value = USUAL_LAYOUT;
    options.onReset?.();
    announcement.value = t("panels.isUsual");
    if (panel) focusSoon(`[data-panel-handle=${panel}]`);
  }

  /** What has the focus loses it when it is taken to another place of the page. */
  function focusSoon(selector: string): void {
    void nextTick(() => regionOf("list")?.querySelector<HTMLElement>(selector)?.focus());
  }

  /** A command of the search: a message tells what the user cannot see of it. */
  function runCommand(panel: Panel, run: () => void): void {
    run();
    if (!isShown(panel)) toasts.show(announcement.value);
  }

  const moveByCommand = (panel: Panel) => () => {
    if (isNarrow.value) toasts.show(t("panels.narrow"));
    else runCommand(panel, () => put(panel, otherSide(layout.value[panel])));
  };
  const foldByCommand = (panel: Panel) => () => {
    if (isNarrow.value && panel !== "timeline") toasts.show(t("panels.narrow"));
    else runCommand(panel, () => fold(panel, !isFolded(panel)));
  };

  usePageRequests({
    moveList: moveByCommand("list"),
    moveCard: moveByCommand("card"),
    moveTimeline: moveByCommand("timeline"),
    foldList: foldByCommand("list"),
    foldCard: foldByCommand("card"),
    foldTimeline: foldByCommand("timeline"),
    usualLayout: () => {
      reset();
      toasts.show(announcement.value);
    },
  });

  return {
    layout,
    /** Not in a narrow window. */
    canMove: computed(() => !isNarrow.value),
    announcement,
    axisOf,
    wordsOf,
    isFolded,
    move,
    fold,
    reset,
    ...usePanelDrag({ layout, axisOf, regionOf, move }),
  };
}
