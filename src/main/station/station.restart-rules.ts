const SECOND_MS = 1_000;
const waitsMs = [250, 1 * SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS] as const;
const maxAttempts = 12;

/** How long a station has to answer before a later crash counts as the first one again. */
export const STABLE_AFTER_MS = 60 * SECOND_MS;

/** Migrations of a large recording take their time; beyond this a start hangs. Waiting for the keychain does not count. */
export const START_LIMIT_MS = 180 * SECOND_MS;

/** A keychain that has not answered by then is prompting the person. */
export const KEYCHAIN_PROMPT_MS = 1 * SECOND_MS;

/** How long a station may take to put everything on disk before it is ended by force. */
export const STOP_LIMIT_MS = 10 * SECOND_MS;

export type RestartDecision =
  | { readonly kind: "retry"; readonly attempt: number; readonly waitMs: number }
  | { readonly kind: "give-up" };

export interface StationHistory {
  /** Whether the station has answered at least once since it was last started by a person. */
  readonly wasReady: boolean;
  /** Unplanned ends in a row, this one included. */
  readonly failures: number;
}

/**
 * What to do after the station ended by itself. One that never answered would fail in the same way again, so the person
 * is notified at once; one that has worked is restarted, with growing pauses.
 */
export function decideRestart({ wasReady, failures }: StationHistory): RestartDecision {
  if (!wasReady || failures > maxAttempts) return { kind: "give-up" };
  const waitMs = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 30 * SECOND_MS;
  return { kind: "retry", attempt: failures, waitMs };
}
