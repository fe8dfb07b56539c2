import { onScopeDispose, type Ref, ref } from "vue";

/** A time that ticks every so often, on the clock that is handed in. Stops with the component that asked for it. */
export function useTicking(nowMs: () => number, everyMs = 1_000): Readonly<Ref<number>> {
  const now = ref(nowMs());
  const timer = setInterval(() => {
    now.value = nowMs();
  }, everyMs);
  onScopeDispose(() => clearInterval(timer));
  return now;
}
