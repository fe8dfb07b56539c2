import type { PeerModel } from "../features/sync/index.ts";
import { MINUTE_MS } from "../kernel/clock.ts";

/** What a pass is about. */
export type Exchanged = "everything" | "sightings";

/** How often a peer is asked for news, and while somebody looks. */
export const DOWNLOAD_MS = 30 * MINUTE_MS;
const DOWNLOAD_LOOKED_AT_MS = 5 * MINUTE_MS;

/** States in which only a person can help. */
const NEEDS_PERSON = new Set<PeerModel["state"]>(["signed_out", "wrong_account", "incompatible"]);

/** What is to be exchanged with a peer now; `undefined` when nothing is. */
export function dueExchange(
  { state, nextMs, attempt }: Pick<PeerModel, "state" | "nextMs" | "attempt">,
  now: {
    readonly ms: number;
    /** Whether the account has the console open. */
    readonly isLookedAt: boolean;
    /** When something of the account is to be sent, and anything at all; `null` for never. */
    readonly accountMs: number | null;
    readonly anythingMs: number | null;
  },
): Exchanged | undefined {
  if (NEEDS_PERSON.has(state)) return undefined;
  if (nextMs === null || nextMs <= now.ms) return "everything";
  // While the peer can be reached, what changed here is sent at once.
  if (state !== "ready") return undefined;
  const lastMs = nextMs - DOWNLOAD_MS;
  const isStale = attempt === 0 && now.ms - lastMs >= DOWNLOAD_LOOKED_AT_MS;
  const isPast = (dueMs: number | null) => dueMs !== null && dueMs <= now.ms;
  if ((now.isLookedAt && isStale) || isPast(now.accountMs)) return "everything";
  return isPast(now.anythingMs) ? "sightings" : undefined;
}
