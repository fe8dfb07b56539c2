import { useDocumentVisibility } from "@vueuse/core";
import { onScopeDispose, watch } from "vue";
import { onTick } from "../ui/clock.ts";
import { useStation } from "./station.store.ts";

/**
 * Calls back regularly while the page can be seen, when it can be seen again, and when the station is reached again: what is
 * shown may have changed meanwhile.
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
