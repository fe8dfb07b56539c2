/** An attempt: the network address it comes from and the account it names, if any. */
export type Attempt = { readonly address: string | undefined; readonly account?: string };

export type AttemptOutcome =
  | { readonly kind: "allowed" }
  /** Too many attempts; whole seconds until the next one is allowed. */
  | { readonly kind: "refused"; readonly retryAfterS: number };

/** Limits the rate of attempts per address and per account. */
export type Throttle = {
  /** Counts the attempt. */
  readonly attempt: (attempt: Attempt) => Promise<AttemptOutcome>;
  /** Call after a successful attempt: does not count it for the address and resets the count of the account. */
  readonly succeeded: (attempt: Attempt) => Promise<void>;
};
