/** What a card covers at one edge of a map, CSS pixels. The buttons of the map are at the other edge. */
export interface CoveredEdge {
  readonly side: "left" | "right";
  readonly px: number;
}

export const NOTHING_COVERED: CoveredEdge = { side: "right", px: 0 };

/** Between what is brought into view and an edge. */
export const FIT_PADDING_PX = 60;
/** The room for the map buttons, with space for a symbol beside them. */
const BUTTONS_PX = 84;

/** The stretch of the map's width that can be seen. */
export function uncoveredOf(
  widthPx: number,
  { side, px }: CoveredEdge,
): { readonly fromPx: number; readonly toPx: number } {
  return side === "left" ? { fromPx: px, toPx: widthPx } : { fromPx: 0, toPx: widthPx - px };
}

/** From the middle of the map to the middle of what can be seen of it. */
export function middleOffsetPx({ side, px }: CoveredEdge): number {
  return side === "left" ? px / 2 : -px / 2;
}

/** What stays free at the left and at the right of what is brought into view. */
export function fitPaddingOf({ side, px }: CoveredEdge): { readonly leftPx: number; readonly rightPx: number } {
  const besideCardPx = FIT_PADDING_PX + px;
  return side === "left"
    ? { leftPx: besideCardPx, rightPx: BUTTONS_PX }
    : { leftPx: BUTTONS_PX, rightPx: besideCardPx };
}
