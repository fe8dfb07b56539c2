import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Recorder } from "./recorder.ts";

const UPDATE_INTERVAL_MS = 10 * SECOND_MS;
/** The line of a growing track is rebuilt at most once per interval. */
const MIN_LINE_UPDATE_INTERVAL_MS = 60 * SECOND_MS;

/** Keeps track lines current while a station runs; when it stops, the lines of all grown tracks are written. */
export function trackLinesJob(...parts: Parameters<typeof createTrackLineUpdater>): BackgroundJob {
  const lines = createTrackLineUpdater(...parts);
  return {
    intervalMs: UPDATE_INTERVAL_MS,
    failure: "the lines of tracks could not be brought up to date",
    run: (signal) => lines.update(signal, { isLast: false }),
    finish: () => lines.update(new AbortController().signal, { isLast: true }),
  };
}

/** Rebuilds the lines of grown tracks, each at most once a minute; looks first for those that a crash left outdated. */
export function createTrackLineUpdater(
  core: { readonly telemetry: TelemetryFeature; readonly recorder: Recorder },
  clock: Clock,
) {
  const waiting = new Set<number>();
  let isSearched = false;
  const updatedMs = new Map<number, number>();
  return {
    async update(signal: AbortSignal, { isLast }: { readonly isLast: boolean }): Promise<void> {
      if (!isSearched) {
        for (const track of await core.telemetry.findUnfinishedLines(signal)) waiting.add(track);
        isSearched = true;
      }
      for (const track of core.recorder.drainGrownTracks()) waiting.add(track);
      const nowMs = clock.now();
      for (const [track, at] of updatedMs)
        if (nowMs - at > MIN_LINE_UPDATE_INTERVAL_MS && !waiting.has(track)) updatedMs.delete(track);
      for (const track of waiting) {
        if (!isLast && nowMs - (updatedMs.get(track) ?? -Infinity) < MIN_LINE_UPDATE_INTERVAL_MS) continue;
        waiting.delete(track);
        await core.telemetry.updateLine(track, signal);
        updatedMs.set(track, nowMs);
        await yieldToEventLoop(signal);
      }
    },
  };
}
