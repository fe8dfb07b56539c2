import type { PositionQuery } from "../../contracts/timeline.ts";
import { MAX_POSITION_HOURS, MAX_TIMELINE_DAYS } from "../../contracts/timeline.ts";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import { type Bbox, parseBbox } from "../../kernel/geo.ts";
import type { TimeRange } from "../../kernel/time-range.ts";

type Window = Pick<PositionQuery, "from" | "to">;
export type Refused = { readonly kind: "refused"; readonly message: string };

export function readTimelineWindow(window: Window): { readonly kind: "range"; readonly range: TimeRange } | Refused {
  return readWindow(window, MAX_TIMELINE_DAYS * DAY_MS, `${MAX_TIMELINE_DAYS} days`);
}

export function readPositionQuery(
  query: PositionQuery,
): { readonly kind: "selection"; readonly range: TimeRange; readonly bbox: Bbox | null } | Refused {
  const window = readWindow(query, MAX_POSITION_HOURS * HOUR_MS, `${MAX_POSITION_HOURS} hours`);
  if (window.kind === "refused") return window;
  if (query.bbox === undefined || query.bbox === "") return { kind: "selection", range: window.range, bbox: null };
  const parsed = parseBbox(query.bbox);
  if (parsed.kind === "invalid") return refused(`bbox: ${parsed.message}.`);
  return { kind: "selection", range: window.range, bbox: parsed.bbox };
}

function readWindow({ from, to }: Window, maxMs: number, maxText: string) {
  const range: TimeRange = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  if (range.toMs < range.fromMs) return refused("to: must not be before from.");
  if (range.toMs - range.fromMs > maxMs) return refused(`to: must be at most ${maxText} after from.`);
  return { kind: "range", range } as const;
}

function refused(message: string): Refused {
  return { kind: "refused", message };
}
