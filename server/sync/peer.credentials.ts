import type { CredentialStore, PeerModel } from "../features/sync/index.ts";
import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import { PassInterrupted } from "./interruption.ts";
import type { OidcClient } from "./sync.deps.ts";

export type LiveToken =
  | { readonly kind: "token"; readonly token: string; readonly expiresMs: number }
  | { readonly kind: "signed_out" | "personal_token" };

export type PeerCredentials = {
  /** The token to present; `undefined` when the peer is signed out. */
  readonly accessToken: (peer: PeerModel) => Promise<string | undefined>;
  /** A token for the live stream that is valid for at least this long: personal access tokens cannot open it. */
  readonly liveToken: (peer: PeerModel, leftMs: number) => Promise<LiveToken>;
  /** A personal access token, returned once by this process. */
  readonly takeNewToken: (peer: PeerModel) => string | undefined;
  /** Renews the token after it was refused; false when a person has to sign in. */
  readonly renew: (peer: PeerModel) => Promise<boolean>;
};

/** An access token is renewed before it expires. */
const EARLY_MS = MINUTE_MS / 2;

export function createPeerCredentials(deps: {
  readonly store: CredentialStore;
  readonly oidc: OidcClient;
  readonly clock: Clock;
}): PeerCredentials {
  const taken = new Map<string, string>();
  /** The renewals in progress: a provider that replaces refresh tokens accepts each of them once. */
  const renewals = new Map<string, Promise<boolean>>();

  function renew(peer: PeerModel): Promise<boolean> {
    const running = renewals.get(peer.id);
    if (running !== undefined) return running;
    const renewal = renewOnce(peer).finally(() => renewals.delete(peer.id));
    renewals.set(peer.id, renewal);
    return renewal;
  }

  async function renewOnce(peer: PeerModel): Promise<boolean> {
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
    takeNewToken({ id }) {
      const credential = deps.store.find(id);
      if (credential?.kind !== "token" || taken.get(id) === credential.token) return undefined;
      taken.set(id, credential.token);
      return credential.token;
    },
    async liveToken(peer, leftMs) {
      const credential = deps.store.find(peer.id);
      if (credential?.kind === "token") return { kind: "personal_token" };
      const isFresh = credential !== undefined && credential.expiresMs > deps.clock.now() + leftMs;
      if (credential === undefined || (!isFresh && !(await renew(peer)))) return { kind: "signed_out" };
      const present = deps.store.find(peer.id);
      if (present?.kind !== "oidc") return { kind: "signed_out" };
      return { kind: "token", token: present.accessToken, expiresMs: present.expiresMs };
    },
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
