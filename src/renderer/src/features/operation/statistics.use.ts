import { onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { OperationStatistics } from "../../../../../server/contracts/statistics.ts";
import { useStationReturn } from "../../api/station-return.use.ts";
import { callForResponse, routes } from "../../api/station.client.ts";

const POLL_MS = 1_000;
/** While telemetry arrives the statistics keep changing. */
const LIVE_POLL_MS = 10_000;

export interface StatisticsState {
  /** The last known statistics; undefined before the first reply. */
  readonly statistics: Readonly<Ref<OperationStatistics | undefined>>;
  /** Whether the station still computes newer ones. */
  readonly isRefreshing: Readonly<Ref<boolean>>;
  readonly hasFailed: Readonly<Ref<boolean>>;
}

/**
 * The statistics of an operation, loaded again until they are current, for as long as the operation is live, and when
 * the station is back after it was out of reach.
 */
export function useStatistics(id: () => string, isLive: () => boolean): StatisticsState {
  const statistics = shallowRef<OperationStatistics>();
  const isRefreshing = ref(false);
  const hasFailed = ref(false);
  let isOutOfReach = false;
  let loading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    stop();
    isOutOfReach = false;
    const controller = new AbortController();
    loading = controller;
    const params = { operation_id: id() };
    const answer = await callForResponse(routes.getOperationStatistics, { params, signal: controller.signal });
    if (answer.kind === "cancelled" || controller.signal.aborted) return;
    hasFailed.value = answer.kind !== "ok";
    isOutOfReach = answer.kind === "unreachable";
    if (answer.kind === "unreachable") return;
    if (answer.kind !== "ok") {
      timer = setTimeout(() => void load(), LIVE_POLL_MS);
      return;
    }
    const { status, body, retryAfterS } = answer.value;
    statistics.value = body;
    isRefreshing.value = status === 202;
    if (status === 202) timer = setTimeout(() => void load(), (retryAfterS ?? 0) * 1_000 || POLL_MS);
    else if (isLive()) timer = setTimeout(() => void load(), LIVE_POLL_MS);
  }

  function stop(): void {
    loading?.abort();
    clearTimeout(timer);
  }

  watch(
    id,
    () => {
      statistics.value = undefined;
      void load();
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  useStationReturn(() => isOutOfReach, load);
  return { statistics, isRefreshing, hasFailed };
}
