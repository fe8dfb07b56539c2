import type { SyncPeer } from "../../../../../server/contracts/sync.ts";
import { reasonOf } from "../../api/reason.ts";
import type { ApiResult } from "../../api/station.client.ts";
import { useSync } from "../../api/sync.store.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export type PeerAction = "run" | "pause" | "resume";

const ROUTES = { run: "runSyncPeer", pause: "pauseSyncPeer", resume: "resumeSyncPeer" } as const;

/** What a person does with a peer, with a message where it failed. */
export function usePeerActions() {
  const { t } = useText();
  const sync = useSync();
  const toasts = useToasts();

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
    /** Discards what waits only where the question has said so. */
    async remove(peer: SyncPeer, isDiscarding: boolean): Promise<void> {
      const answer = await sync.remove(peer.id, isDiscarding);
      if (answer.kind === "ok") toasts.show(t("sync.remove.done", { name: peer.name }));
      else showFailure(answer);
    },
  };
}
