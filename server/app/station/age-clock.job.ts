import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, isoFromMs, MINUTE_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { readAgeClock, saveAgeClock } from "../../storage/age-clock.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Keeps the time by which ages are judged, and logs when the station's clock is not trusted. */
export function ageClockJob(deps: {
  readonly db: WritableDb;
  readonly clock: Clock;
  /** A monotonic clock. */
  readonly monotonic: Clock;
  readonly log: Log;
}): BackgroundJob {
  const { db, clock, monotonic, log } = deps;
  let savedMs = monotonic.now();
  let isLogged = false;

  function advance(): void {
    const ranMs = monotonic.now() - savedMs;
    const next = readAgeClock(db, clock.now(), ranMs);
    saveAgeClock(db, next);
    savedMs += ranMs;
    if (next.jump !== null && !isLogged) {
      const jump = { from: isoFromMs(next.timeMs), to: isoFromMs(next.jump.timeMs) };
      log.warn(
        jump,
        "the clock has jumped ahead; ages are judged by the time before it until the clock has stayed there for a day",
      );
    }
    isLogged = next.jump !== null;
  }

  return {
    intervalMs: 10 * MINUTE_MS,
    failure: "the age clock could not be stored",
    run: advance,
    finish: async () => advance(),
  };
}
