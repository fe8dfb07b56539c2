import type { SourceState } from "../../contracts/sources.ts";
import type { SourceIntervalState } from "../../contracts/timeline.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { ageTimeMs } from "../../storage/age-clock.ts";
import type { WritableDb } from "../../storage/database.ts";
import { intervalStateOf } from "./source-intervals.rules.ts";
import { createIntervalStore, type StoredInterval } from "./source-intervals.store.ts";
import { findStoredSource } from "./sources.store.ts";

/** After a crash at most this much of the history of the sources is missing. */
const EXTEND_INTERVAL_MS = 30 * SECOND_MS;
const KEPT_DAYS = 90;

/** Records how long each source was in which state. */
export type SourceIntervals = {
  /** Call whenever the state of a source may have changed. */
  readonly note: (sourceId: string, state: SourceState) => void;
  /** The intervals that overlap a range, earliest first. */
  readonly list: (range: TimeRange, limit: number) => readonly StoredInterval[];
  readonly backgroundJobs: readonly BackgroundJob[];
};

type OpenInterval = { readonly number: number; readonly state: SourceIntervalState };

export function createSourceIntervals(db: WritableDb, clock: Clock): SourceIntervals {
  const store = createIntervalStore(db);
  const open = new Map<string, OpenInterval>();

  function note(id: string, state: SourceState): void {
    const before = open.get(id);
    const next = intervalStateOf(state, before?.state);
    if (next === before?.state) return;
    const nowMs = clock.now();
    if (before !== undefined) {
      store.extend([before.number], nowMs);
      open.delete(id);
    }
    const name = next && findStoredSource(db, id)?.name;
    if (next === undefined || name === undefined) return;
    const number = store.insert({ sourceId: id, name, state: next, fromMs: nowMs });
    open.set(id, { number, state: next });
  }

  const openNumbers = () => [...open.values()].map(({ number }) => number);

  function extendOpen(): void {
    const nowMs = clock.now();
    if (open.size > 0) store.extend(openNumbers(), nowMs);
    store.removeBefore(ageTimeMs(db, nowMs) - KEPT_DAYS * DAY_MS);
  }

  return {
    note,
    list: (range, limit) => store.list(range, { numbers: openNumbers(), nowMs: clock.now() }, limit),
    backgroundJobs: [
      {
        intervalMs: EXTEND_INTERVAL_MS,
        failure: "the states of the sources could not be recorded",
        run: extendOpen,
      },
    ],
  };
}
