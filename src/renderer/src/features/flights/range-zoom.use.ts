import { computed, ref, type Ref } from "vue";
import { clampRange, isWhole, type TimeRange } from "./profile-zoom.ts";

/** What a chart shows of a track: the zoomed range, which is undefined for the whole, and the shown range. */
export function useRangeZoom(whole: Readonly<Ref<TimeRange>>) {
  const zoom = ref<TimeRange>();
  const rangeS = computed(() => zoom.value ?? whole.value);

  function setZoom(range: TimeRange | undefined): void {
    const next = range && clampRange(range, whole.value);
    zoom.value = next && !isWhole(next, whole.value) ? next : undefined;
  }

  return { zoom, rangeS, setZoom };
}
