import { computed, onScopeDispose, type Ref, shallowRef, watch } from "vue";
import type { Timeline } from "../../../../../server/contracts/timeline.ts";
import { useAlerts } from "../../api/alerts.store.ts";
import { onOperationChange } from "../../api/operation-changes.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { isCovered, type TimeWindow } from "./timeline-scale.ts";

const DEBOUNCE_MS = 150;

/** What happened in the window of the strip; the last answer stays while another window is loaded. */
export function useTimelineData(window: Readonly<Ref<TimeWindow>>) {
  const loadedWindow = shallowRef<TimeWindow>();
  const loaded = useLoaded<Timeline>(async (signal) => {
    const wanted = window.value;
    const query = { from: new Date(wanted.fromMs).toISOString(), to: new Date(wanted.toMs).toISOString() };
    const answer = await call(routes.getTimeline, { query, signal });
    if (answer.kind === "ok") loadedWindow.value = wanted;
    return answer;
  });
  const alerts = useAlerts();
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(
    window,
    (wanted) => {
      if (isCovered(wanted, loadedWindow.value)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void loaded.load(), loadedWindow.value ? DEBOUNCE_MS : 0);
    },
    { immediate: true },
  );
  watch(
    () => alerts.version,
    () => void loaded.load(),
  );
  onScopeDispose(onOperationChange(() => void loaded.load()));
  onScopeDispose(() => clearTimeout(timer));
  return { timeline: computed(() => loaded.value.value), failure: loaded.failure, reload: loaded.load };
}
