import { onScopeDispose, type Ref, ref } from "vue";

/** The time of the given clock, updated every `everyMs` until the component is unmounted. */
export function useTicking(nowMs: () => number, everyMs = 1_000): Readonly<Ref<number>> {
  const now = ref(nowMs());
  const timer = setInterval(() => {
    now.value = nowMs();
  }, everyMs);
  onScopeDispose(() => clearInterval(timer));
  return now;
}
