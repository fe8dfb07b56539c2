/** How fast a past time is played: seconds of it per second. */
export const SPEEDS = [1, 2, 5, 10, 30, 60] as const;
export type Speed = (typeof SPEEDS)[number];

export const STEP_MS = 10_000;
export const LARGE_STEP_MS = 60_000;
export const PAGE_MS = 600_000;

/** The longest step per frame: a page that was suspended continues where it was, instead of jumping ahead. */
const MAX_FRAME_MS = 1_000;

/** Positions are loaded in windows of this length; number `n` begins at `n` times this. */
export const CHUNK_MS = 300_000;

export function parseSpeed(text: string): Speed {
  return SPEEDS.find((speed) => String(speed) === text) ?? 1;
}

/** The moment of an address, ISO 8601; undefined where it is none. */
export function parseMoment(text: string): number | undefined {
  const timeMs = text === "" ? Number.NaN : Date.parse(text);
  return Number.isFinite(timeMs) ? timeMs : undefined;
}

/** The minute that a moment is in, ISO 8601. */
export function floorToMinute(momentMs: number): string {
  return new Date(Math.floor(momentMs / 60_000) * 60_000).toISOString();
}

/** The moment after a frame of playback; never beyond the present. */
export function advanceMoment(momentMs: number, frameMs: number, speed: Speed, nowMs: number): number {
  return Math.min(nowMs, momentMs + Math.max(0, Math.min(frameMs, MAX_FRAME_MS)) * speed);
}

export interface TimeKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** The action of a key: milliseconds to move, an end of the time, play or pause, or the previous or next mark. */
export function keyActionOf({
  key,
  shiftKey,
}: TimeKey): number | "start" | "live" | "play" | "markBefore" | "markAfter" | undefined {
  const stepMs = shiftKey ? LARGE_STEP_MS : STEP_MS;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return -stepMs;
    case "ArrowRight":
    case "ArrowUp":
      return stepMs;
    case "PageDown":
      return -PAGE_MS;
    case "PageUp":
      return PAGE_MS;
    case "Home":
      return "start";
    case "End":
      return "live";
    case " ":
      return "play";
    case ",":
      return "markBefore";
    case ".":
      return "markAfter";
    default:
      return undefined;
  }
}

export function chunkNumberAt(timeMs: number): number {
  return Math.floor(timeMs / CHUNK_MS);
}

/** The chunks that are needed for a moment: an aircraft is shown for five minutes. */
export function chunksAt(momentMs: number): readonly [before: number, at: number] {
  const at = chunkNumberAt(momentMs);
  return [at - 1, at];
}

/** The chunks to load, the most urgent first; while playing also those that come next. */
export function chunksFor(momentMs: number, playing: Speed | undefined): readonly number[] {
  const [before, at] = chunksAt(momentMs);
  if (playing === undefined) return [at, before];
  return playing >= 30 ? [at, before, at + 1, at + 2] : [at, before, at + 1];
}

/** The period whose operations are in the picture, as the list of operations takes it: the last minutes while live. */
export function periodAt(momentMs: number | undefined): { readonly from: string; readonly to?: string } {
  if (momentMs === undefined) return { from: "-PT5M" };
  const [before, at] = chunksAt(momentMs);
  return {
    from: new Date(before * CHUNK_MS).toISOString(),
    to: new Date((at + 1) * CHUNK_MS - 1).toISOString(),
  };
}
