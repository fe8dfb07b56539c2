import type { SourceIntervalState } from "../../contracts/timeline.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** How long a source was in one state; Unix milliseconds. */
export type StoredInterval = {
  readonly sourceId: string;
  readonly name: string;
  readonly state: SourceIntervalState;
  readonly fromMs: number;
  readonly untilMs: number;
};

export type IntervalStore = {
  /** Begins an interval; returns its number. */
  readonly insert: (interval: Omit<StoredInterval, "untilMs">) => number;
  readonly extend: (numbers: readonly number[], untilMs: number) => void;
  readonly removeBefore: (untilMs: number) => void;
  /** The intervals that overlap a range, earliest first; those with these numbers last until `nowMs`. */
  readonly list: (
    range: TimeRange,
    open: { readonly numbers: readonly number[]; readonly nowMs: number },
    limit: number,
  ) => readonly StoredInterval[];
};

export function createIntervalStore(db: WritableDb): IntervalStore {
  const insert = db.prepare(
    `INSERT INTO source_interval (source, name, state, from_ms, until_ms)
     VALUES (@sourceId, @name, @state, @fromMs, @fromMs)`,
  );
  const extend = db.prepare<[{ untilMs: number; numbers: string }]>(
    `UPDATE source_interval SET until_ms = max(until_ms, @untilMs)
     WHERE id IN (SELECT value FROM json_each(@numbers))`,
  );
  const removeBefore = db.prepare<[number]>("DELETE FROM source_interval WHERE until_ms < ?");
  const list = db.prepare<[TimeRange & { numbers: string; nowMs: number; limit: number }], StoredInterval>(
    `WITH known AS (
       SELECT id, source AS sourceId, name, state, from_ms AS fromMs, until_ms AS untilMs FROM source_interval
       WHERE until_ms >= @fromMs AND id NOT IN (SELECT value FROM json_each(@numbers))
       UNION ALL
       SELECT id, source, name, state, from_ms, max(until_ms, @nowMs) FROM source_interval
       WHERE id IN (SELECT value FROM json_each(@numbers)))
     SELECT sourceId, name, state, fromMs, untilMs FROM known
     WHERE untilMs >= @fromMs AND fromMs <= @toMs ORDER BY fromMs, id LIMIT @limit`,
  );
  return {
    list: (range, { numbers, nowMs }, limit) => list.all({ ...range, numbers: JSON.stringify(numbers), nowMs, limit }),
    insert: (interval) => Number(insert.run(interval).lastInsertRowid),
    extend: (numbers, untilMs) => void extend.run({ untilMs, numbers: JSON.stringify(numbers) }),
    removeBefore: (untilMs) => void removeBefore.run(untilMs),
  };
}
