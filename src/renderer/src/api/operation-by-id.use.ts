import { computed, type ComputedRef, onScopeDispose, shallowRef, watch } from "vue";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { useText } from "../text/index.ts";
import { onOperationChange } from "./operation-changes.ts";
import { reasonOrMissing } from "./reason.ts";
import { type ApiResult, call, routes } from "./station.client.ts";
import { useStationReturn } from "./station-return.use.ts";

export interface OperationById {
  readonly operation: ComputedRef<Operation | undefined>;
  /** Why it cannot be shown, as a sentence; undefined while it is being loaded. */
  readonly failure: ComputedRef<string | undefined>;
}

/** An operation that the page's list does not contain, for example from a link; none for an empty id. */
export function useOperationById(id: () => string): OperationById {
  const { t } = useText();
  const answered = shallowRef<{ readonly id: string; readonly answer: ApiResult<Operation> }>();
  let request: AbortController | undefined;

  async function load(): Promise<void> {
    request?.abort();
    const asked = id();
    if (asked === "") return;
    request = new AbortController();
    const { signal } = request;
    const answer = await call(routes.getOperation, { params: { operation_id: asked }, signal });
    if (!signal.aborted) answered.value = { id: asked, answer };
  }

  const answer = computed(() => (answered.value?.id === id() ? answered.value.answer : undefined));
  watch(id, load, { immediate: true });
  onScopeDispose(onOperationChange(() => void load()));
  onScopeDispose(() => request?.abort());
  useStationReturn(() => answer.value?.kind === "unreachable", load);
  return {
    operation: computed(() => (answer.value?.kind === "ok" ? answer.value.value : undefined)),
    failure: computed(() =>
      answer.value === undefined || answer.value.kind === "ok"
        ? undefined
        : reasonOrMissing(answer.value, t("operation.missing")),
    ),
  };
}
