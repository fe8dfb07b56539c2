import { z } from "zod";

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Position and size of the window on the desktop, in device-independent pixels. */
export type Rectangle = z.infer<typeof rectangle>;

/** What the window was like when it was last closed. */
export const windowState = z.object({ bounds: rectangle, maximized: z.boolean() });
export type WindowState = z.infer<typeof windowState>;

export const minWindowSize = { width: 800, height: 560 };
const defaultWindowSize = { width: 1280, height: 800 };
const grabbableTitlePx = 100;

/**
 * Where the window opens: where it was, when enough of its title is still on a screen to be grabbed; otherwise with
 * its remembered size wherever the system puts it. `workAreas` are the usable parts of the screens.
 */
export function placeWindow(
  state: WindowState | undefined,
  workAreas: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  if (state === undefined) return defaultWindowSize;
  const width = Math.max(state.bounds.width, minWindowSize.width);
  const height = Math.max(state.bounds.height, minWindowSize.height);
  const { x, y } = state.bounds;
  return workAreas.some((area) => isGrabbable({ x, y, width, height }, area))
    ? { x, y, width, height }
    : { width, height };
}

function isGrabbable(window: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return visibleWidth >= grabbableTitlePx && window.y >= area.y && window.y < area.y + area.height - grabbableTitlePx;
}
