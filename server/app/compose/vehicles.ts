import { join } from "node:path";
import { findSourceCreator, findStoredSource } from "../../features/sources/index.ts";
import { createVehicles, type VehicleOwner } from "../../features/vehicles/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { ReadableDb, Store } from "../../storage/database.ts";
import type { AccountData } from "./account-data.ts";
import type { Accounts } from "./accounts.ts";

/** What belongs to accounts. */
export type AccountParts = {
  readonly accountData: Pick<AccountData, "flightLogging">;
  readonly accounts: Pick<Accounts, "aircraft" | "devices">;
};

/** The operator's own aircraft, whose streams become flights of the person who added the source. */
export function composeVehicles(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly monotonic: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly accountData: AccountParts["accountData"];
}) {
  const { store, accountData } = parts;
  return createVehicles({
    ...parts,
    db: store.writer,
    flights: accountData.flightLogging,
    tlogFolder: join(parts.dataDir, "tlogs"),
    findOwner: (sourceId) => findVehicleOwner(store.reader, sourceId),
  });
}

/** Whether an aircraft or a device is a person's own. */
export function createOwnershipCheck(own: () => Pick<AccountParts, "accounts">) {
  return (what: "aircraft" | "device", id: string, userId: string): boolean => {
    const { aircraft, devices } = own().accounts;
    return what === "aircraft" ? aircraft.findOwned(id, userId) !== undefined : devices.findAny(id)?.owner === userId;
  };
}

function findVehicleOwner(db: ReadableDb, sourceId: string): VehicleOwner | undefined {
  const settings = findStoredSource(db, sourceId)?.settings;
  const owner = findSourceCreator(db, sourceId);
  if (settings?.kind !== "mavlink_vehicle" || owner === undefined) return undefined;
  const { aircraft = null, device = null, keep_tlog: keepsTlog } = settings;
  return { owner, aircraft, device, keepsTlog };
}
