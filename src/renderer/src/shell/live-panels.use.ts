import type { Ref } from "vue";
import { useTimelineSize } from "../features/timeline/timeline-size.use.ts";
import { useListWidth } from "./list-width.use.ts";
import { usePanels } from "./panels.use.ts";

/** The panels of the live page: their places, and their sizes, which return to the usual ones together. */
export function useLivePanels({
  root,
  stage,
  hasCard,
}: {
  readonly root: Readonly<Ref<HTMLElement | null>>;
  /** The map, within which a card is moved. */
  readonly stage: Readonly<Ref<HTMLElement | null>>;
  readonly hasCard: Readonly<Ref<boolean>>;
}) {
  const listWidth = useListWidth();
  const timelineSize = useTimelineSize();
  const panels = usePanels({
    page: "live",
    narrowPx: 860,
    axisOf: (panel) => (panel === "timeline" ? "down" : "across"),
    isShown: (panel) => panel !== "card" || hasCard.value,
    regionOf: (panel) => (panel === "card" ? stage : root).value,
    isTimelineOpen: timelineSize.isOpen,
    onReset: () => {
      listWidth.reset();
      timelineSize.reset();
    },
  });
  return { panels, layout: panels.layout, listWidth, timelineSize };
}
