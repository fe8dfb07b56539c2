import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import type { Text } from "../../text/index.ts";
import { TIMELINE_ROWS, type TimelineMark } from "./timeline-rows.ts";

/** The begin of an event on the timeline, and its text. */
export interface MarkedMoment {
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly words: string;
}

/**
 * The nearest moment before (-1) or after (1) another one at which a warning, an alert, a note or the failure of a source
 * begins. Operations are in the list of aircraft, which says more about them.
 */
export function findMarkedMoment(
  timeline: Timeline,
  fromMs: number,
  direction: -1 | 1,
  text: Text,
): MarkedMoment | undefined {
  const beyond = TIMELINE_ROWS.flatMap((row) =>
    row.marksOf(timeline, text).flatMap((mark) => {
      const distanceMs = (mark.fromMs - fromMs) * direction;
      return isSaid(mark) && distanceMs > 0 ? { row, mark, distanceMs } : [];
    }),
  ).toSorted((a, b) => a.distanceMs - b.distanceMs);
  const [nearest] = beyond;
  if (!nearest) return undefined;
  const words = beyond
    .filter(({ distanceMs }) => distanceMs === nearest.distanceMs)
    .map(({ row, mark }) => text.t("timeline.mark", { row: text.t(row.name), words: mark.hint }));
  return { timeMs: nearest.mark.fromMs, words: words.join("; ") };
}

function isSaid({ tone }: TimelineMark): boolean {
  return tone !== "operation" && tone !== "up";
}
