import { onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { OperationStatistics } from "../../../../../server/contracts/statistics.ts";
import { callForResponse, routes } from "../../api/station.client.ts";

const POLL_MS = 1_000;
/** While telemetry goes on arriving the figures are never done for long. */
const LIVE_POLL_MS = 10_000;

export interface ShownStatistics {
  /** The last known figures; undefined before the first answer. */
  readonly figures: Readonly<Ref<OperationStatistics | undefined>>;
  /** Whether the station still computes newer ones. */
  readonly isRefreshing: Readonly<Ref<boolean>>;
  readonly hasFailed: Readonly<Ref<boolean>>;
}

/** The figures of an operation, asked for again until they are current, and for as long as it goes on. */
export function useStatistics(id: () => string, isLive: () => boolean): ShownStatistics {
  const figures = shallowRef<OperationStatistics>();
  const isRefreshing = ref(false);
  const hasFailed = ref(false);
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const controller = new AbortController();
    asking = controller;
    const params = { operation_id: id() };
    const answer = await callForResponse(routes.getOperationStatistics, { params, signal: controller.signal });
    if (answer.kind === "cancelled" || controller.signal.aborted) return;
    hasFailed.value = answer.kind !== "ok";
    if (answer.kind !== "ok") {
      timer = setTimeout(() => void ask(), LIVE_POLL_MS);
      return;
    }
    const { status, body, retryAfterS } = answer.value;
    figures.value = body;
    isRefreshing.value = status === 202;
    if (status === 202) timer = setTimeout(() => void ask(), (retryAfterS ?? 0) * 1_000 || POLL_MS);
    else if (isLive()) timer = setTimeout(() => void ask(), LIVE_POLL_MS);
  }

  function stop(): void {
    asking?.abort();
    clearTimeout(timer);
  }

  watch(
    id,
    () => {
      stop();
      figures.value = undefined;
      void ask();
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return { figures, isRefreshing, hasFailed };
}
