import type { Device } from "../../../../../server/contracts/devices.ts";
import { useAccount } from "../../api/account.store.ts";

/** What was shared is read, not edited; the operator of a station without accounts edits everything. */
export function useDeviceRights(): { canEdit(device: Device): boolean } {
  const account = useAccount();
  return {
    canEdit: ({ owner }) =>
      account.state.kind === "local" ||
      account.user?.is_administrator === true ||
      (account.user !== undefined && owner?.id === account.user.id),
  };
}
