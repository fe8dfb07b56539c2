import { useTimeoutFn } from "@vueuse/core";
import { onScopeDispose, readonly, type Ref, ref, watch } from "vue";

const MAX_WAIT_MS = 300;

/** Whether the map is there: building it takes longer than the list, which comes first unless the station is slow. */
export function useMapAfterList(isListed: () => boolean): Readonly<Ref<boolean>> {
  const isShown = ref(false);
  const waitMs = ref(MAX_WAIT_MS);
  const { start: wait } = useTimeoutFn(() => {
    isShown.value = true;
  }, waitMs);
  let frame = 0;
  const showNext = () => {
    waitMs.value = 0;
    // What is done in a frame comes before its picture, a timer after it.
    frame = requestAnimationFrame(() => wait());
  };
  watch(isListed, showNext, { flush: "post", once: true });
  onScopeDispose(() => cancelAnimationFrame(frame));
  return readonly(isShown);
}
