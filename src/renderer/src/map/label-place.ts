import type { Occupancy } from "./occupancy.ts";

/** The symbol beside which a label is placed. */
export interface LabelledSymbol {
  readonly x: number;
  readonly y: number;
  /** The distance from its middle to its label, for a symbol that is larger than others. */
  readonly distancePx?: number;
}

export interface LabelPlace {
  readonly side: number;
  readonly leftPx: number;
  readonly topPx: number;
}

const DISTANCE_PX = 15;
const SIDES = 4;

/**
 * Finds room for a label beside a symbol: to its right, to its left, below or above; undefined if there is none. The
 * previous side is tried first, so that a label does not jump while there is room. A side where the label covers
 * nothing is preferred to one where it covers the name of a town.
 */
export function placeLabel(
  occupancy: Occupancy,
  symbol: LabelledSymbol,
  size: { readonly widthPx: number; readonly heightPx: number },
  before = 0,
): LabelPlace | undefined {
  for (const isClear of [true, false]) {
    for (let step = 0; step < SIDES; step += 1) {
      const side = step === 0 ? before : step <= before ? step - 1 : step;
      const place = { side, ...cornerOf(side, symbol, size) };
      if (isClear && !occupancy.isClear({ ...place, ...size })) continue;
      if (occupancy.claim(place.leftPx, place.topPx, size.widthPx, size.heightPx)) return place;
    }
  }
  return undefined;
}

/** A label that would be cut off at an edge of the visible canvas is placed on another side, if there is room. */
export function avoidEdges(
  occupancy: Occupancy,
  { fromPx, toPx, heightPx }: { readonly fromPx: number; readonly toPx: number; readonly heightPx: number },
): void {
  const widthPx = toPx - fromPx;
  occupancy.avoid({ leftPx: fromPx - 2, topPx: 0, widthPx: 1, heightPx });
  occupancy.avoid({ leftPx: toPx, topPx: 0, widthPx: 1, heightPx });
  occupancy.avoid({ leftPx: fromPx, topPx: -2, widthPx, heightPx: 1 });
  occupancy.avoid({ leftPx: fromPx, topPx: heightPx, widthPx, heightPx: 1 });
}

/** Whether there is room on any side. Allocates nothing: among many aircraft, nearly no label has room. */
export function hasRoom(
  occupancy: Occupancy,
  { x, y, distancePx = DISTANCE_PX }: LabelledSymbol,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): boolean {
  const middlePx = y - heightPx / 2;
  const leftPx = x - widthPx / 2;
  return (
    occupancy.isFree(x + distancePx, middlePx, widthPx, heightPx) ||
    occupancy.isFree(x - distancePx - widthPx, middlePx, widthPx, heightPx) ||
    occupancy.isFree(leftPx, y + distancePx, widthPx, heightPx) ||
    occupancy.isFree(leftPx, y - distancePx - heightPx, widthPx, heightPx)
  );
}

function cornerOf(
  side: number,
  { x, y, distancePx = DISTANCE_PX }: LabelledSymbol,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): { readonly leftPx: number; readonly topPx: number } {
  if (side === 0) return { leftPx: x + distancePx, topPx: y - heightPx / 2 };
  if (side === 1) return { leftPx: x - distancePx - widthPx, topPx: y - heightPx / 2 };
  return { leftPx: x - widthPx / 2, topPx: side === 2 ? y + distancePx : y - distancePx - heightPx };
}
