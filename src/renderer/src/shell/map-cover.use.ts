import { computed, type Ref } from "vue";
import type { CoveredEdge } from "../map/covered-edge.ts";

const CARD_PX = 372;
/** A notice at the foot of the map, with its distance to what is above it. */
const NOTICE_PX = 44;
/** In a narrower view the card covers the whole map. */
const MIN_WIDTH_BESIDE_CARD_PX = 700;

/** What is shown over the live map. */
export interface MapCover {
  /** Whether there is a card that covers more than a corner of the map. */
  readonly hasCard: Readonly<Ref<boolean>>;
  readonly cardSide: Readonly<Ref<CoveredEdge["side"]>>;
  readonly isReplay: Readonly<Ref<boolean>>;
  /** Whether there is a notice at the foot of the map. */
  readonly hasNotice: Readonly<Ref<boolean>>;
  readonly stage: Readonly<Ref<HTMLElement | null>>;
}

/** The CSS custom properties that keep notices apart, and how much of the map a card covers. */
export function useMapCover({ hasCard, cardSide, isReplay, hasNotice, stage }: MapCover) {
  return {
    style: computed(() => ({
      "--map-covered": `${hasCard.value ? CARD_PX : 0}px`,
      "--map-raised": `${isReplay.value ? NOTICE_PX : 0}px`,
      "--map-noticed": `${hasNotice.value ? NOTICE_PX : 0}px`,
    })),
    covered(): CoveredEdge {
      const widthPx = stage.value?.clientWidth ?? 0;
      return { side: cardSide.value, px: hasCard.value && widthPx > MIN_WIDTH_BESIDE_CARD_PX ? CARD_PX : 0 };
    },
  };
}
