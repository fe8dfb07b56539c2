import { createSourceActivity } from "./source.activity.ts";
import { errorMessageOf } from "./source.failure.ts";
import type { SourceRecord } from "./source.status.ts";
import type { SupervisedSource } from "./source.supervisor.deps.ts";
import type { SourceRun } from "./source.ts";

/** One run of a source from start to end; each start creates a new entry. */
export type SourceEntry = SourceRecord & {
  readonly source: SupervisedSource;
  readonly abort: AbortController;
  run: SourceRun | null;
  /** The serial port that it opened last. */
  port: string | null;
  pendingFrames: number;
  cancelTick: (() => void) | null;
  done: Promise<void>;
  /** Set once the source was told to stop. */
  ended: Promise<void> | null;
};

export function createSourceEntry(source: SupervisedSource, nowMs: number): SourceEntry {
  return {
    source,
    activity: createSourceActivity(nowMs),
    abort: new AbortController(),
    run: null,
    port: null,
    state: "starting",
    progress: null,
    pendingFrames: 0,
    lastError: null,
    cancelTick: null,
    done: Promise.resolve(),
    ended: null,
  };
}

export function recordError(entry: SourceEntry, error: unknown, nowMs: number): void {
  entry.lastError = { sentence: errorMessageOf(error), atMs: nowMs };
}
