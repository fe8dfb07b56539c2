/** The limits of a panel's size, pixels. */
export interface PanelLimits {
  readonly minPx: number;
  readonly maxPx: number;
  /** The size if the person has not set one. */
  readonly defaultPx: number;
}

const STEP_PX = 16;
const PAGE_PX = 80;

export function withinLimits(sizePx: number, { minPx, maxPx }: PanelLimits): number {
  return Math.round(Math.max(minPx, Math.min(maxPx, sizePx)));
}

/** How a separator stands, and on which side of it the panel is whose size it sets. */
export interface PanelEdge {
  readonly orientation: "vertical" | "horizontal";
  readonly panel: "before" | "after";
}

/** How much larger the panel becomes when the separator is moved to the right, or down, by a distance. */
export function growth(movedPx: number, { panel }: PanelEdge): number {
  return panel === "before" ? movedPx : -movedPx;
}

/**
 * The size after a key press on a separator (WAI-ARIA window splitter); undefined for any other key. An arrow key moves
 * the separator, which makes the panel larger or smaller.
 */
export function sizeAfterKey(key: string, sizePx: number, edge: PanelEdge, limits: PanelLimits): number | undefined {
  const [forward, back] = edge.orientation === "vertical" ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
  const changes: Readonly<Record<string, number>> = {
    [forward]: sizePx + growth(STEP_PX, edge),
    [back]: sizePx - growth(STEP_PX, edge),
    PageUp: sizePx + PAGE_PX,
    PageDown: sizePx - PAGE_PX,
    Home: limits.minPx,
    End: limits.maxPx,
    Enter: limits.defaultPx,
  };
  const changed = changes[key];
  return changed === undefined ? undefined : withinLimits(changed, limits);
}
