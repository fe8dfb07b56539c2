import type { Person, TypedCredential } from "../../preload/contract.ts";

/** The tokens that a provider issued. They stay in the main process; only `accessToken` ever crosses the bridge. */
export interface Tokens {
  readonly accessToken: string;
  /** On this computer's clock, Unix milliseconds. */
  readonly expiresMs: number;
  /** Absent where the provider gives none: the sign-in ends with the access token then. */
  readonly refreshToken?: string;
  /** Names the session to the provider at sign-out. */
  readonly idToken?: string;
  readonly person: Person;
}

export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly tokens: Tokens }
  /** The person or the provider refused. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Cancelled in this app. */
  | { readonly kind: "cancelled" }
  /** The browser did not return in time. */
  | { readonly kind: "timed-out" }
  | { readonly kind: "no-browser" }
  | { readonly kind: "unreachable"; readonly reason: string }
  /** A response came that this sign-in must not accept. */
  | { readonly kind: "untrusted"; readonly reason: string };

export type RefreshOutcome =
  | { readonly kind: "refreshed"; readonly tokens: Tokens }
  /** The refresh token is no longer valid: revoked, expired, or used twice. */
  | { readonly kind: "ended"; readonly reason: string }
  /** A later attempt may succeed. */
  | { readonly kind: "unreachable"; readonly reason: string };

export type SignOutOutcome =
  | { readonly kind: "done" }
  /** The provider does not know yet; its tokens stay valid there until they expire. */
  | { readonly kind: "not-revoked"; readonly reason: string };

/** The provider as the session of the account sees it. No method rejects for what a network or a person may do. */
export interface AccountProvider {
  /**
   * Shows the sign-in page in the person's own browser and waits for the result. A credential that was `typed` already
   * is first submitted to the station's own provider; the browser shows only what is still missing.
   */
  signIn(cancelled: AbortSignal, typed?: TypedCredential): Promise<SignInOutcome>;
  /** `person`: the person to whom the tokens must belong, as far as known. */
  refresh(refreshToken: string, person: Person): Promise<RefreshOutcome>;
  /** Revokes a refresh token and all that came from it (RFC 7009). */
  revoke(refreshToken: string): Promise<SignOutOutcome>;
  /** Shows the provider's own sign-out page, so that the browser's session ends as well (OpenID RP-Initiated Logout 1.0). */
  endBrowserSession(idToken: string | undefined): Promise<void>;
}
