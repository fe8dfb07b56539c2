import { refThrottled } from "@vueuse/core";
import {
  computed,
  type ComputedRef,
  onScopeDispose,
  type Ref,
  ref,
  shallowRef,
  watch,
  type WritableComputedRef,
} from "vue";
import { useStationReturn } from "../../api/station-return.use.ts";
import { useMapTools } from "../../map/tools/map-tools.store.ts";
import type { MapTraffic } from "../../map/traffic/traffic.use.ts";
import { isInView, type ViewBox } from "../../map/viewport.ts";
import type { TrafficMark, TrafficReader } from "../../tracks/traffic-collection.ts";
import { useQueryText } from "../../ui/query-text.ts";
import { trafficNameOf } from "./traffic-facts.ts";
import { startTrafficReplay, type TrafficReplay } from "./traffic-replay.ts";

const LIST_EVERY_MS = 500;

export interface TrafficPicture {
  readonly traffic: ComputedRef<MapTraffic>;
  /** The aircraft in view, by name; none while they are switched off. */
  readonly inView: ComputedRef<readonly TrafficMark[]>;
  /** The address of the chosen one, also in the address of the page; empty while none is chosen. */
  readonly chosenIcao: WritableComputedRef<string>;
  readonly chosen: Readonly<Ref<TrafficMark | undefined>>;
}

/** The aircraft with a crew that the live page shows, now or at the shown moment, and the selected one. */
export function useTrafficPicture(
  live: TrafficReader,
  stationNowMs: () => number,
  momentMs: Readonly<Ref<number | undefined>>,
  view: Readonly<Ref<ViewBox | undefined>>,
): TrafficPicture {
  const tools = useMapTools();
  const chosenIcao = useQueryText("icao", "");
  const version = ref(0);
  const listVersion = refThrottled(version, LIST_EVERY_MS);
  const replay = shallowRef<TrafficReplay>();

  function stop(): void {
    replay.value?.stop();
    replay.value = undefined;
  }

  watch(
    [momentMs, () => tools.isTrafficOn] as const,
    ([moment, isOn]) => {
      if (!isOn && chosenIcao.value !== "") chosenIcao.value = "";
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
      version.value += 1;
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  useStationReturn(
    () => replay.value?.missed.isAny() ?? false,
    async () => replay.value?.missed.retry(),
  );

  return {
    traffic,
    inView: computed(() => {
      void listVersion.value;
      const box = view.value;
      if (!tools.isTrafficOn || box === undefined) return [];
      return [...traffic.value.reader.marks.values()]
        .filter(({ record }) => isInView(box, record.latitude, record.longitude))
        .toSorted((a, b) => trafficNameOf(a).localeCompare(trafficNameOf(b)));
    }),
    chosenIcao,
    chosen: computed(() => {
      void version.value;
      return traffic.value.reader.marks.get(chosenIcao.value);
    }),
  };
}
