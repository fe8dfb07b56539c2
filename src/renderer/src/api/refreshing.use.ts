import { useDocumentVisibility } from "@vueuse/core";
import { onScopeDispose, watch } from "vue";
import { onTick } from "../ui/clock.ts";
import { useStation } from "./station.store.ts";

/**
 * Calls back regularly while the page is visible, and at once when it becomes visible or the station is reachable
 * again, because the data may have changed in the meantime.
 */
export function useRefreshing(everyMs: number, refresh: () => void): void {
  const station = useStation();
  const visibility = useDocumentVisibility();
  const refreshSeen = (): void => {
    if (visibility.value === "visible") refresh();
  };
  onScopeDispose(onTick(everyMs, refreshSeen));
  watch(visibility, refreshSeen);
  watch(
    () => station.live,
    (now, before) => {
      if (now === "connected" && before !== "connecting") refreshSeen();
    },
  );
}
