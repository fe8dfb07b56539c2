import type { FlightDetail } from "../../../../../server/contracts/flights.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { flightNameOf } from "./flight-name.ts";

export interface FlightActions {
  cancel(flight: FlightDetail): Promise<void>;
  process(flight: FlightDetail): Promise<void>;
}

/** The actions of a flight's page; each shows its outcome in a toast. */
export function useFlightActions(reload: () => Promise<void>): FlightActions {
  const { t } = useText();
  const toasts = useToasts();

  return {
    async cancel(flight) {
      const answer = await call(routes.editFlight, { params: { id: flight.id }, body: { status: "cancelled" } });
      if (answer.kind === "ok") toasts.show(t("flights.one.cancelled", { name: flightNameOf(flight) }));
      else toasts.show(t("flights.failed", { reason: reasonOf(answer) }), "danger");
      await reload();
    },

    async process({ id }) {
      const answer = await call(routes.processFlight, { params: { id } });
      if (answer.kind !== "ok") toasts.show(t("flights.failed", { reason: reasonOf(answer) }), "danger");
      await reload();
    },
  };
}
