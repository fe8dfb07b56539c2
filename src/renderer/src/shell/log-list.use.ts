import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import { onOperationChange, type OperationChange } from "../api/operation-changes.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { fetchAllPages } from "../api/all-pages.ts";
import { type ApiResponse, type ApiResult, call, callForResponse, routes } from "../api/station.client.ts";
import { requestOfFilter } from "../features/filters/filter-request.ts";
import { activeParts, type OperationFilter } from "../features/filters/operation-filter.ts";
import type { RangeQuery } from "../features/log/period.ts";
import { reasonOf } from "../api/reason.ts";
import { useToasts } from "../ui/toasts.store.ts";

const PAGE = 500;
/** The most that the station lists at once. */
const MAX_PAGE = 1_000;
const MAX_OPERATIONS = 100_000;

export interface LogList {
  /** The newest operations that pass the filter, as far as they are loaded; undefined before the first answer. */
  readonly operations: Readonly<Ref<readonly Operation[] | undefined>>;
  /** Why there is no list, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Whether there are more than are loaded; `full` where no more can be. */
  readonly rest: Readonly<Ref<"none" | "more" | "full">>;
  /** How many of the period the filter hides; undefined where the station does not say. */
  readonly hidden: Readonly<Ref<number | undefined>>;
  readonly isFiltered: Readonly<Ref<boolean>>;
  readonly sensors: Readonly<Ref<readonly string[]>>;
  /** How many pass the filter, as far as is known here. */
  readonly passing: Readonly<Ref<number>>;
  load(atLeast?: number): Promise<void>;
  /** Loads the next ones, where there are more. */
  loadMore(): Promise<void>;
  /** All that pass the filter, also those beyond what is listed. */
  listAll(signal: AbortSignal): Promise<ApiResult<readonly Operation[]>>;
}

