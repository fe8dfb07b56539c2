/** Who calls. Carried through every handler; a decision about data always has one. */
export type Principal = {
  /** Id of the user account. */
  readonly userId: string;
  readonly isAdministrator: boolean;
  /**
   * How the caller proved it: `local` is the one operator of a station that listens on loopback only, `none` nobody;
   * the latter reaches only what anyone may call.
   */
  readonly credential: "local" | "none";
};

/** The operator of a station without accounts, reachable from its own computer only. */
export const LOCAL_OPERATOR: Principal = {
  userId: "00000000-0000-4000-8000-000000000001",
  isAdministrator: true,
  credential: "local",
};

/** A caller without credentials. Owns nothing and administers nothing. */
export const NOBODY: Principal = {
  userId: "00000000-0000-4000-8000-000000000000",
  isAdministrator: false,
  credential: "none",
};
