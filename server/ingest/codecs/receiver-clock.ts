import { SECOND_MS } from "../../kernel/clock.ts";

/** A clock that is wrong by more than this is corrected. */
const TOLERANCE_MS = 5 * SECOND_MS;

/** Whether a receiver's time agrees with the station's to a few seconds. */
export function isStationTime(stampMs: number, receivedMs: number): boolean {
  return Math.abs(receivedMs - stampMs) <= TOLERANCE_MS;
}

/**
 * Converts times of a receiver's clock into the station's. A clock that agrees with the station's to a few seconds is
 * used unchanged, because its times do not include the delay to the station; one that is wrong, or in another time
 * zone, is corrected by the difference at the first message, which then stays fixed, so that intervals are right.
 */
export function createReceiverClock(): (stampMs: number, receivedMs: number) => number {
  let offsetMs = 0;
  return (stampMs, receivedMs) => {
    if (Math.abs(receivedMs - stampMs - offsetMs) > TOLERANCE_MS) {
      offsetMs = isStationTime(stampMs, receivedMs) ? 0 : receivedMs - stampMs;
    }
    return stampMs + offsetMs;
  };
}
