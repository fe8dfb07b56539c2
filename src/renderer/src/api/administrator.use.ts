import { computed } from "vue";
import { useAccount } from "./account.store.ts";

/** Whether the person at this console administers the station; always on a station that trusts its computer. */
export function useIsAdministrator() {
  const account = useAccount();
  return computed(() => account.state.kind === "local" || account.user?.is_administrator === true);
}
