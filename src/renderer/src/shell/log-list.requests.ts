import type { Operation } from "../../../../server/contracts/operations.ts";
import { fetchAllPages } from "../api/all-pages.ts";
import { type ApiResult, call, callForResponse, routes } from "../api/station.client.ts";
import type { SearchProgress } from "../features/exports/exports.store.ts";
import { requestOfFilter } from "../features/filters/filter-request.ts";
import { activeParts, type OperationFilter } from "../features/filters/operation-filter.ts";
import type { RangeQuery } from "../features/log/period.ts";

export const PAGE = 500;
/** The most operations that the station lists in one answer. */
export const MAX_PAGE = 1_000;

export interface LogQuery {
  readonly range: RangeQuery;
  readonly filter: OperationFilter;
  readonly signal: AbortSignal;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The newest operations of a period, as far as they are loaded. */
export interface NewestOperations {
  readonly listed: readonly Operation[];
  /** Whether there may be more. */
  readonly isFull: boolean;
  /** How many pass the filter, and how many there are in the period; undefined if not requested or not counted. */
  readonly passing: number | undefined;
  readonly inPeriod: number | undefined;
}

/** How many operations of the period are hidden if `shown` of the listed ones have the requested status. */
export function hiddenCount({ inPeriod, passing, listed }: NewestOperations, shown: number): number | undefined {
  return inPeriod === undefined || passing === undefined ? undefined : inPeriod - passing + listed.length - shown;
}

function requestPage({ range, filter, signal }: LogQuery, page: Page) {
  const query = { ...range, order: "-time", ...requestOfFilter(filter), ...page } as const;
  return callForResponse(routes.listOperations, { query, signal });
}

/** Loads pages until there are `atLeast` operations, with their total numbers if a filter hides some. */
export async function listNewest(query: LogQuery, atLeast: number): Promise<ApiResult<NewestOperations>> {
  const { range, filter, signal } = query;
  const limit = Math.min(MAX_PAGE, Math.max(PAGE, atLeast));
  const period = { ...range, order: "-time", limit: 1 } as const;
  const [first, all] = await Promise.all([
    requestPage(query, { limit, offset: 0 }),
    activeParts(filter).length > 0 ? callForResponse(routes.listOperations, { query: period, signal }) : undefined,
  ]);
  if (first.kind !== "ok") return first;
  let listed: readonly Operation[] = first.value.body;
  let isFull = listed.length === limit;
  while (isFull && listed.length < atLeast) {
    const next = await requestPage(query, { limit: MAX_PAGE, offset: listed.length });
    // Show the pages that were loaded; scrolling requests the others again.
    if (next.kind !== "ok") break;
    isFull = next.value.body.length === MAX_PAGE;
    listed = joinPages(listed, next.value.body);
  }
  const inPeriod = all?.kind === "ok" ? all.value.totalCount : undefined;
  return { kind: "ok", value: { listed, isFull, passing: first.value.totalCount, inPeriod } };
}

/** A page; fewer than its limit where there are no more. */
export async function listPage(query: LogQuery, page: Page): Promise<ApiResult<readonly Operation[]>> {
  const answer = await requestPage(query, page);
  return answer.kind === "ok" ? { kind: "ok", value: answer.value.body } : answer;
}

/** All that pass the filter, and how far the log is searched for them after each page. */
export async function listAllOperations(
  { range, filter, signal }: LogQuery,
  onSearched: (progress: SearchProgress) => void,
): Promise<ApiResult<readonly Operation[]>> {
  const query = { ...range, order: "time", ...requestOfFilter(filter) } as const;
  const found: Operation[] = [];
  let searched = 0;
  const all = await fetchAllPages(async (page) => {
    const answer = await call(routes.listOperations, { query: { ...query, ...page }, signal });
    if (answer.kind !== "ok") return answer;
    found.push(...ofStatus(answer.value, filter.status));
    searched += answer.value.length;
    onSearched({ found: found.length, searched });
    return answer;
  });
  return all.kind === "ok" ? { kind: "ok", value: found } : all;
}

/** Those of a status; of any where it is empty. */
export function ofStatus(operations: readonly Operation[], status: OperationFilter["status"]): readonly Operation[] {
  return status === "" ? operations : operations.filter((one) => one.status === status);
}

/** Operations that arrived between two requests have shifted the pages, so one may be in both. */
export function joinPages(before: readonly Operation[], next: readonly Operation[]): readonly Operation[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
