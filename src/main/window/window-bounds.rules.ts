import { z } from "zod";

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Position and size of the window on the desktop, in device-independent pixels. */
export type Rectangle = z.infer<typeof rectangle>;

/** What the window was like when it was last closed. */
export const windowMemory = z.object({ bounds: rectangle, maximized: z.boolean() });
export type WindowMemory = z.infer<typeof windowMemory>;

export const smallestWindow = { width: 800, height: 560 };
const usualWindow = { width: 1280, height: 800 };
const grabbableTitlePx = 100;

/**
 * Where the window opens: where it was, when enough of its title is still on a screen to be grabbed; otherwise with
 * its remembered size wherever the system puts it. `workAreas` are the usable parts of the screens.
 */
export function placeWindow(
  memory: WindowMemory | undefined,
  workAreas: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  if (memory === undefined) return usualWindow;
  const width = Math.max(memory.bounds.width, smallestWindow.width);
  const height = Math.max(memory.bounds.height, smallestWindow.height);
  const { x, y } = memory.bounds;
  return workAreas.some((area) => isGrabbable({ x, y, width, height }, area))
    ? { x, y, width, height }
    : { width, height };
}

function isGrabbable(window: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return visibleWidth >= grabbableTitlePx && window.y >= area.y && window.y < area.y + area.height - grabbableTitlePx;
}
