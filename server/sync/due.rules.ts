import { MAX_BACK_OFF_MS, type PeerModel } from "../features/sync/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";

/** What a pass is about. */
export type Exchanged = "everything" | "sightings";

/** How often a peer is asked for news, and while somebody looks. */
export const DOWNLOAD_MS = 30 * MINUTE_MS;
const DOWNLOAD_LOOKED_AT_MS = 5 * MINUTE_MS;

/** The code of a failure whose cause is this station. */
export const OWN_FAULT = "internal_error";

/** The longest that a peer waits for: what it asks for (`answers.rules.ts`), and the end of a month. */
const MAX_WAIT_MS = HOUR_MS;
const MAX_BUDGET_WAIT_MS = 31 * DAY_MS;

/** States in which only a person can help. */
const NEEDS_PERSON = new Set<PeerModel["state"]>(["signed_out", "wrong_account", "incompatible"]);

/**
 * What is to be exchanged with a peer now; `undefined` when nothing is. A wait that is longer than any was begun by a clock
 * that was ahead, and is over.
 */
export function dueExchange(
  { state, nextMs, attempt, error }: Pick<PeerModel, "state" | "nextMs" | "attempt" | "error">,
  now: {
    readonly ms: number;
    /** Whether the account has the console open. */
    readonly hasConsoleOpen: boolean;
    /** When something of the account is to be sent, and received telemetry; `null` for never. */
    readonly accountMs: number | null;
    readonly sightingsMs: number | null;
  },
): Exchanged | undefined {
  if (NEEDS_PERSON.has(state)) return undefined;
  const isOver = (untilMs: number, maxMs: number) => untilMs <= now.ms || untilMs - now.ms > maxMs;
  if (nextMs === null || isOver(nextMs, state === "budget_used" ? MAX_BUDGET_WAIT_MS : MAX_WAIT_MS))
    return "everything";
  // While the peer can be reached, what changed here is sent at once.
  if (state !== "ready") return undefined;
  const isPast = (dueMs: number | null) => dueMs !== null && isOver(dueMs, MAX_BACK_OFF_MS);
  // A pass that failed is repeated when its pause is over, and not with every item that waits.
  if (attempt === 0) {
    const isStale = now.ms - (nextMs - DOWNLOAD_MS) >= DOWNLOAD_LOOKED_AT_MS;
    if ((now.hasConsoleOpen && isStale) || isPast(now.accountMs)) return "everything";
  }
  // What could not be fetched for the account does not concern them, a fault of this station may.
  const isOwnFault = attempt > 0 && error?.code === OWN_FAULT;
  return isPast(now.sightingsMs) && !isOwnFault ? "sightings" : undefined;
}
