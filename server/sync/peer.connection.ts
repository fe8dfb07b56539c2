import { addPeerBytes, findPeer, monthOf, type PeerModel, updatePeer } from "../features/sync/index.ts";
import type { LiveToken, PeerCredentials } from "./peer.credentials.ts";
import { PassInterrupted } from "./interruption.ts";
import type { PeerClient } from "./peer.client.ts";
import { assertBudget, createPeerSession } from "./peer.session.ts";
import type { SyncEngineDeps } from "./sync.deps.ts";
import { findTokenExpiry } from "./token-expiry.ts";

/** A peer that is used outside of passes, with the rights of its account there. */
export type PeerConnection = {
  readonly peer: PeerModel;
  readonly call: PeerClient["call"];
  readonly liveToken: (leftMs: number) => Promise<LiveToken>;
  /** Counts bytes on the wire. Throws a `PassInterrupted` where the budget does not allow more. */
  readonly count: (bytes: { readonly sent: number; readonly received: number }) => void;
};

export async function openConnection(
  deps: SyncEngineDeps,
  {
    peerId,
    credentials,
    signal,
  }: { readonly peerId: string; readonly credentials: PeerCredentials; readonly signal: AbortSignal },
): Promise<PeerConnection> {
  const { db, clock } = deps;
  const peer = findPeer(db, peerId);
  if (peer === undefined) throw new PassInterrupted("paused", "removed", "The peer was removed.");
  if (peer.isPaused) throw new PassInterrupted("paused", "paused", "The peer is paused.");
  const { client, end } = createPeerSession(deps, { peer, credentials, signal });
  await identify(deps, peer, { client, credentials });
  return {
    peer,
    async call(...request) {
      try {
        return await client.call(...request);
      } finally {
        end();
      }
    },
    liveToken: (leftMs) => credentials.liveToken(peer, leftMs),
    count(bytes) {
      addPeerBytes(db, peerId, { ...bytes, month: monthOf(clock.now()) });
      assertBudget(findPeer(db, peerId) ?? peer, clock.now());
    },
  };
}

/** Checks that the account at the peer is the linked one. */
export async function identify(
  { db }: SyncEngineDeps,
  peer: PeerModel,
  { client, credentials }: { readonly client: PeerClient; readonly credentials: PeerCredentials },
): Promise<void> {
  const answer = await client.call("getCurrentUser");
  // An error of the peer does not show whether it is an instance: it is tried again.
  if (answer.kind === "failed") throw new PassInterrupted("offline", "peer_failed", answer.msg);
  if (answer.kind !== "ok") {
    // If it was identified before, a network's sign-in page or a proxy may be responding now.
    const state = peer.remoteUser === null ? "incompatible" : "offline";
    throw new PassInterrupted(state, "no_account", "The peer does not say whose account it is.");
  }
  const { id, email } = answer.body;
  if (peer.remoteUser !== null && peer.remoteUser !== id) {
    const msg = `The credential is of ${email}; this peer is linked with ${peer.remoteEmail ?? "another account"}.`;
    throw new PassInterrupted("wrong_account", "wrong_account", msg);
  }
  if (peer.remoteUser !== id || peer.remoteEmail !== email) {
    updatePeer(db, peer.id, { remoteUser: id, remoteEmail: email });
  }
  // The expiry of a token that was entered without a network is not known yet.
  const token = peer.tokenExpiresMs === null ? credentials.takeNewToken(peer) : undefined;
  if (token === undefined) return;
  const tokenExpiresMs = await findTokenExpiry(token, client);
  if (tokenExpiresMs !== null) updatePeer(db, peer.id, { tokenExpiresMs });
}
