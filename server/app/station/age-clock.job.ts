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
  let isSaid = false;

  function advance(): void {
    const ranMs = monotonic.now() - savedMs;
    const next = readAgeClock(db, clock.now(), ranMs);
    saveAgeClock(db, next);
    savedMs += ranMs;
    if (next.jump !== null && !isSaid) {
      const told = { from: isoFromMs(next.timeMs), to: isoFromMs(next.jump.timeMs) };
      log.warn(told, "the clock has jumped ahead; until it has held for a day, nothing is removed by the time since");
    }
    isSaid = next.jump !== null;
  }

  return {
    intervalMs: 10 * MINUTE_MS,
    failure: "the time by which ages are judged could not be kept",
    run: advance,
    finish: async () => advance(),
  };
}
