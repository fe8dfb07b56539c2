import { computed, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import { onOperationChange, type OperationChange } from "../api/operation-changes.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { fetchAllPages } from "../api/all-pages.ts";
import { type ApiResult, call, callForResponse, routes } from "../api/station.client.ts";
import { requestOfFilter } from "../features/filters/filter-request.ts";
import { activeParts, type OperationFilter } from "../features/filters/operation-filter.ts";
import type { RangeQuery } from "../features/log/period.ts";
import { useText } from "../text/index.ts";

const MAX_OPERATIONS = 500;

export interface LogList {
  /** The newest operations that pass the filter; undefined before the first answer. */
  readonly operations: Readonly<Ref<readonly Operation[] | undefined>>;
  /** Why there is no list, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Whether there are more than could be loaded. */
  readonly isCut: Readonly<Ref<boolean>>;
  /** How many of the period the filter hides; undefined where the station does not say. */
  readonly hidden: Readonly<Ref<number | undefined>>;
  readonly isFiltered: Readonly<Ref<boolean>>;
  readonly sensors: Readonly<Ref<readonly string[]>>;
  /** How many pass the filter, as far as is known here. */
  readonly passing: Readonly<Ref<number>>;
  load(): Promise<void>;
  /** All that pass the filter, also those beyond what is listed. */
  listAll(signal: AbortSignal): Promise<ApiResult<readonly Operation[]>>;
}

/** The operations of a period, filtered by the station; only the status is filtered here. */
export function useLogList(
  range: Readonly<Ref<RangeQuery | undefined>>,
  filter: Readonly<Ref<OperationFilter>>,
): LogList {
  const { t } = useText();
  const loaded = shallowRef<readonly Operation[]>();
  const totalPassing = ref<number>();
  const totals = shallowRef<{ readonly period: number; readonly passing: number }>();
  const failure = ref<string>();
  const isFiltered = computed(() => activeParts(filter.value).length > 0);
  const operations = computed(() =>
    filter.value.status === "" ? loaded.value : loaded.value?.filter(({ status }) => status === filter.value.status),
  );
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    if (!range.value) return;
    const controller = new AbortController();
    loading = controller;
    const period = { ...range.value, order: "-time" } as const;
    const { signal } = controller;
    const query = { ...period, ...requestOfFilter(filter.value), limit: MAX_OPERATIONS };
    const [answer, all] = await Promise.all([
      callForResponse(routes.listOperations, { query, signal }),
      isFiltered.value ? callForResponse(routes.listOperations, { query: { ...period, limit: 1 }, signal }) : undefined,
    ]);
    if (answer.kind === "cancelled" || signal.aborted) return;
    if (answer.kind !== "ok") {
      failure.value =
        answer.kind === "refused" ? t("common.refused", { message: answer.message }) : t("common.unreachable");
      return;
    }
    failure.value = undefined;
    loaded.value = answer.value.body;
    const passing = answer.value.totalCount;
    totalPassing.value = passing;
    const inPeriod = all?.kind === "ok" ? all.value.totalCount : undefined;
    totals.value = passing === undefined || inPeriod === undefined ? undefined : { period: inPeriod, passing };
  }

  async function listAll(signal: AbortSignal): Promise<ApiResult<readonly Operation[]>> {
    const { status } = filter.value;
    const query = {
      ...range.value,
      from: range.value?.from ?? "",
      order: "time",
      ...requestOfFilter(filter.value),
    } as const;
    const all = await fetchAllPages((page) => call(routes.listOperations, { query: { ...query, ...page }, signal }));
    if (all.kind !== "ok" || status === "") return all;
    return { kind: "ok", value: all.value.filter((one) => one.status === status) };
  }

  /** Applies what is known at once; the rest, such as new operations, comes with loading again. */
  function applyChange({ updated, isRebuilt, gone }: OperationChange): void {
    const byId = new Map(updated.map((one) => [one.id, one]));
    loaded.value = loaded.value?.flatMap((one) => (gone.includes(one.id) ? [] : [byId.get(one.id) ?? one]));
    if (isRebuilt || gone.length > 0) void load();
  }

  watch([() => JSON.stringify(range.value), () => JSON.stringify(requestOfFilter(filter.value))], () => void load(), {
    immediate: true,
  });
  onScopeDispose(onOperationChange(applyChange));
  onScopeDispose(() => loading?.abort());

  return {
    operations,
    failure,
    isFiltered,
    isCut: computed(() => (loaded.value?.length ?? 0) >= MAX_OPERATIONS),
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
    listAll,
  };
}
