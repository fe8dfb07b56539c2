import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { onOperationChange, type OperationChange } from "../api/operation-changes.ts";
import { reasonOf } from "../api/reason.ts";
import { useRefreshing } from "../api/refreshing.use.ts";
import type { ApiResult } from "../api/station.client.ts";
import type { SearchProgress } from "../features/exports/exports.store.ts";
import { requestOfFilter } from "../features/filters/filter-request.ts";
import { activeParts, type OperationFilter } from "../features/filters/operation-filter.ts";
import type { RangeQuery } from "../features/log/period.ts";
import { stableList } from "../tracks/stable-list.ts";
import {
  hiddenCount,
  listAllOperations,
  listNewest,
  type LogQuery,
  type NewestOperations,
  ofStatus,
} from "./log-list.requests.ts";
import { useLogSearch } from "./log-search.use.ts";

/** Operations begin and end while the page is open, and a period such as the last hour moves on. */
const REFRESH_EVERY_MS = 60_000;
const MAX_OPERATIONS = 100_000;

export interface LogList {
  /** The newest operations that pass the filter, as far as they are loaded; undefined before the first answer. */
  readonly operations: Readonly<Ref<readonly Operation[] | undefined>>;
  /** Why there is no list, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Whether there are more operations than are loaded; `full` if no more can be loaded. */
  readonly rest: Readonly<Ref<"none" | "more" | "full">>;
  /** How many are loaded, whether or not they have the requested status. */
  readonly searched: Readonly<Ref<number>>;
  /** Whether more are being loaded automatically, because few of the loaded ones have that status. */
  readonly isSearching: Readonly<Ref<boolean>>;
  /** How many of the period the filter hides; undefined where the station does not say. */
  readonly hidden: Readonly<Ref<number | undefined>>;
  readonly isFiltered: Readonly<Ref<boolean>>;
  readonly sensors: Readonly<Ref<readonly string[]>>;
  /** How many pass the filter; undefined where nobody has counted them: there are more than are loaded. */
  readonly passing: Readonly<Ref<number | undefined>>;
  load(atLeast?: number): Promise<void>;
  /** Loads the next page, if there is one; with a status filter, as many pages as it takes to show one more page. */
  loadMore(): Promise<void>;
  stopSearch(): void;
  /** All of a period that pass the filter, also those beyond what is listed. */
  listAll(
    period: RangeQuery,
    signal: AbortSignal,
    onSearched: (progress: SearchProgress) => void,
  ): Promise<ApiResult<readonly Operation[]>>;
}

/** The operations of a period as they are now, filtered by the station; only the status is filtered here. */
export function useLogList(
  range: Readonly<Ref<RangeQuery | undefined>>,
  filter: Readonly<Ref<OperationFilter>>,
): LogList {
  const loaded = shallowRef<NewestOperations>();
  const failure = ref<string>();
  const isFiltered = computed(() => activeParts(filter.value).length > 0);
  const operations = computed(() => loaded.value && ofStatus(loaded.value.listed, filter.value.status));
  let loading: AbortController | undefined;
  let refreshing: AbortController | undefined;
  let isLoading = false;
  /** Whether to search for operations of a status once the list is loaded. */
  let isSearchDue = false;
  const countShown = () => operations.value?.length ?? 0;
  const hasStatus = () => filter.value.status !== "";
  const hasMore = () => rest.value === "more" && range.value !== undefined && !isLoading;
  const queryOf = (signal: AbortSignal): LogQuery => ({
    range: range.value ?? { from: "" },
    filter: filter.value,
    signal,
  });
  const more = useLogSearch({ loaded, queryOf, hasMore, countShown, hasStatus, onLoading: endRefreshing });

  /** Unchanged operations keep their identity, so that only changed ones are drawn again. */
  function take(newest: NewestOperations): void {
    failure.value = undefined;
    loaded.value = { ...newest, listed: stableList(newest.listed, loaded.value?.listed ?? []) };
  }

  /** `atLeast`: as many as were listed before, so that a person who reads further down stays at the same place. */
  async function load(atLeast = 0): Promise<void> {
    isSearchDue ||= atLeast === 0 || more.isSearching.value;
    loading?.abort();
    endRefreshing();
    more.stop();
    isLoading = range.value !== undefined;
    if (!isLoading) return;
    const controller = new AbortController();
    loading = controller;
    const answer = await listNewest(queryOf(controller.signal), atLeast);
    if (controller.signal.aborted) return;
    isLoading = false;
    if (answer.kind === "cancelled") return;
    if (answer.kind === "ok") {
      take(answer.value);
      if (isSearchDue) more.search();
    } else failure.value = reasonOf(answer);
    isSearchDue = false;
  }

  /** Loads the list again and keeps the old one if that fails: the strip shows that the station does not answer. */
  async function refresh(): Promise<void> {
    if (isLoading || more.isLoading() || refreshing || !range.value) return;
    const controller = new AbortController();
    refreshing = controller;
    const atLeast = loaded.value?.listed.length ?? 0;
    const answer = await listNewest(queryOf(controller.signal), atLeast);
    if (controller.signal.aborted) return;
    refreshing = undefined;
    if (answer.kind !== "ok") return;
    const { isFull, listed } = answer.value;
    if (!isFull || listed.length >= atLeast) take(answer.value);
  }

  /** Ignores the answers to open requests, which would lack changes made in the meantime. */
  function endRefreshing(): void {
    refreshing?.abort();
    refreshing = undefined;
  }

  /** Applies known changes at once; the rest, such as new operations, comes with the next load. */
  function applyChange({ updated, isRebuilt, gone }: OperationChange): void {
    endRefreshing();
    const byId = new Map(updated.map((one) => [one.id, one]));
    const listed = loaded.value?.listed.flatMap((one) => (gone.includes(one.id) ? [] : [byId.get(one.id) ?? one]));
    if (loaded.value && listed) loaded.value = { ...loaded.value, listed };
    if (isRebuilt || gone.length > 0) void load(listed?.length);
  }

  const rest = computed(() => {
    if (!loaded.value?.isFull) return "none";
    return loaded.value.listed.length < MAX_OPERATIONS ? "more" : "full";
  });

  watch([() => JSON.stringify(range.value), () => JSON.stringify(requestOfFilter(filter.value))], () => void load(), {
    immediate: true,
  });
  watch(
    () => filter.value.status,
    () => more.search(),
  );
  useRefreshing(REFRESH_EVERY_MS, () => void refresh());
  onScopeDispose(onOperationChange(applyChange));
  onScopeDispose(() => {
    loading?.abort();
    endRefreshing();
  });

  return {
    operations,
    failure,
    isFiltered,
    rest,
    searched: computed(() => loaded.value?.listed.length ?? 0),
    isSearching: more.isSearching,
    hidden: computed(() => loaded.value && hiddenCount(loaded.value, countShown())),
    sensors: computed(() => [...new Set(loaded.value?.listed.flatMap(({ sensor_ids }) => sensor_ids))].toSorted()),
    passing: computed(() => {
      if (rest.value === "none") return countShown();
      return hasStatus() ? undefined : loaded.value?.passing;
    }),
    load,
    loadMore: more.loadMore,
    stopSearch: more.stop,
    listAll: (period, signal, onSearched) =>
      listAllOperations({ range: period, filter: filter.value, signal }, onSearched),
  };
}
