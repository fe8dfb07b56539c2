import { defineStore } from "pinia";
import { ref } from "vue";
import type { Device } from "../../../../../server/contracts/devices.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { usePendingRemovals } from "../../ui/pending-removals.store.ts";
import { useToasts } from "../../ui/toasts.store.ts";

/** Devices that leave their account: pairing again would not bring back with whom they were shared. */
export const useUnpairing = defineStore("unpairing", () => {
  const { t } = useText();
  const toasts = useToasts();
  const removals = usePendingRemovals();
  /** How many were unpaired since the console was opened: a list of devices is loaded again when it changes. */
  const count = ref(0);

  async function unpair({ id, name }: Pick<Device, "id" | "name">): Promise<void> {
    const answer = await call(routes.unregisterDevice, { params: { id } });
    if (answer.kind !== "ok") {
      toasts.show(t("devices.failed", { reason: reasonOf(answer) }), "danger");
      return;
    }
    toasts.show(t("devices.unpaired", { name }));
    count.value += 1;
  }

  return {
    count,
    /** Unpairs the device when the message that offers to undo it disappears. */
    begin({ id, name }: Pick<Device, "id" | "name">): void {
      removals.remove({
        id,
        name,
        kind: "unpairing",
        consequence: t("devices.unpairConsequence"),
        remove: () => unpair({ id, name }),
      });
    },
  };
});
