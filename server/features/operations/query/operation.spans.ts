import type { Operation } from "../../../contracts/operations.ts";
import type { Viewer } from "../../../kernel/access.ts";
import { type Clock, HOUR_MS } from "../../../kernel/clock.ts";
import type { Bbox } from "../../../kernel/geo.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../../storage/sliced.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import { toOperation } from "../model/operation.wire.ts";
import { createSpanReader, type StartedOperation } from "./operation.spans.store.ts";
import type { OperationQueryDeps } from "./query.deps.ts";

/** The time of an operation, and the few other fields that a timeline shows of it. */
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
  /** The ids of those operations that a viewer may read, by number; for a merged one, that of the other operation. */
  readonly findReadableIds: (numbers: readonly number[], viewer: Viewer) => ReadonlyMap<number, string>;
};

/**
 * A pause of ten minutes ends an operation, but a person may have merged operations that are further apart, and a log
 * may have such a gap: operations within an hour of the start of a range are examined.
 */
const NEAR_START_MS = HOUR_MS;
const WORLD: Bbox = { west: -180, south: -90, east: 180, north: 90 };

export function createOperationSpans(
  { reader, tracksInside }: Pick<OperationQueryDeps, "reader" | "tracksInside">,
  { load, access }: Pick<OperationLookup, "load" | "access">,
  clock: Clock,
): OperationSpans {
  const store = createSpanReader(reader);

  function* slicesOf(range: TimeRange): Generator<readonly StartedOperation[]> {
    const near = { fromMs: range.fromMs - NEAR_START_MS, toMs: range.fromMs + NEAR_START_MS };
    yield store.listStartedBefore(range.fromMs, [...tracksInside(WORLD, near)]);
    let slice: readonly StartedOperation[] = [];
    do {
      const last = slice.at(-1);
      const after = { afterMs: last?.firstMs ?? range.fromMs - 1, afterId: last?.id ?? 0 };
      slice = store.listStarted(range, after, SLICE_ROWS);
      yield slice;
    } while (slice.length === SLICE_ROWS);
  }

  function spansOf(
    numbers: readonly StartedOperation[],
    { fromMs, toMs }: TimeRange,
    viewer: Viewer,
  ): readonly OperationSpan[] {
    const models = access.filterReadable(load(numbers.map(({ id }) => id)), viewer);
    return models.flatMap((model) => {
      // As the viewer may see it: the times of hidden parts must not be revealed.
      const { firstMs, lastMs } = model;
      if (firstMs > toMs || lastMs < fromMs) return [];
      const { id, ua_identifiers, warnings, time_first_telemetry } = toOperation(model, clock.now(), false);
      // Without telemetry it is a plan.
      if (time_first_telemetry === null) return [];
      return [{ id, ua_identifiers, firstMs, lastMs, warnings: warnings.map(({ type }) => type) }];
    });
  }

  return {
    async list(range, viewer, { limit, signal }) {
      const spans: OperationSpan[] = [];
      for (const slice of slicesOf(range)) {
        spans.push(...spansOf(slice, range, viewer));
        if (spans.length > limit) break;
        await yieldToEventLoop(signal);
      }
      return { spans: spans.slice(0, limit), isComplete: spans.length <= limit };
    },
    findReadableIds(numbers, viewer) {
      const resolved = store.resolve(numbers);
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
