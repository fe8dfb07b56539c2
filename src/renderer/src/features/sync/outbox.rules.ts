import type { SyncPeer, SyncStep, SyncStepState } from "../../../../../server/contracts/sync.ts";
import { isBlocked, waitReasonOf, type WaitReason } from "./sync-summary.rules.ts";

/** The order of the outbox: items that need the person, then those in progress, waiting, and discarded. */
const ORDER: readonly SyncStepState[] = [
  "needs_person",
  "conflict",
  "sending",
  "checking",
  "retry",
  "waiting",
  "off",
  "clean",
];

export function inOrder(items: readonly SyncStep[]): readonly SyncStep[] {
  return items.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.id - b.id);
}

/** The actions on an item. A conflict is decided instead of retried; with a blocked peer nothing can be retried. */
export function itemActionsOf(
  { state }: Pick<SyncStep, "state">,
  peer: Pick<SyncPeer, "state" | "paused">,
): { readonly retry: "retry" | "sendAfterAll" | undefined; readonly canDiscard: boolean } {
  if (state === "off") return { retry: "sendAfterAll", canDiscard: false };
  const isStill = state === "sending" || state === "conflict" || state === "clean";
  const isHeldUp = peer.paused || isBlocked(peer.state);
  return { retry: isStill || isHeldUp ? undefined : "retry", canDiscard: state !== "sending" && state !== "clean" };
}

/** Whether an item is not sent because the peer does not accept it, not because a person discarded it. */
export function isRefusedByPeer({ code }: Pick<SyncStep, "code">): boolean {
  return code === "deleted_there" || code === "sent_by_another";
}

export type WaitText = Exclude<WaitReason, "sending"> | "sign_in" | "account" | "incompatible";

/** Why an item without a stored reason waits; `undefined` if its state says it. */
export function waitText(
  item: Pick<SyncStep, "state" | "detail">,
  peer: Pick<SyncPeer, "state" | "auto" | "running">,
): WaitText | undefined {
  if (item.state !== "waiting" && item.state !== "retry") return undefined;
  switch (peer.state) {
    case "signed_out":
      return "sign_in";
    case "wrong_account":
      return "account";
    case "incompatible":
      return "incompatible";
    default: {
      if (item.detail !== null) return undefined;
      const reason = waitReasonOf(peer);
      return reason === "sending" ? "turn" : reason;
    }
  }
}
