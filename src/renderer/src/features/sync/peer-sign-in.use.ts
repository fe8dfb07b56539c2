import { type Ref, shallowRef, watch } from "vue";
import type { SyncPeer, SyncSignIn } from "../../../../../server/contracts/sync.ts";
import { reasonOf } from "../../api/reason.ts";
import { call, routes } from "../../api/station.client.ts";
import { useSync } from "../../api/sync.store.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { signInOutcome } from "./peer.rules.ts";

/** Signs in at a peer by code; it ends by itself when the peer's state shows that the code was entered. */
export function usePeerSignIn(peer: Ref<SyncPeer | undefined>) {
  const { t } = useText();
  const sync = useSync();
  const toasts = useToasts();
  const code = shallowRef<SyncSignIn>();
  const failure = shallowRef<string>();

  async function start(): Promise<void> {
    const id = peer.value?.id;
    if (id === undefined) return;
    code.value = undefined;
    failure.value = undefined;
    const answer = await call(routes.signInSyncPeer, { params: { id } });
    if (peer.value?.id !== id) return;
    if (answer.kind === "ok") code.value = answer.value;
    else failure.value = reasonOf(answer);
  }

  function endWhenDone(changed: readonly SyncPeer[] | undefined): void {
    const before = peer.value;
    const now = changed?.find(({ id }) => id === before?.id);
    if (!before || !now || !code.value) return;
    const outcome = signInOutcome(before, now);
    if (outcome === "waiting") return;
    peer.value = undefined;
    if (outcome === "signed_in") toasts.show(t("sync.signIn.done", { name: now.name }));
    else toasts.show(t("sync.signIn.wrongAccount", { account: now.remote_user?.email ?? "" }), "danger");
  }

  watch(() => peer.value?.id, start);
  watch(() => sync.peers, endWhenDone);
  return { code, failure, start };
}
