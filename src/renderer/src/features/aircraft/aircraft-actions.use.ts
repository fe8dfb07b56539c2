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

/** What is done to an aircraft from its place in the list, and said in a notice. */
export function useAircraftActions(reload: () => Promise<void>): AircraftActions {
  const { t } = useText();
  const account = useAccount();
  const toasts = useToasts();

  function tell(answer: ApiResult<unknown>, done: string): void {
    if (answer.kind === "ok") toasts.show(done);
    else toasts.show(t("aircraft.failed", { reason: reasonOf(answer) }), "danger");
  }

  return {
    async setDefault({ id, name }, isDefault) {
      const answer = await account.update({ default_aircraft: isDefault ? id : null });
      tell(answer, isDefault ? t("aircraft.defaultSaved", { name }) : t("aircraft.defaultRemoved"));
    },

    async remove({ id, name }) {
      const answer = await call(routes.removeAircraft, { params: { id } });
      tell(answer, t("aircraft.removed", { name }));
      if (account.user?.default_aircraft?.id === id) await account.load();
      await reload();
    },
  };
}
