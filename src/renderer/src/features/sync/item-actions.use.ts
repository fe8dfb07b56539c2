import type { SyncConflict, SyncStep } from "../../../../../server/contracts/sync.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { useItemName } from "./item-name.use.ts";
import { useOutbox } from "./outbox.store.ts";

/** A person's actions on an item of the outbox, and on a decision that was not sent yet. */
export function useItemActions() {
  const { t } = useText();
  const outbox = useOutbox();
  const toasts = useToasts();
  const nameOf = useItemName();

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
    retry: (item: SyncStep) => change("retrySyncStep", item),
    accept: (item: SyncStep) => change("acceptSyncOffer", item),
    async discard(item: SyncStep): Promise<void> {
      if (await change("discardSyncStep", item)) toasts.show(t("sync.outbox.discarded", { name: nameOf(item) }));
    },
  };
}
