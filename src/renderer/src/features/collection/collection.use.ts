import { computed, type ComputedRef, type Ref, type ShallowRef, watch } from "vue";
import { useLoaded } from "../../api/loaded.use.ts";
import { useRefreshing } from "../../api/refreshing.use.ts";
import type { ApiResult, ApiResponse, Failure } from "../../api/station.client.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { includesAllWords } from "../../ui/word-search.ts";

/** More than one account usually has; the page shows if the list is cut off. */
export const MAX_LISTED = 1000;
/** Another window, a program or the synchronisation may change the list as well. */
const REFRESH_EVERY_MS = 15_000;

/** All items of one kind of an account, sorted and filtered; order and search text are in the address. */
export interface Collection<T, O extends string = string> {
  readonly order: Ref<O>;
  readonly search: Ref<string>;
  /** Undefined before the first answer. */
  readonly all: ComputedRef<readonly T[] | undefined>;
  readonly found: ComputedRef<readonly T[]>;
  /** Whether there are more than could be listed. */
  readonly isCut: ComputedRef<boolean>;
  readonly failure: Readonly<ShallowRef<Failure | undefined>>;
  load(): Promise<void>;
}

export function useCollection<T, O extends string>(
  request: (
    query: { readonly limit: number; readonly ordering: O },
    signal: AbortSignal,
  ) => Promise<ApiResult<ApiResponse<T[]>>>,
  options: {
    readonly firstOrder: NoInfer<O>;
    /** The text of a list entry, which the search looks through. */
    readonly textOf: (one: T) => string;
    /** Items with a pending removal are not listed. */
    readonly isHidden?: (one: T) => boolean;
  },
): Collection<T, O> {
  const order = useQueryText<O>("order", options.firstOrder);
  const search = useQueryText("text", "");
  const list = useLoaded((signal) => request({ limit: MAX_LISTED, ordering: order.value }, signal));
  const all = computed(() => list.value.value?.body.filter((one) => !options.isHidden?.(one)));

  watch(order, list.load, { immediate: true });
  useRefreshing(REFRESH_EVERY_MS, () => void list.refresh());
  return {
    order,
    search,
    all,
    found: computed(() => all.value?.filter((one) => includesAllWords(options.textOf(one), search.value)) ?? []),
    isCut: computed(() => (list.value.value?.totalCount ?? 0) > MAX_LISTED),
    failure: list.failure,
    load: list.load,
  };
}
