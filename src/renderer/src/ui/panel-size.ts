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

/**
 * The size after a key press on a separator (WAI-ARIA window splitter); undefined for any other key. The panel is
 * before a vertical separator and after a horizontal one, which moves up to make the panel larger.
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
