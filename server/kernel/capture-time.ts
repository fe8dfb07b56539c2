import { isoFromMs, MINUTE_MS } from "./clock.ts";

/** A capture time before this, or further ahead than the next constant, is an error and not history. */
const EARLIEST_MS = Date.UTC(2010, 0, 1);
const MAX_AHEAD_MS = 10 * MINUTE_MS;

/** Why a record with this capture time is refused, as a sentence; `undefined` when it is accepted. */
export function captureTimeProblem(
  observedAtMs: number,
  nowMs: number,
): { readonly code: "ahead_of_clock" | "implausible_time"; readonly msg: string } | undefined {
  if (observedAtMs < EARLIEST_MS) return { code: "implausible_time", msg: "It is from before 2010." };
  if (observedAtMs <= nowMs + MAX_AHEAD_MS) return undefined;
  return { code: "ahead_of_clock", msg: `It is ahead of this station's clock, which says ${isoFromMs(nowMs)}.` };
}
