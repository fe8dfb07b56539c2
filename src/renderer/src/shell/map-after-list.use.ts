import { useTimeoutFn } from "@vueuse/core";
import { onScopeDispose, readonly, type Ref, ref, watch } from "vue";

const MAX_WAIT_MS = 300;

/** Whether to show the map: it takes longer to build, so the list comes first unless the station is slow. */
export function useMapAfterList(isListed: () => boolean): Readonly<Ref<boolean>> {
  const isShown = ref(false);
  const waitMs = ref(MAX_WAIT_MS);
  const { start: wait } = useTimeoutFn(() => {
    isShown.value = true;
  }, waitMs);
  let frame = 0;
  const showNext = () => {
    waitMs.value = 0;
    // A callback of a frame runs before that frame is painted, a timer afterwards.
    frame = requestAnimationFrame(() => wait());
  };
  watch(isListed, showNext, { flush: "post", once: true });
  onScopeDispose(() => cancelAnimationFrame(frame));
  return readonly(isShown);
}
