import { computed, type WritableComputedRef } from "vue";
import { useRouter } from "vue-router";
import { patchQuery, useQuery } from "../../ui/query-text.ts";
import { filterOfQuery, type OperationFilter, queryOfFilter } from "./operation-filter.ts";

/** The filter of the page, kept in its address: it outlives a reload, can be sent, and "back" takes a step back. */
export function useOperationFilter(): WritableComputedRef<OperationFilter> {
  const query = useQuery();
  const router = useRouter();
  const filter = computed(() => filterOfQuery(query.value));
  return computed({
    get: () => filter.value,
    set: (next) => patchQuery(router, queryOfFilter(next), isTyping(filter.value, next) ? "replace" : "push"),
  });
}

/** Every letter of a word would be a step back otherwise. */
function isTyping(before: OperationFilter, after: OperationFilter): boolean {
  return before.text !== after.text && after.text !== "" && before.text !== "";
}
