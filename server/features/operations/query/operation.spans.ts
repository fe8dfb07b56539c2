import type { Operation } from "../../../contracts/operations.ts";
import type { Viewer } from "../../../kernel/access.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../../storage/sliced.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import { toOperation } from "../model/operation.wire.ts";
import { type Candidate, createOperationSearch, type OperationFilter } from "./operation.search.ts";

/** When an operation was received, and the little else that a timeline shows of it. */
export type OperationSpan = Pick<Operation, "id" | "ua_identifiers"> & {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Types of its warnings. */
  readonly warnings: readonly string[];
};

export type OperationSpans = {
  /** The operations with telemetry in a range that a viewer may read, in order of their beginnings; up to `limit`. */
  readonly list: (
    range: TimeRange,
    viewer: Viewer,
    page: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<{ readonly spans: readonly OperationSpan[]; readonly isComplete: boolean }>;
  /** The ids of those of some operations that a viewer may read, by number; of a merged one, that of the other. */
  readonly findReadableIds: (numbers: readonly number[], viewer: Viewer) => ReadonlyMap<number, string>;
};

const NO_FILTER: Omit<OperationFilter, "viewer" | "range"> = {
  suboperations: null,
  sensorId: null,
  sourceType: null,
  technologies: null,
  search: null,
  seen: null,
  isDescending: false,
  limit: 0,
  offset: 0,
};

export function createOperationSpans(
  reader: ReadableDb,
  { load, access }: Pick<OperationLookup, "load" | "access">,
  clock: Clock,
): OperationSpans {
  const search = createOperationSearch(reader);
  const resolve = reader.prepare<[string], { number: number; operation: number }>(
    `SELECT id AS number, coalesce(merged_into, id) AS operation FROM operation
     WHERE id IN (SELECT value FROM json_each(?))`,
  );

  function spansOf(candidates: readonly Candidate[], viewer: Viewer): readonly OperationSpan[] {
    const models = access.filterReadable(load(candidates.map(({ operation }) => operation)), viewer);
    return models.flatMap((model) => {
      const { id, ua_identifiers, warnings, time_first_telemetry } = toOperation(model, clock.now(), false);
      // Without telemetry it is a plan.
      if (time_first_telemetry === null) return [];
      const { firstMs, lastMs } = model;
      return [{ id, ua_identifiers, firstMs, lastMs, warnings: warnings.map(({ type }) => type) }];
    });
  }

  return {
    async list(range, viewer, { limit, signal }) {
      const filter = { ...NO_FILTER, viewer, range };
      const spans: OperationSpan[] = [];
      let slice: readonly Candidate[] = [];
      do {
        slice = search.listCandidates(filter, "operations", slice.at(-1), SLICE_ROWS);
        spans.push(...spansOf(slice, viewer));
        await yieldToEventLoop(signal);
      } while (slice.length === SLICE_ROWS && spans.length <= limit);
      return { spans: spans.slice(0, limit), isComplete: spans.length <= limit };
    },
    findReadableIds(numbers, viewer) {
      const resolved = resolve.all(JSON.stringify(numbers));
      const models = access.filterReadable(load([...new Set(resolved.map(({ operation }) => operation))]), viewer);
      const uuids = new Map(models.map(({ id, uuid }) => [id, uuid]));
      return new Map(
        resolved.flatMap(({ number, operation }) => {
          const uuid = uuids.get(operation);
          return uuid === undefined ? [] : [[number, uuid] as const];
        }),
      );
    },
  };
}
