import type { ListTotal } from "../../../contracts/route.ts";
import { SLICE_ROWS } from "../../../storage/sliced.ts";
import type { Candidate, OperationFilter, OperationSearch } from "./operation.search.store.ts";
import type { OperationQueryDeps, StatisticsLimits } from "./query.deps.ts";

/**
 * Up to this number the operations in the range are counted exactly: that takes a few milliseconds, whatever the other
 * filters.
 */
const MAX_COUNTED = 5000;

export type Page<T> = { readonly found: readonly T[]; readonly total: ListTotal };

export type FoundSuboperation = { readonly operation: number; readonly suboperation: number };

type Within<T> = (filter: OperationFilter, limits: StatisticsLimits, signal: AbortSignal) => Promise<Page<T>>;

/** The entries of a page of the list, by numbers; `within` the bounds of statistics, which may have to be computed. */
export type OperationPages = {
  readonly findOperations: (filter: OperationFilter) => Page<number>;
  readonly findSuboperations: (filter: OperationFilter) => Page<FoundSuboperation>;
  readonly findOperationsWithin: Within<number>;
  readonly findSuboperationsWithin: Within<FoundSuboperation>;
};

export function createOperationPages(
  search: OperationSearch,
  filterWithinLimits: OperationQueryDeps["filterWithinLimits"],
): OperationPages {
  /** If there are few, one search finds the page and their number; otherwise one more than the page is requested. */
  function findPage<T>(
    filter: OperationFilter,
    which: "operations" | "suboperations",
    find: (filter: OperationFilter) => readonly T[],
  ): Page<T> {
    const { limit, offset } = filter;
    if (!search.hasInRange(filter, which, MAX_COUNTED)) {
      const all = find({ ...filter, offset: 0, limit: MAX_COUNTED });
      return { found: all.slice(offset, offset + limit), total: all.length };
    }
    const found = find({ ...filter, limit: limit + 1 });
    const page = found.slice(0, limit);
    if (found.length > limit) return { found: page, total: { atLeast: offset + found.length } };
    return { found: page, total: found.length > 0 || offset === 0 ? offset + found.length : { atLeast: 0 } };
  }

  /** Filters candidates by their statistics, slice by slice, until the page and one more are found. */
  async function findWithin(
    filter: OperationFilter,
    which: "operations" | "suboperations",
    limits: StatisticsLimits,
    signal: AbortSignal,
  ): Promise<Page<Candidate>> {
    const kept: Candidate[] = [];
    const end = filter.offset + filter.limit;
    let slice: readonly Candidate[] = [];
    do {
      slice = search.listCandidates(filter, which, slice.at(-1), SLICE_ROWS);
      kept.push(...(await filterWithinLimits(slice, limits, signal)));
    } while (slice.length === SLICE_ROWS && kept.length <= end);
    const total = slice.length < SLICE_ROWS ? kept.length : { atLeast: kept.length };
    return { found: kept.slice(filter.offset, end), total };
  }

  return {
    findOperations: (filter) => findPage(filter, "operations", search.findOperations),
    findSuboperations: (filter) => findPage(filter, "suboperations", search.findSuboperations),
    async findOperationsWithin(filter, limits, signal) {
      const { found, total } = await findWithin(filter, "operations", limits, signal);
      return { found: found.map(({ operation }) => operation), total };
    },
    async findSuboperationsWithin(filter, limits, signal) {
      const { found, total } = await findWithin(filter, "suboperations", limits, signal);
      return { found: found.map(({ operation, id }) => ({ operation, suboperation: id })), total };
    },
  };
}
