import type { Mode } from "../support/browser.ts";
import type { Screen } from "../support/screens.ts";

export const PICTURE_STATES = ["full", "empty", "loading", "error"] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

export const PICTURE_MODES: readonly Mode[] = ["day", "night", "red"];

/** In CSS pixels: a phone, a small laptop, the usual one, a large screen, and a wall of 4K without magnification. */
export const PICTURE_SIZES = ["390x844", "1024x700", "1280x800", "2560x1440", "3840x2160"] as const;
/** On a phone only pages that are full. */
const SIZE_OF_PHONE: PictureSize = "390x844";
/** In 4K only the pages that differ there, because such a picture takes long: a map, a list, charts and a form. */
const SIZE_OF_4K: PictureSize = "3840x2160";
const SCREENS_IN_4K = ["live", "log", "flight", "settings"];
export type PictureSize = (typeof PICTURE_SIZES)[number];

export interface PictureChoice {
  readonly screens: readonly Screen[];
  readonly states: readonly PictureState[];
  readonly modes: readonly Mode[];
  readonly sizes: readonly PictureSize[];
}

/** One page in one state, of which a picture is taken in each mode and size. */
export interface PlannedScreen {
  readonly screen: Screen;
  readonly state: PictureState;
}

/** The request of the command line, as typed. */
export interface PictureRequest {
  /** Parts of names of pages; all pages when there are none. */
  readonly names: readonly string[];
  readonly state?: string | undefined;
  readonly mode?: string | undefined;
  readonly size?: string | undefined;
}

/** A sentence where the request names something that does not exist. */
export function chooseStates(request: PictureRequest, all: readonly Screen[]): PictureChoice | string {
  const states = pick(PICTURE_STATES, request.state);
  const modes = pick(PICTURE_MODES, request.mode);
  const sizes = pick(PICTURE_SIZES, request.size);
  if (states.length === 0) return `There is no state ${request.state}: ${PICTURE_STATES.join(", ")}.`;
  if (modes.length === 0) return `There is no mode ${request.mode}: ${PICTURE_MODES.join(", ")}.`;
  if (sizes.length === 0) return `There is no size ${request.size}: ${PICTURE_SIZES.join(", ")}.`;
  const { names } = request;
  const screens = all.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  if (screens.length === 0) {
    return `No page has a name with ${names.join(" or ")}: ${all.map(({ name }) => name).join(", ")}.`;
  }
  return { screens, states, modes, sizes };
}

/** A dialog, and a page that only a person who is signed in sees, has no other state than the usual one. */
export function plannedScreens({ screens, states }: PictureChoice): readonly PlannedScreen[] {
  return screens.flatMap((screen) =>
    states.filter((state) => state === "full" || hasOtherStates(screen)).map((state) => ({ screen, state })),
  );
}

/** The requested sizes in which there is a picture of it. */
export function sizesOf({ screen, state }: PlannedScreen, sizes: readonly PictureSize[]): readonly PictureSize[] {
  const isFull = state === "full";
  return sizes.filter((size) => {
    if (size === SIZE_OF_4K) return isFull && SCREENS_IN_4K.includes(screen.name);
    return size !== SIZE_OF_PHONE || isFull;
  });
}

/** The requested modes in which it is shown. */
export function modesOf({ screen }: PlannedScreen, modes: readonly Mode[]): readonly Mode[] {
  return screen.isPaper || screen.isPrinted ? ["day"] : modes;
}

export function fileOf({ screen, state }: PlannedScreen, mode: Mode, size: PictureSize): string {
  return `${screen.name}/${state}-${mode}-${size}.png`;
}

export function pixelsOf(size: PictureSize): { readonly width: number; readonly height: number } {
  const [width = 0, height = 0] = size.split("x").map(Number);
  return { width, height };
}

function hasOtherStates({ steps, shown, who, station, isPrinted }: Screen): boolean {
  const isUsual = who === undefined && station === undefined && isPrinted === undefined;
  return isUsual && steps === undefined && !shown.includes("[role=dialog]");
}

function pick<T extends string>(all: readonly T[], wanted: string | undefined): readonly T[] {
  return wanted === undefined ? all : all.filter((one) => one === wanted);
}
