/** How large a panel may be, pixels. */
export interface PanelLimits {
  readonly minPx: number;
  readonly maxPx: number;
  /** Where the person has not chosen. */
  readonly defaultPx: number;
}

const STEP_PX = 16;
const PAGE_PX = 80;

export function withinLimits(sizePx: number, { minPx, maxPx }: PanelLimits): number {
  return Math.round(Math.max(minPx, Math.min(maxPx, sizePx)));
}

/**
 * The size after a key on a separator (WAI-ARIA window splitter); undefined where the key means nothing to it. The
 * panel is before a vertical separator, and after a horizontal one: that moves up to make it larger.
 */
export function sizeAfterKey(
  key: string,
  sizePx: number,
  orientation: "vertical" | "horizontal",
  limits: PanelLimits,
): number | undefined {
  const [more, less] = orientation === "vertical" ? ["ArrowRight", "ArrowLeft"] : ["ArrowUp", "ArrowDown"];
  const changes: Readonly<Record<string, number>> = {
    [more]: sizePx + STEP_PX,
    [less]: sizePx - STEP_PX,
    PageUp: sizePx + PAGE_PX,
    PageDown: sizePx - PAGE_PX,
    Home: limits.minPx,
    End: limits.maxPx,
    Enter: limits.defaultPx,
  };
  const changed = changes[key];
  return changed === undefined ? undefined : withinLimits(changed, limits);
}
