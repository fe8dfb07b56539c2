import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import { call, routes } from "../../api/station.client.ts";
import type { StationMatches } from "./filter-match.ts";
import { stationPartsOf } from "./filter-request.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { onTick } from "../../ui/clock.ts";

const POLL_MS = 10_000;
const MAX_OPERATIONS = 1_000;

/** The requested period, as parameters of the operation list. */
export interface MatchPeriod {
  readonly from: string;
  readonly to?: string;
}

const RECENT: MatchPeriod = { from: "-PT5M" };

/**
 * Asks the station for the operations of a period, by default the last minutes: those that pass the rules which only
 * the station can apply, and the caller's own. Each is undefined while no rule needs it.
 */
export function useStationMatches(
  filter: Readonly<Ref<OperationFilter>>,
  period: () => MatchPeriod = () => RECENT,
): Readonly<Ref<StationMatches>> {
  const known = shallowRef<StationMatches>({});
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    const { passing, own } = stationPartsOf(filter.value);
    if (!passing && !own) {
      known.value = {};
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    loading = controller;
    const find = async (part: typeof passing): Promise<ReadonlySet<string> | undefined> => {
      if (!part) return undefined;
      const query = { ...period(), order: "-time", limit: MAX_OPERATIONS, ...part } as const;
      const answer = await call(routes.listOperations, { query, signal });
      return answer.kind === "ok" ? new Set(answer.value.map(({ id }) => id)) : undefined;
    };
    const [foundPassing = known.value.passing, foundOwn = known.value.own] = await Promise.all([
      find(passing),
      find(own),
    ]);
    if (signal.aborted) return;
    known.value = { ...(foundPassing && { passing: foundPassing }), ...(foundOwn && { own: foundOwn }) };
  }

  watch(
    () => JSON.stringify([stationPartsOf(filter.value), period()]),
    () => {
      known.value = {};
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
