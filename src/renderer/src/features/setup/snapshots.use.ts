import { computed, type ComputedRef, watch } from "vue";
import type { SetupSnapshot } from "../../../../../server/contracts/setup.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";

/** The snapshots of the device with this serial number, newest first; none where it tells no number. */
export function useSnapshots(serialNumber: () => string | null): ComputedRef<readonly SetupSnapshot[]> {
  const loaded = useLoaded((signal) =>
    call(routes.listSetupSnapshots, { query: { serial_number: serialNumber() ?? "" }, signal }),
  );
  watch(
    serialNumber,
    (known) => {
      if (known !== null) void loaded.load();
    },
    { immediate: true },
  );
  return computed(() => loaded.value.value ?? []);
}
