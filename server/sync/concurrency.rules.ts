/** Flights whose telemetry is sent at the same time, to a peer that never asked for fewer requests. */
export const MAX_CONCURRENCY = 2;

export function concurrencyOf(learned: number | undefined): number {
  return Math.min(MAX_CONCURRENCY, Math.max(1, learned ?? MAX_CONCURRENCY));
}

/** After a peer asked for fewer requests. */
export function slowedConcurrency(learned: number | undefined): number {
  return Math.max(1, Math.floor(concurrencyOf(learned) / 2));
}

/** After a pass in which it did not. */
export function restoredConcurrency(learned: number | undefined): number {
  return Math.min(MAX_CONCURRENCY, concurrencyOf(learned) * 2);
}
