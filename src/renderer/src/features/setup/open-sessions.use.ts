import { computed, type ComputedRef } from "vue";
import type { SetupSession } from "../../../../../server/contracts/setup.ts";
import { useSetup } from "../../api/setup.store.ts";

/** The set-ups that are open at the station, also those of other windows. */
export function useOpenSessions(): ComputedRef<readonly SetupSession[]> {
  const setup = useSetup();
  void setup.refresh();
  return computed(() => [...setup.sessions.values()]);
}
