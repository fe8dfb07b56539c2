import { fillIn } from "../../text/sentence.ts";
import {
  QUIET_AFTER_MS,
  summarizeSources,
  type SourceReport,
  type SourcesSummary,
} from "../sources/source-activity.rules.ts";
import { countInText, desktopText } from "../text/desktop-text.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** A menu beside the clock is for a glance. */
const MAX_LINES = 8;

/** What the icon beside the clock shows. Its shapes differ, so that colour is not needed to tell them apart. */
export type TrayMark = "receiving" | "quiet" | "error" | "idle";

export interface TrayState {
  readonly mark: TrayMark;
  readonly sentence: string;
  /** What each source is doing, where there are several. */
  readonly lines: readonly string[];
}

/** `sources` is undefined while the station does not run. */
export function trayStateOf(sources: readonly SourceReport[] | undefined, nowMs: number): TrayState {
  const summary = summarizeSources(sources, nowMs);
  return { mark: markOf(summary), sentence: sentenceOf(summary), lines: linesOf(sources ?? [], nowMs) };
}

/** Days from two days on, hours from two hours on, minutes before. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const { duration } = desktopText().app;
  if (minutes >= 2 * DAY_MINUTES) return countInText(duration.days, Math.floor(minutes / DAY_MINUTES));
  if (minutes >= 2 * HOUR_MINUTES) return countInText(duration.hours, Math.floor(minutes / HOUR_MINUTES));
  return countInText(duration.minutes, minutes);
}

function markOf({ kind }: SourcesSummary): TrayMark {
  if (kind === "stopped" || kind === "failing") return "error";
  return kind === "none" ? "idle" : kind;
}

function sentenceOf(summary: SourcesSummary): string {
  const { tray } = desktopText().app;
  switch (summary.kind) {
    case "stopped":
      return tray.stopped;
    case "none":
      return tray.none;
    case "failing":
      return fillIn(tray.failing, { names: summary.names.join(", ") });
    case "quiet":
      return summary.sinceMs === undefined
        ? tray.quietAlways
        : fillIn(tray.quietSince, { duration: formatDuration(summary.sinceMs) });
    case "receiving":
      return summary.sources === 1 ? tray.receivingOne : countInText(tray.receiving, summary.sources);
  }
}

function linesOf(sources: readonly SourceReport[], nowMs: number): readonly string[] {
  if (sources.length < 2) return [];
  const lines = sources.map((source) => lineOf(source, nowMs));
  if (lines.length <= MAX_LINES) return lines;
  const { more } = desktopText().app.tray.lines;
  return [...lines.slice(0, MAX_LINES - 1), countInText(more, lines.length - MAX_LINES + 1)];
}

function lineOf({ name, state, isActive, lastFrameMs }: SourceReport, nowMs: number): string {
  const { lines } = desktopText().app.tray;
  if (state === "waiting") return fillIn(lines.failing, { name });
  if (state === "finished") return fillIn(lines.ended, { name });
  if (!isActive || lastFrameMs === null) return fillIn(lines.quietAlways, { name });
  const sinceMs = nowMs - lastFrameMs;
  if (sinceMs < QUIET_AFTER_MS) return fillIn(lines.receiving, { name });
  return fillIn(lines.quiet, { name, duration: formatDuration(sinceMs) });
}
