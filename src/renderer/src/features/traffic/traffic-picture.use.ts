import { computed, type ComputedRef, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import { useMapTools } from "../../map/tools/map-tools.store.ts";
import type { MapTraffic } from "../../map/traffic/traffic.use.ts";
import type { TrafficMark, TrafficReader } from "../../tracks/traffic-collection.ts";
import { startTrafficReplay, type TrafficReplay } from "./traffic-replay.ts";

export interface TrafficPicture {
  readonly traffic: ComputedRef<MapTraffic>;
  readonly chosenIcao: Ref<string | undefined>;
  readonly chosen: Readonly<Ref<TrafficMark | undefined>>;
}

/** The aircraft with a crew that the live page shows: of now, or of the moment that is shown, and the chosen one. */
export function useTrafficPicture(
  live: TrafficReader,
  stationNowMs: () => number,
  momentMs: Readonly<Ref<number | undefined>>,
): TrafficPicture {
  const tools = useMapTools();
  const chosenIcao = ref<string>();
  const version = ref(0);
  const replay = shallowRef<TrafficReplay>();

  function stop(): void {
    replay.value?.stop();
    replay.value = undefined;
  }

  watch(
    [momentMs, () => tools.isTrafficOn] as const,
    ([moment, isOn]) => {
      if (!isOn) chosenIcao.value = undefined;
      if (moment === undefined || !isOn) return stop();
      replay.value ??= startTrafficReplay();
      replay.value.moveTo(moment);
    },
    { immediate: true },
  );
  const traffic = computed<MapTraffic>(() =>
    replay.value === undefined
      ? { reader: live, nowMs: stationNowMs }
      : { reader: replay.value.collection, nowMs: () => momentMs.value ?? stationNowMs() },
  );
  watch(
    traffic,
    ({ reader }, _before, onCleanup) => {
      onCleanup(reader.onChange(() => (version.value += 1)));
    },
    { immediate: true },
  );
  onScopeDispose(stop);

  return {
    traffic,
    chosenIcao,
    chosen: computed(() => {
      void version.value;
      return chosenIcao.value === undefined ? undefined : traffic.value.reader.marks.get(chosenIcao.value);
    }),
  };
}