/** The operations of a period, filtered by the station; only the status is filtered here. */
export function useLogList(
  range: Readonly<Ref<RangeQuery | undefined>>,
  filter: Readonly<Ref<OperationFilter>>,
): LogList {
  const toasts = useToasts();
  const loaded = shallowRef<readonly Operation[]>();
  const totalPassing = ref<number>();
  const totals = shallowRef<{ readonly period: number; readonly passing: number }>();
  const failure = ref<string>();
  const isFiltered = computed(() => activeParts(filter.value).length > 0);
  const operations = computed(() =>
    filter.value.status === "" ? loaded.value : loaded.value?.filter(({ status }) => status === filter.value.status),
  );
  const isLastPageFull = ref(false);
  let loading: AbortController | undefined;
  let isLoadingMore = false;

  const queryOf = (page: { readonly limit: number; readonly offset: number }) =>
    ({
      ...range.value,
      from: range.value?.from ?? "",
      order: "-time",
      ...requestOfFilter(filter.value),
      ...page,
    }) as const;

  /** `atLeast`: as many as were listed before, so that nobody who reads further down loses the place. */
  async function load(atLeast = 0): Promise<void> {
    loading?.abort();
    if (!range.value) return;
    const controller = new AbortController();
    loading = controller;
    const { signal } = controller;
    const period = { ...range.value, order: "-time" } as const;
    const [answer, all] = await Promise.all([
      listNewest((page) => callForResponse(routes.listOperations, { query: queryOf(page), signal }), atLeast),
      isFiltered.value ? callForResponse(routes.listOperations, { query: { ...period, limit: 1 }, signal }) : undefined,
    ]);
    if (answer.kind === "cancelled" || signal.aborted) return;
    if (answer.kind !== "ok") {
      failure.value = reasonOf(answer);
      return;
    }
    failure.value = undefined;
    loaded.value = answer.value.listed;
    isLastPageFull.value = answer.value.isFull;
    const passing = answer.value.totalCount;
    totalPassing.value = passing;
    const inPeriod = all?.kind === "ok" ? all.value.totalCount : undefined;
    totals.value = passing === undefined || inPeriod === undefined ? undefined : { period: inPeriod, passing };
  }

  async function loadMore(): Promise<void> {
    const signal = loading?.signal;
    if (!loaded.value || !signal || isLoadingMore || rest.value !== "more") return;
    isLoadingMore = true;
    const query = queryOf({ limit: PAGE, offset: loaded.value.length });
    const answer = await call(routes.listOperations, { query, signal });
    isLoadingMore = false;
    if (answer.kind === "cancelled" || signal.aborted) return;
    if (answer.kind !== "ok") return toasts.show(reasonOf(answer), "danger");
    isLastPageFull.value = answer.value.length === PAGE;
    loaded.value = joined(loaded.value, answer.value);
  }

  /** Applies what is known at once; the rest, such as new operations, comes with loading again. */
  function applyChange({ updated, isRebuilt, gone }: OperationChange): void {
    const byId = new Map(updated.map((one) => [one.id, one]));
    loaded.value = loaded.value?.flatMap((one) => (gone.includes(one.id) ? [] : [byId.get(one.id) ?? one]));
    if (isRebuilt || gone.length > 0) void load(loaded.value?.length);
  }

  const rest = computed(() => {
    if (!isLastPageFull.value) return "none";
    return (loaded.value?.length ?? 0) < MAX_OPERATIONS ? "more" : "full";
  });

  watch([() => JSON.stringify(range.value), () => JSON.stringify(requestOfFilter(filter.value))], () => void load(), {
    immediate: true,
  });
  onScopeDispose(onOperationChange(applyChange));
  onScopeDispose(() => loading?.abort());

  return {
    operations,
    failure,
    isFiltered,
    rest,
    hidden: computed(() => {
      if (!totals.value) return undefined;
      const byStatus = (loaded.value?.length ?? 0) - (operations.value?.length ?? 0);
      return totals.value.period - totals.value.passing + byStatus;
    }),
    sensors: computed(() => [...new Set(loaded.value?.flatMap(({ sensor_ids }) => sensor_ids))].toSorted()),
    passing: computed(() => {
      const listed = operations.value?.length ?? 0;
      return filter.value.status === "" ? (totalPassing.value ?? listed) : listed;
    }),
    load,
    loadMore,
    listAll: (signal) => listAllOperations(range.value, filter.value, signal),
  };
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The first page, and as many more as it takes to have `atLeast`. */
async function listNewest(
  request: (page: Page) => Promise<ApiResult<ApiResponse<Operation[]>>>,
  atLeast: number,
): Promise<ApiResult<{ listed: readonly Operation[]; isFull: boolean; totalCount: number | undefined }>> {
  const limit = Math.min(MAX_PAGE, Math.max(PAGE, atLeast));
  const answer = await request({ limit, offset: 0 });
  if (answer.kind !== "ok") return answer;
  const { body, totalCount } = answer.value;
  let listed: readonly Operation[] = body;
  let isFull = body.length === limit;
  while (isFull && listed.length < atLeast) {
    const next = await request({ limit: MAX_PAGE, offset: listed.length });
    // What is there is shown; the others can be loaded again by scrolling.
    if (next.kind !== "ok") break;
    isFull = next.value.body.length === MAX_PAGE;
    listed = joined(listed, next.value.body);
  }
  return { kind: "ok", value: { listed, isFull, totalCount } };
}

async function listAllOperations(
  range: RangeQuery | undefined,
  filter: OperationFilter,
  signal: AbortSignal,
): Promise<ApiResult<readonly Operation[]>> {
  const query = { ...range, from: range?.from ?? "", order: "time", ...requestOfFilter(filter) } as const;
  const all = await fetchAllPages((page) => call(routes.listOperations, { query: { ...query, ...page }, signal }));
  if (all.kind !== "ok" || filter.status === "") return all;
  return { kind: "ok", value: all.value.filter((one) => one.status === filter.status) };
}

/** What came in between two requests has moved the others on. */
function joined(before: readonly Operation[], next: readonly Operation[]): readonly Operation[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
