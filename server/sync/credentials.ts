import type { CredentialStore, PeerModel } from "../features/sync/index.ts";
import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import { PassInterrupted } from "./interruption.ts";
import type { OidcClient } from "./sync.ports.ts";

export type PeerCredentials = {
  /** The token to present; `undefined` when nobody is signed in. */
  readonly accessToken: (peer: PeerModel) => Promise<string | undefined>;
  /** Renews the token after it was refused; false when only a person can help. */
  readonly renew: (peer: PeerModel) => Promise<boolean>;
};

/** An access token is renewed before it expires. */
const EARLY_MS = MINUTE_MS / 2;

export function createPeerCredentials(deps: {
  readonly store: CredentialStore;
  readonly oidc: OidcClient;
  readonly clock: Clock;
}): PeerCredentials {
  async function renew(peer: PeerModel): Promise<boolean> {
    const credential = deps.store.find(peer.id);
    // A personal access token cannot be renewed.
    if (credential?.kind !== "oidc") return false;
    const tokens = await deps.oidc.refresh(peer, credential.refreshToken);
    if (tokens === "unreachable") {
      throw new PassInterrupted("offline", "provider_unreachable", "The peer's provider cannot be reached.");
    }
    if (tokens === "refused") return false;
    deps.store.save(peer.id, tokens);
    return true;
  }

  return {
    renew,
    async accessToken(peer) {
      const credential = deps.store.find(peer.id);
      if (credential?.kind !== "oidc") return credential?.token;
      if (credential.expiresMs > deps.clock.now() + EARLY_MS) return credential.accessToken;
      if (!(await renew(peer))) {
        throw new PassInterrupted("signed_out", "signed_out", "The sign-in at the peer has expired.");
      }
      const renewed = deps.store.find(peer.id);
      return renewed?.kind === "oidc" ? renewed.accessToken : undefined;
    },
  };
}
