import { z } from "zod";

const rectangle = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });

/** Position and size of the window on the desktop, in device-independent pixels. */
export type Rectangle = z.infer<typeof rectangle>;
type Size = Pick<Rectangle, "width" | "height">;

/** The state of the window when it was last closed. */
export const windowState = z.object({ bounds: rectangle, maximized: z.boolean() });
export type WindowState = z.infer<typeof windowState>;

export const minWindowSize: Size = { width: 800, height: 560 };
const defaultWindowSize: Size = { width: 1280, height: 800 };
const grabbableTitlePx = 100;
/** On Windows the frame is wider than it looks: beside the edge of a screen its unseen part lies beyond that. */
const unseenFramePx = 8;

/**
 * Where the window opens: where it was, when all of it is on screens still. Where a part of it is not, it is moved onto
 * the screen that shows most of it, and made no larger than that; where its title could not be grabbed, the system
 * places it, no larger than the main screen. `workAreas` are the usable parts of the screens, the main one's first.
 */
export function placeWindow(
  state: WindowState | undefined,
  workAreas: readonly Rectangle[],
): Size & { readonly x?: number; readonly y?: number } {
  const [main] = workAreas;
  if (state === undefined) return limitTo(main, defaultWindowSize);
  const size = atLeastUsable(state.bounds);
  const bounds = { ...state.bounds, ...size };
  if (isWhollyShown(bounds, workAreas)) return bounds;
  const [best] = workAreas
    .filter((area) => isGrabbable(bounds, area))
    .toSorted((one, other) => sharedArea(bounds, other) - sharedArea(bounds, one));
  return best === undefined ? limitTo(main, size) : moveInto(best, bounds);
}

function isWhollyShown({ x, y, width, height }: Rectangle, workAreas: readonly Rectangle[]): boolean {
  const seen = { x: x + unseenFramePx, y, width: width - 2 * unseenFramePx, height: height - unseenFramePx };
  return sum(workAreas.map((area) => sharedArea(seen, area))) >= seen.width * seen.height;
}

function moveInto(area: Rectangle, bounds: Rectangle): Rectangle {
  const { width, height } = limitTo(area, bounds);
  return {
    x: Math.max(area.x, Math.min(bounds.x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(bounds.y, area.y + area.height - height)),
    width,
    height,
  };
}

/** A screen smaller than what the console can use is the one case where the window is larger. */
function limitTo(area: Size | undefined, { width, height }: Size): Size {
  if (area === undefined) return { width, height };
  return atLeastUsable({ width: Math.min(width, area.width), height: Math.min(height, area.height) });
}

function atLeastUsable({ width, height }: Size): Size {
  return { width: Math.max(width, minWindowSize.width), height: Math.max(height, minWindowSize.height) };
}

/** How much of the window an area shows, in square pixels. */
function sharedArea(window: Rectangle, area: Rectangle): number {
  const height = Math.min(window.y + window.height, area.y + area.height) - Math.max(window.y, area.y);
  return Math.max(0, sharedWidth(window, area)) * Math.max(0, height);
}

function sharedWidth(window: Rectangle, area: Rectangle): number {
  return Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
}

function isGrabbable(window: Rectangle, area: Rectangle): boolean {
  return (
    sharedWidth(window, area) >= grabbableTitlePx &&
    window.y >= area.y &&
    window.y < area.y + area.height - grabbableTitlePx
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
