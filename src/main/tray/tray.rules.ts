import { summarizeSources, type SourceReport, type SourcesSummary } from "../sources/source-activity.rules.ts";
import { desktopText } from "../text/desktop-text.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** What the icon beside the clock shows. Its shapes differ, so that nobody depends on the colour. */
export type TrayMark = "receiving" | "quiet" | "error" | "idle";

export interface TrayState {
  readonly mark: TrayMark;
  readonly sentence: string;
}

/** `sources` is undefined while the station does not run. */
export function trayStateOf(sources: readonly SourceReport[] | undefined, nowMs: number): TrayState {
  const summary = summarizeSources(sources, nowMs);
  return { mark: markOf(summary), sentence: sentenceOf(summary) };
}

/** Days from two days on, hours from two hours on, minutes before. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const { duration } = desktopText().app;
  if (minutes >= 2 * DAY_MINUTES) return duration.days(Math.floor(minutes / DAY_MINUTES));
  if (minutes >= 2 * HOUR_MINUTES) return duration.hours(Math.floor(minutes / HOUR_MINUTES));
  return duration.minutes(minutes);
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
      return tray.failing(summary.names.join(", "));
    case "quiet":
      return summary.sinceMs === undefined ? tray.quietAlways : tray.quietSince(formatDuration(summary.sinceMs));
    case "receiving":
      return summary.sources === 1 ? tray.receivingOne : tray.receiving(summary.sources);
  }
}
