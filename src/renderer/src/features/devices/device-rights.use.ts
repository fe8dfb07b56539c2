import type { Device } from "../../../../../server/contracts/devices.ts";
import { useAccount } from "../../api/account.store.ts";

/** Shared devices can be read, not edited; on a station without accounts every device can be edited. */
export function useDeviceRights(): { canEdit(device: Device): boolean } {
  const account = useAccount();
  return {
    canEdit: ({ owner }) =>
      account.state.kind === "local" ||
      account.user?.is_administrator === true ||
      (account.user !== undefined && owner?.id === account.user.id),
  };
}
