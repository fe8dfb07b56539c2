/** How old the last record of an aircraft is. An unknown age is never shown as fresh. */
export type AgeState = "active" | "ageing" | "stale" | "gone";

export const AGEING_AFTER_MS = 30_000;
export const STALE_AFTER_MS = 90_000;
export const GONE_AFTER_MS = 300_000;

/** 0–30 s active, 30–90 s ageing, older stale, gone after five minutes. A NaN age counts as gone. */
export function ageStateOf(ageMs: number): AgeState {
  if (ageMs < AGEING_AFTER_MS) return "active";
  if (ageMs < STALE_AFTER_MS) return "ageing";
  if (ageMs < GONE_AFTER_MS) return "stale";
  return "gone";
}
