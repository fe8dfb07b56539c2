import { findProvider, refresh, signInSilently, type Tokens, type TokensResult } from "./oidc.client.ts";
import type { TokenResult } from "./session.contract.ts";

/** A token is renewed this long before it ends, so that no request waits for it. */
const RENEW_BEFORE_MS = 60_000;
/** A token that expires sooner is not returned: a request may take a while. */
const EXPIRY_MARGIN_MS = 10_000;
const RETRY_MS = 15_000;
const LOCK = "fieldstation.session";

/** The tokens of this page: in memory only, and renewed in the background. */
export interface BrowserTokens {
  readonly idToken: () => string | undefined;
  /** A token that is valid for at least some seconds. If `refused` is given, a different token. */
  readonly token: (refused?: string) => Promise<TokenResult>;
  /** The same without a request: undefined if there is no such token in memory. */
  readonly held: () => string | undefined;
  /** Gets new tokens with the refresh token or the provider's cookie. */
  readonly renew: () => Promise<TokenResult>;
  /** Stores the provider's reply to a token request. */
  readonly apply: (result: TokensResult) => TokenResult;
  readonly clear: () => void;
}

/** `onSignedOut` is called if a renewal in the background finds that the session has ended. */
export function createBrowserTokens(onSignedOut: () => void): BrowserTokens {
  let tokens: Tokens | undefined;
  let renewing: Promise<TokenResult> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clear(): void {
    tokens = undefined;
    clearTimeout(timer);
  }

  function held(): string | undefined {
    return tokens && tokens.expiresMs - Date.now() > EXPIRY_MARGIN_MS ? tokens.access : undefined;
  }

  function scheduleRenewal(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void renew().then((result) => {
        if (result.kind === "unreachable") scheduleRenewal(RETRY_MS);
        else if (result.kind === "anonymous") onSignedOut();
      });
    }, afterMs);
  }

  /** At most one renewal at a time: a refresh token that is used twice ends the whole sign-in. */
  function renew(): Promise<TokenResult> {
    if (!isSecureContext) return Promise.resolve({ kind: "anonymous" });
    renewing ??= navigator.locks.request(LOCK, renewOnce).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renewOnce(): Promise<TokenResult> {
    const found = await findProvider();
    if (found.kind === "elsewhere") return redirectToOrigin(found.origin);
    if (found.kind === "unreachable") return found;
    const refreshToken = tokens?.refresh;
    if (refreshToken !== undefined) {
      // Dropped before it is sent: without a reply nobody knows whether the provider has used it up.
      if (tokens) tokens = { ...tokens, refresh: undefined };
      const renewed = await refresh(found.provider, refreshToken);
      if (renewed.kind === "ok") return apply(renewed);
    }
    return apply(await signInSilently(found.provider));
  }

  function apply(result: TokensResult): TokenResult {
    if (result.kind === "ok") {
      tokens = result.tokens;
      scheduleRenewal(Math.max(EXPIRY_MARGIN_MS, tokens.expiresMs - Date.now() - RENEW_BEFORE_MS));
      return { kind: "token", token: tokens.access };
    }
    if (result.kind === "unreachable") return result;
    clear();
    return { kind: "anonymous" };
  }

  return {
    idToken: () => tokens?.id,
    async token(refused) {
      const token = held();
      return token !== undefined && token !== refused ? { kind: "token", token } : renew();
    },
    held,
    renew,
    apply,
    clear,
  };
}

/** Loads the console under the station's own name, because its cookies belong to that. */
export function redirectToOrigin(origin: string): TokenResult {
  const { pathname, search, hash } = location;
  location.replace(origin + pathname + search + hash);
  return { kind: "unreachable" };
}
