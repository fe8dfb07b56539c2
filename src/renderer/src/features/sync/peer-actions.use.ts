import type { SyncPeer } from "../../../../../server/contracts/sync.ts";
import { reasonOf } from "../../api/reason.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useSync } from "../../api/sync.store.ts";
import { useText } from "../../text/index.ts";
import { usePendingRemovals } from "../../ui/pending-removals.store.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export type PeerAction = "run" | "pause" | "resume";

const ROUTES = { run: "runSyncPeer", pause: "pauseSyncPeer", resume: "resumeSyncPeer" } as const;

/** A person's actions on a peer, with a message if they fail. */
export function usePeerActions() {
  const { t, count } = useText();
  const sync = useSync();
  const toasts = useToasts();
  const removals = usePendingRemovals();

  function showFailure(answer: ApiResult<unknown>): void {
    if (answer.kind === "ok" || answer.kind === "cancelled") return;
    toasts.show(t("sync.failed", { reason: reasonOf(answer) }), "danger");
  }

  return {
    async act(action: PeerAction, { id }: SyncPeer): Promise<void> {
      showFailure(await sync.act(ROUTES[action], id));
    },
    async cancelTakeAlong({ id }: SyncPeer): Promise<void> {
      showFailure(await sync.cancelTakeAlong(id));
    },
    /** Called when it can no longer be undone. Discards unsent items only if the message has named their number. */
    remove({ id, name }: SyncPeer, unsent: number): void {
      const carryOut = async () => {
        const answer = await sync.remove(id, unsent > 0);
        if (answer.kind === "ok") toasts.show(t("sync.remove.done", { name }));
        else showFailure(answer);
      };
      removals.remove({ id, name, consequence: count("sync.remove.stays", unsent), remove: carryOut });
    },
  };
}
