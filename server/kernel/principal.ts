/** Who calls. Carried through every handler; a decision about data always has one. */
export type Principal = {
  /** Id of the user account. */
  readonly userId: string;
  readonly isAdministrator: boolean;
  /**
   * How the caller proved it: `pat` a personal access token, `oidc` an access token of OpenID Connect, `local` is the
   * one operator of a station that was told to trust its own computer, `none` nobody; the latter reaches only what
   * anyone may call.
   */
  readonly credential: "none" | "local" | "pat" | "oidc";
  /** Id of the personal access token. */
  readonly tokenId?: string;
  /** The OpenID Connect client that the access token was issued to. */
  readonly clientId?: string;
  /** The sign-in at the built-in provider that the access token stems from. */
  readonly sessionId?: string;
  /** When the credential ends, Unix milliseconds. */
  readonly expiresAtMs?: number;
};

/** The operator of a station that trusts its own computer; has no account. */
export const LOCAL_OPERATOR: Principal = {
  userId: "00000000-0000-4000-8000-000000000001",
  isAdministrator: true,
  credential: "local",
};

/** A caller without credentials. Owns nothing and administers nothing. */
export const ANONYMOUS: Principal = {
  userId: "00000000-0000-4000-8000-000000000000",
  isAdministrator: false,
  credential: "none",
};
