/** The caller of a request. Passed to every handler, so that every access decision has one. */
export type Principal = {
  /** Id of the user account. */
  readonly userId: string;
  readonly isAdministrator: boolean;
  /**
   * How the caller authenticated: `pat` with a personal access token, `oidc` with an OpenID Connect access token,
   * `local` for the operator of a station that trusts its own computer, `none` for an anonymous caller, who can call
   * public routes only.
   */
  readonly credential: "none" | "local" | "pat" | "oidc";
  /** Id of the personal access token. */
  readonly tokenId?: string;
  /** Id of the OpenID Connect client that the access token was issued to. */
  readonly clientId?: string;
  /** Id of the session at the built-in provider that the access token belongs to. */
  readonly sessionId?: string;
  /** When the credential expires, Unix milliseconds. */
  readonly expiresAtMs?: number;
};

/** The operator of a station that trusts its own computer; without an account. */
export const LOCAL_OPERATOR: Principal = {
  userId: "00000000-0000-4000-8000-000000000001",
  isAdministrator: true,
  credential: "local",
};

/** A caller without credentials, who owns and administers nothing. */
export const ANONYMOUS: Principal = {
  userId: "00000000-0000-4000-8000-000000000000",
  isAdministrator: false,
  credential: "none",
};
