import { useAlerts } from "../../api/alerts.store.ts";
import { reasonOf } from "../../api/reason.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

/** Acknowledges the most urgent open alert, even if it has no banner. */
export function useAcknowledgeFirst(): () => Promise<void> {
  const { t, fromStation } = useText();
  const alerts = useAlerts();
  const toasts = useToasts();

  return async () => {
    const [alert] = alerts.unacknowledged;
    if (!alert) {
      toasts.show(t("alerts.noneToAcknowledge"));
      return;
    }
    const answer = await alerts.acknowledge(alert.id);
    if (answer.kind === "ok") toasts.show(t("alerts.acknowledged", { name: fromStation(alert.rule_name) }));
    else toasts.show(t("alerts.failed", { reason: reasonOf(answer) }), "danger");
  };
}
