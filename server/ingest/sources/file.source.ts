import type { SourceSettings } from "../../contracts/sources.ts";
import { SECOND_MS, systemSchedule, type Schedule } from "../../kernel/clock.ts";
import { pause } from "../../kernel/pause.ts";
import type { SourceRun } from "../source.ts";
import { replayFile } from "./file.replay.ts";

export { replayFile } from "./file.replay.ts";

export type FileSettings = Extract<SourceSettings, { readonly kind: "file" }>;

/**
 * The pause that leaves the station time for other work when a short recording is looped as fast as it can be stored.
 */
const BETWEEN_LOOPS_MS = SECOND_MS;

/** Replay of a recording; resolves at its end, or goes on from its beginning. */
export function fileSource(settings: FileSettings, schedule: Schedule = systemSchedule): SourceRun {
  return async ({ signal, clock, take, running, progress }) => {
    for (;;) {
      await replayFile(settings.path, {
        signal,
        take,
        clock,
        schedule,
        speed: settings.speed,
        onStart: running,
        onProgress: progress,
      });
      if (!settings.loop || signal.aborted) return;
      await pause(schedule, BETWEEN_LOOPS_MS, signal);
      if (signal.aborted) return;
    }
  };
}
