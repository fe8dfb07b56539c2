import type { SyncConflict, SyncStep } from "../../../../../server/contracts/sync.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { useOutbox } from "./outbox.store.ts";

/** A person's actions on an item of the outbox, and on a decision that was not sent yet. */
export function useStepActions() {
  const { t } = useText();
  const outbox = useOutbox();
  const toasts = useToasts();

  async function change(
    route: "retrySyncStep" | "acceptSyncOffer" | "discardSyncStep" | "undoSyncDecision",
    { id }: Pick<SyncStep, "id">,
  ): Promise<boolean> {
    const answer = await call(routes[route], { params: { id } });
    if (answer.kind === "refused" || answer.kind === "unreachable") {
      toasts.show(t("sync.failed", { reason: reasonOf(answer) }), "danger");
    }
    await outbox.load();
    return answer.kind === "ok";
  }

  return {
    undo: (conflict: Pick<SyncConflict, "id">) => change("undoSyncDecision", conflict),
    retry: (step: SyncStep) => change("retrySyncStep", step),
    accept: (step: SyncStep) => change("acceptSyncOffer", step),
    async discard(step: SyncStep): Promise<void> {
      if (await change("discardSyncStep", step)) toasts.show(t("sync.outbox.discarded", { name: step.name }));
    },
  };
}
