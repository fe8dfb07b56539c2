import { computed, type WritableComputedRef } from "vue";
import { useRouter } from "vue-router";
import { patchQuery, useQuery } from "../../ui/query-text.ts";
import { filterOfQuery, type OperationFilter, queryOfFilter } from "./operation-filter.ts";

/** The filter of the page, in its address: it survives a reload, can be shared, and "back" undoes a step. */
export function useOperationFilter(): WritableComputedRef<OperationFilter> {
  const query = useQuery();
  const router = useRouter();
  const filter = computed(() => filterOfQuery(query.value));
  return computed({
    get: () => filter.value,
    set: (next) => patchQuery(router, queryOfFilter(next), isTyping(filter.value, next) ? "replace" : "push"),
  });
}

/** Typing makes one history entry, not one for every letter. */
function isTyping(before: OperationFilter, after: OperationFilter): boolean {
  return before.text !== after.text && after.text !== "" && before.text !== "";
}
