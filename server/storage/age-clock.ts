import { DAY_MS } from "../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "./database.ts";

/**
 * Clocks jump ahead: a battery is empty, a receiver of satellites is wrong by 1024 weeks, a person mistypes the year. What
 * a station then removes because of its age is gone when the clock is set right. So ages are judged by a time of their own:
 * that of the station's clock, except after that has gained more than thirty days over what passed while the station ran.
 */
export type AgeClock = {
  /** The latest time that is believed, Unix milliseconds. */
  readonly timeMs: number;
  /** The jump of the station's clock that is not believed yet; null where there is none. */
  readonly jump: ClockJump | null;
};

type ClockJump = {
  /** What the clock has said since, Unix milliseconds. */
  readonly timeMs: number;
  /** For how long a station has run with it. */
  readonly heldMs: number;
};

/**
 * For so long a station may have been switched off, or the computer asleep, before the clock is doubted: nothing tells that
 * from a jump.
 */
const MAX_GAIN_MS = 30 * DAY_MS;
/** For so long a station has to run with a clock that has jumped before ages are judged by it. */
export const HOLD_MS = DAY_MS;

/** What becomes of it when the station's clock says `nowMs`, and the station ran for `ranMs` since. */
export function advanceAgeClock(
  before: AgeClock,
  { nowMs, ranMs }: { readonly nowMs: number; readonly ranMs: number },
): AgeClock {
  const expectedMs = before.timeMs + ranMs;
  // After a clock was set back what it said before is still believed, as in 1970 until the network tells the time.
  if (nowMs <= expectedMs + MAX_GAIN_MS) return { timeMs: Math.max(expectedMs, nowMs), jump: null };
  if (before.jump === null) return { timeMs: expectedMs, jump: { timeMs: nowMs, heldMs: 0 } };
  const jumpMs = before.jump.timeMs + ranMs;
  if (nowMs < jumpMs - MAX_GAIN_MS) return { timeMs: expectedMs, jump: { timeMs: nowMs, heldMs: 0 } };
  const jump = { timeMs: nowMs <= jumpMs + MAX_GAIN_MS ? nowMs : jumpMs, heldMs: before.jump.heldMs + ranMs };
  if (jump.heldMs < HOLD_MS) return { timeMs: expectedMs, jump };
  // What the clock has gained since is a jump of its own.
  return advanceAgeClock({ timeMs: jump.timeMs, jump: null }, { nowMs, ranMs: 0 });
}

/** What it is when the station's clock says `nowMs`, and the station ran for `ranMs` since it was stored. */
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
 * The time by which ages are judged, when the station's clock says `nowMs`. Unix milliseconds. A clock that was set back only
 * makes everything younger.
 */
export function ageTimeMs(db: Pick<ReadableDb, "prepare">, nowMs: number): number {
  return Math.min(readAgeClock(db, nowMs).timeMs, nowMs);
}
