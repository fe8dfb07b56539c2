import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import { call, routes } from "../../api/station.client.ts";
import { needsStation } from "./filter-match.ts";
import { stationPartOf } from "./filter-request.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { onTick } from "../../ui/clock.ts";

const POLL_MS = 10_000;
const MAX_OPERATIONS = 1_000;

/** The time that is asked about, as the list of operations takes it. */
export interface MatchPeriod {
  readonly from: string;
  readonly to?: string;
}

const RECENT: MatchPeriod = { from: "-PT5M" };

/**
 * The operations of the last minutes, or of another period, that pass the rules which need the station: who may see them, and what
 * they reached before. Undefined while no such rule is active.
 */
export function useStationMatches(
  filter: Readonly<Ref<OperationFilter>>,
  period: () => MatchPeriod = () => RECENT,
): Readonly<Ref<ReadonlySet<string> | undefined>> {
  const known = shallowRef<ReadonlySet<string>>();
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    if (!needsStation(filter.value)) {
      known.value = undefined;
      return;
    }
    const controller = new AbortController();
    loading = controller;
    const query = { ...period(), order: "-time", limit: MAX_OPERATIONS, ...stationPartOf(filter.value) } as const;
    const answer = await call(routes.listOperations, { query, signal: controller.signal });
    if (answer.kind === "ok" && !controller.signal.aborted) known.value = new Set(answer.value.map(({ id }) => id));
  }

  watch(
    () => JSON.stringify([stationPartOf(filter.value), period()]),
    () => {
      known.value = undefined;
      void load();
    },
    { immediate: true },
  );
  const stopLoading = onTick(POLL_MS, () => void load());
  onScopeDispose(() => {
    stopLoading();
    loading?.abort();
  });
  return known;
}
