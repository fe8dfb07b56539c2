import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb } from "../../../storage/database.ts";

export type StartedOperation = { readonly id: number; readonly firstMs: number };

/** Reads which operations there are in a range of time; in the order in which they began. */
export type SpanReader = {
  /** Those that began in a range, after another one. */
  readonly listStarted: (
    range: TimeRange,
    after: { readonly afterMs: number; readonly afterId: number },
    limit: number,
  ) => readonly StartedOperation[];
  /** Those of some tracks that began before a time and lasted until then. */
  readonly listStartedBefore: (fromMs: number, tracks: readonly number[]) => readonly StartedOperation[];
  /** The operation that each of some is part of now. */
  readonly resolve: (numbers: readonly number[]) => readonly { readonly number: number; readonly operation: number }[];
};

export function createSpanReader(reader: ReadableDb): SpanReader {
  const resolve = reader.prepare<[string], { number: number; operation: number }>(
    `SELECT id AS number, coalesce(merged_into, id) AS operation FROM operation
     WHERE id IN (SELECT value FROM json_each(?))`,
  );
  // A search by both ends would read through all operations before the range, or all after it.
  const started = reader.prepare<[TimeRange & { afterMs: number; afterId: number; limit: number }], StartedOperation>(
    `SELECT id, first_ms AS firstMs FROM operation
     WHERE merged_into IS NULL AND first_ms BETWEEN max(@fromMs, @afterMs) AND @toMs
       AND (first_ms > @afterMs OR id > @afterId)
     ORDER BY first_ms, id LIMIT @limit`,
  );
  const startedBefore = reader.prepare<[{ fromMs: number; tracks: string }], StartedOperation>(
    `SELECT DISTINCT o.id, o.first_ms AS firstMs FROM suboperation AS s JOIN operation AS o ON o.id = s.operation
     WHERE s.id IN (SELECT value FROM json_each(@tracks)) AND o.first_ms < @fromMs AND o.last_ms >= @fromMs
     ORDER BY o.first_ms, o.id`,
  );

  return {
    listStarted: ({ fromMs, toMs }, after, limit) => started.all({ fromMs, toMs, ...after, limit }),
    listStartedBefore: (fromMs, tracks) => startedBefore.all({ fromMs, tracks: JSON.stringify(tracks) }),
    resolve: (numbers) => resolve.all(JSON.stringify(numbers)),
  };
}
