import { DAY_MS } from "../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "./database.ts";

/**
 * A clock may jump ahead: a battery is empty, a satellite receiver is wrong by 1024 weeks, a person mistypes the year.
 * Data that a station then removes because of its age stays lost when the clock is corrected. So ages are judged by a
 * separate time: that of the station's clock, except after it has gained more than thirty days over the time for which
 * the station ran.
 */
export type AgeClock = {
  /** The latest time that is trusted, Unix milliseconds. */
  readonly timeMs: number;
  /** The jump of the station's clock that is not trusted yet; null where there is none. */
  readonly jump: ClockJump | null;
};

type ClockJump = {
  /** The latest time of the clock since the jump, Unix milliseconds. */
  readonly timeMs: number;
  /** How long the station has run since the jump. */
  readonly heldMs: number;
};

/**
 * The gain that is always trusted: a station may have been switched off, or the computer asleep, for that long, which
 * looks the same as a jump.
 */
const MAX_GAIN_MS = 30 * DAY_MS;
/** How long a station has to run after a jump of its clock before ages are judged by the new time. */
export const TRUST_AFTER_MS = DAY_MS;

/** The next state, when the station's clock shows `nowMs` and the station has run for `ranMs` since the last one. */
export function advanceAgeClock(
  before: AgeClock,
  { nowMs, ranMs }: { readonly nowMs: number; readonly ranMs: number },
): AgeClock {
  const expectedMs = before.timeMs + ranMs;
  // After the clock was set back, its earlier time is still trusted, as in 1970 until the network provides the time.
  if (nowMs <= expectedMs + MAX_GAIN_MS) return { timeMs: Math.max(expectedMs, nowMs), jump: null };
  if (before.jump === null) return { timeMs: expectedMs, jump: { timeMs: nowMs, heldMs: 0 } };
  const jumpMs = before.jump.timeMs + ranMs;
  if (nowMs < jumpMs - MAX_GAIN_MS) return { timeMs: expectedMs, jump: { timeMs: nowMs, heldMs: 0 } };
  const jump = { timeMs: nowMs <= jumpMs + MAX_GAIN_MS ? nowMs : jumpMs, heldMs: before.jump.heldMs + ranMs };
  if (jump.heldMs < TRUST_AFTER_MS) return { timeMs: expectedMs, jump };
  // The gain since the jump is another jump.
  return advanceAgeClock({ timeMs: jump.timeMs, jump: null }, { nowMs, ranMs: 0 });
}

/** The state when the station's clock shows `nowMs` and the station has run for `ranMs` since the state was stored. */
export function readAgeClock(db: Pick<ReadableDb, "prepare">, nowMs: number, ranMs = 0): AgeClock {
  const { timeMs, jumpMs, heldMs } = db
    .prepare<[], { readonly timeMs: number | null; readonly jumpMs: number | null; readonly heldMs: number }>(
      "SELECT time_ms AS timeMs, jump_ms AS jumpMs, held_ms AS heldMs FROM age_clock",
    )
    .get()!;
  const stored = { timeMs: timeMs ?? nowMs, jump: jumpMs === null ? null : { timeMs: jumpMs, heldMs } };
  return advanceAgeClock(stored, { nowMs, ranMs });
}

export function saveAgeClock(db: WritableDb, { timeMs, jump }: AgeClock): void {
  db.prepare("UPDATE age_clock SET time_ms = ?, jump_ms = ?, held_ms = ?").run(
    Math.trunc(timeMs),
    jump && Math.trunc(jump.timeMs),
    Math.trunc(jump?.heldMs ?? 0),
  );
}

/**
 * The time by which ages are judged, when the station's clock shows `nowMs`. Unix milliseconds. A clock that was set
 * back only makes everything younger.
 */
export function ageTimeMs(db: Pick<ReadableDb, "prepare">, nowMs: number): number {
  return Math.min(readAgeClock(db, nowMs).timeMs, nowMs);
}
