const SECOND_MS = 1_000;

/** Clocks and networks are not exact: a token this close to its expiry is not handed out. */
export const EXPIRY_MARGIN_MS = 10 * SECOND_MS;

const maxLeadMs = 60 * SECOND_MS;
const leadShare = 0.2;
const minWaitMs = 1 * SECOND_MS;
/** The longest delay of a timer; a token with a longer lifetime is renewed by then. */
const maxWaitMs = 2 ** 31 - 1;

const firstRetryMs = 2 * SECOND_MS;
const maxRetryMs = 60 * SECOND_MS;

/** The wait before a token is renewed: until a fifth of its lifetime is left, or a minute if that is shorter. */
export function decideRefreshWait(lifeMs: number): number {
  const leadMs = Math.min(maxLeadMs, lifeMs * leadShare);
  return Math.min(maxWaitMs, Math.max(minWaitMs, lifeMs - leadMs));
}

/**
 * The wait after `failures` attempts in a row that did not reach the provider: doubled each time, up to a minute.
 * `random` from 0 to 1 subtracts up to a quarter, so that many computers do not try at the same moment.
 */
export function decideRetryWait(failures: number, random: number): number {
  const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 16));
  return Math.round(waitMs * (1 - random / 4));
}

/** Whether an access token may be handed out. */
export function isFresh(expiresMs: number, nowMs: number): boolean {
  return expiresMs - nowMs > EXPIRY_MARGIN_MS;
}
