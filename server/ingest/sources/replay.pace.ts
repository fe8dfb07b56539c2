import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";

/** A longer silence in a recording means two sessions in one file; the second one follows without a wait. */
const MAX_GAP_MS = HOUR_MS;
/** Neighbours may be a little out of order; a longer step back is another session. */
const MAX_STEP_BACK_MS = MINUTE_MS;
/** If it is behind by more (a slow disk, a computer that slept), the replay slips instead of catching up in a burst. */
const MAX_LAG_MS = 5 * SECOND_MS;

/** Milliseconds to wait until a frame captured at `observedAtMs` is due; 0 or less is now. */
export type Pace = (observedAtMs: number) => number;

/** The pace of a recording by its capture times: 1 = as recorded, 10 = ten times faster, 0 = never waiting. */
export function createPace(speed: number, clock: Clock): Pace {
  if (speed === 0) return () => 0;
  let anchor: { readonly capturedMs: number; readonly playedMs: number } | undefined;
  let latestMs = 0;
  return (observedAtMs) => {
    const nowMs = clock.now();
    const stepMs = observedAtMs - latestMs;
    if (anchor !== undefined && stepMs <= MAX_GAP_MS && stepMs >= -MAX_STEP_BACK_MS) {
      latestMs = Math.max(latestMs, observedAtMs);
      const waitMs = anchor.playedMs + (observedAtMs - anchor.capturedMs) / speed - nowMs;
      if (waitMs > -MAX_LAG_MS || stepMs < 0) return waitMs;
    }
    anchor = { capturedMs: observedAtMs, playedMs: nowMs };
    latestMs = observedAtMs;
    return 0;
  };
}
