import type { Aircraft } from "../../../../../server/contracts/aircraft.ts";
import { useAccount } from "../../api/account.store.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export interface AircraftActions {
  setDefault(aircraft: Aircraft, isDefault: boolean): Promise<void>;
  remove(aircraft: Aircraft): Promise<void>;
}

/** The actions of an aircraft in the list; each shows its outcome in a toast. */
export function useAircraftActions(reload: () => Promise<void>): AircraftActions {
  const { t } = useText();
  const account = useAccount();
  const toasts = useToasts();

  function showOutcome(answer: ApiResult<unknown>, done: string): void {
    if (answer.kind === "ok") toasts.show(done);
    else toasts.show(t("aircraft.failed", { reason: reasonOf(answer) }), "danger");
  }

  return {
    async setDefault({ id, name }, isDefault) {
      const answer = await account.update({ default_aircraft: isDefault ? id : null });
      showOutcome(answer, isDefault ? t("aircraft.defaultSaved", { name }) : t("aircraft.defaultRemoved"));
    },

    async remove({ id, name }) {
      const answer = await call(routes.removeAircraft, { params: { id } });
      showOutcome(answer, t("aircraft.removed", { name }));
      if (account.user?.default_aircraft?.id === id) await account.load();
      await reload();
    },
  };
}
