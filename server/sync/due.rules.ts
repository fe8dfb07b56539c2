import { MAX_BACK_OFF_MS, type PeerModel } from "../features/sync/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";

/** The subject of a pass. */
export type Exchanged = "everything" | "sightings";

/** How often news is requested from a peer, and how often while a user has the console open. */
export const DOWNLOAD_MS = 30 * MINUTE_MS;
const DOWNLOAD_LOOKED_AT_MS = 5 * MINUTE_MS;

/** The code of a failure whose cause is this station. */
export const STATION_FAULT = "internal_error";

/** The longest wait for a peer: its `Retry-After` (`answers.rules.ts`), or the end of a month. */
const MAX_WAIT_MS = HOUR_MS;
const MAX_BUDGET_WAIT_MS = 31 * DAY_MS;

/** States in which only a person can help. */
const NEEDS_PERSON = new Set<PeerModel["state"]>(["signed_out", "wrong_account", "incompatible"]);

/**
 * What is to be exchanged with a peer now; `undefined` when nothing is. A wait that is longer than any allowed one was
 * begun by a clock that was ahead, and is over.
 */
export function findDueExchange(
  { state, nextMs, attempt, error }: Pick<PeerModel, "state" | "nextMs" | "attempt" | "error">,
  now: {
    readonly ms: number;
    /** Whether the account has the console open. */
    readonly hasConsoleOpen: boolean;
    /** When data of the account, and received telemetry, are to be sent; `null` for never. */
    readonly accountMs: number | null;
    readonly sightingsMs: number | null;
  },
): Exchanged | undefined {
  if (NEEDS_PERSON.has(state)) return undefined;
  const isOver = (untilMs: number, maxMs: number) => untilMs <= now.ms || untilMs - now.ms > maxMs;
  if (nextMs === null || isOver(nextMs, state === "budget_used" ? MAX_BUDGET_WAIT_MS : MAX_WAIT_MS))
    return "everything";
  // While the peer can be reached, changes on this station are sent at once.
  if (state !== "ready") return undefined;
  const isPast = (dueMs: number | null) => dueMs !== null && isOver(dueMs, MAX_BACK_OFF_MS);
  // A pass that failed is repeated when its pause is over, and not with every item that waits.
  if (attempt === 0) {
    const isStale = now.ms - (nextMs - DOWNLOAD_MS) >= DOWNLOAD_LOOKED_AT_MS;
    if ((now.hasConsoleOpen && isStale) || isPast(now.accountMs)) return "everything";
  }
  // A failure to fetch data of the account does not affect sightings; a fault of this station may.
  const isOwnFault = attempt > 0 && error?.code === STATION_FAULT;
  return isPast(now.sightingsMs) && !isOwnFault ? "sightings" : undefined;
}
