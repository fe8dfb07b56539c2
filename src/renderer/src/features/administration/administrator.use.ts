import { computed } from "vue";
import { useAccount } from "../../api/account.store.ts";

/** Whether whoever uses this console administers the station; the operator of a station that trusts its computer does. */
export function useIsAdministrator() {
  const account = useAccount();
  return computed(() => account.state.kind === "local" || account.user?.is_administrator === true);
}
