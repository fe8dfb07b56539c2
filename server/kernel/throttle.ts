/** Who tries: where from, and at which account where the attempt names one. */
export type Attempt = { readonly address: string | undefined; readonly account?: string };

export type AttemptOutcome =
  | { readonly kind: "allowed" }
  /** Too many; whole seconds until the next one may be made. */
  | { readonly kind: "refused"; readonly retryAfterS: number };

/** Bounds how often something may be tried, per address and per account. */
export type Throttle = {
  /** Counts the attempt. */
  readonly attempt: (attempt: Attempt) => Promise<AttemptOutcome>;
  /** After an attempt that succeeded: takes it back for the address, and forgets all those at the account. */
  readonly succeeded: (attempt: Attempt) => Promise<void>;
};
