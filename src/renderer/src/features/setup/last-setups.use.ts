import { computed, onMounted } from "vue";
import type { SetupDevice } from "../../../../../server/contracts/setup-devices.ts";
import { useIsAdministrator } from "../../api/administrator.use.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";

export interface LastSetups {
  /** The device as it was read last; undefined when it never was, or the caller may not see it. */
  lastOf(serialNumber: string): SetupDevice | undefined;
}

/** The last snapshots of the devices at this station. */
export function useLastSetups(): LastSetups {
  const isAdministrator = useIsAdministrator();
  const loaded = useLoaded((signal) => call(routes.listSetupDevices, { signal }));
  const bySerial = computed(() => new Map((loaded.value.value ?? []).map((one) => [one.serial_number, one])));
  onMounted(() => {
    if (isAdministrator.value) void loaded.load();
  });
  return { lastOf: (serialNumber) => bySerial.value.get(serialNumber) };
}
