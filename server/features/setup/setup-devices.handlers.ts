import type { setupDeviceRoutes } from "../../contracts/setup-devices.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { differencesOf } from "./differences.rules.ts";
import type { SetupDeps } from "./setup.deps.ts";

export function createSetupDeviceHandlers({
  snapshots,
  findConfigurationSet,
}: Pick<SetupDeps, "snapshots" | "findConfigurationSet">): Handlers<typeof setupDeviceRoutes> {
  return {
    listSetupDevices: ({ query }) => ({
      status: 200,
      body: snapshots.listLast(query.serial_number).flatMap(({ serialNumber, product, firmware, takenMs, values }) => {
        if (serialNumber === null) return [];
        const set = findConfigurationSet(serialNumber);
        return {
          serial_number: serialNumber,
          product,
          firmware,
          taken_at: isoFromMs(takenMs),
          ...(set === undefined ? { differences: null, not_compared: [] } : differencesOf(values, set)),
        };
      }),
    }),
  };
}
