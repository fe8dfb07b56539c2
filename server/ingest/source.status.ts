import type { SourceState, SourceStatus } from "../contracts/sources.ts";
import { isoFromMs, SECOND_MS, isoOrNull } from "../kernel/clock.ts";
import type { SourceActivity } from "./source.activity.ts";

/** The state of a source that was started. */
export type SourceRecord = {
  readonly activity: SourceActivity;
  state: SourceState;
  /** Progress of a replay, 0 to 1. */
  progress: number | null;
  lastError: { readonly sentence: string; readonly atMs: number } | null;
};

export const NEVER_STARTED: SourceStatus = {
  state: "stopped",
  progress: null,
  frames: 0,
  frames_per_second: 0,
  refused: {},
  refused_share: null,
  last_frame_at: null,
  behind_s: null,
  last_error: null,
  last_error_at: null,
};

/** The status at a given time: the rate falls while nothing arrives. */
export function statusAt({ activity, state, progress, lastError }: SourceRecord, nowMs: number): SourceStatus {
  const lastFrameMs = activity.lastFrameMs();
  const behindMs = activity.behindMs();
  return {
    state,
    progress,
    frames: activity.frames(),
    frames_per_second: activity.framesPerSecond(nowMs),
    refused: activity.refusals(),
    refused_share: activity.refusedShare(nowMs),
    last_frame_at: isoOrNull(lastFrameMs),
    behind_s: behindMs === null ? null : Math.round(behindMs / SECOND_MS),
    last_error: lastError?.sentence ?? null,
    last_error_at: lastError === null ? null : isoFromMs(lastError.atMs),
  };
}
