import {
  type SyncPeer,
  type SyncStep,
  TOKEN_URGENT_DAYS,
  TOKEN_WARNING_DAYS,
} from "../../../../../server/contracts/sync.ts";
import { DAY_MS } from "../../ui/durations.ts";

const SHOWN_CLOCK_OFFSET_MS = 5_000;
const TOKEN_WARNING_MS = TOKEN_WARNING_DAYS * DAY_MS;

/** The offset of the peer's clock, if it is large enough to be shown. */
export function shownClockOffsetMs({
  clock_offset_ms: offsetMs,
}: Pick<SyncPeer, "clock_offset_ms">): number | undefined {
  return offsetMs !== null && Math.abs(offsetMs) > SHOWN_CLOCK_OFFSET_MS ? offsetMs : undefined;
}

/** Time until the token expires, in the last two weeks; negative once it has. */
export function tokenLeftMs(
  { token_expires_at: at }: Pick<SyncPeer, "token_expires_at">,
  nowMs: number,
): number | undefined {
  const leftMs = at === null ? Infinity : Date.parse(at) - nowMs;
  return leftMs <= TOKEN_WARNING_MS ? leftMs : undefined;
}

/** A token that a person should replace soon, or now. */
export interface TokenWarning {
  readonly peer: string;
  /** Whole days that are left. */
  readonly days: number;
  readonly isUrgent: boolean;
}

/** The token that expires first, in its last two weeks; one that has expired makes the peer signed out. */
export function tokenWarningOf(
  peers: readonly Pick<SyncPeer, "name" | "token_expires_at">[],
  nowMs: number,
): TokenWarning | undefined {
  const [first] = peers
    .map((peer) => ({ peer: peer.name, leftMs: tokenLeftMs(peer, nowMs) ?? Infinity }))
    .filter(({ leftMs }) => leftMs > 0 && leftMs <= TOKEN_WARNING_MS)
    .toSorted((a, b) => a.leftMs - b.leftMs);
  if (!first) return undefined;
  const isUrgent = first.leftMs <= TOKEN_URGENT_DAYS * DAY_MS;
  return { peer: first.peer, days: Math.floor(first.leftMs / DAY_MS), isUrgent };
}

/** Whether a new sign-in is useful: otherwise its end could not be distinguished from any other exchange. */
export function canSignIn(peer: Pick<SyncPeer, "state" | "remote_user" | "token_expires_at">, nowMs: number): boolean {
  if (peer.state === "signed_out" || peer.state === "wrong_account") return true;
  return peer.remote_user === null || tokenLeftMs(peer, nowMs) !== undefined;
}

/** The outcome of a sign-in by code, from the peer's state at its beginning and now. */
export function signInOutcome(
  before: Pick<SyncPeer, "state" | "token_expires_at" | "last_error">,
  now: Pick<SyncPeer, "state" | "token_expires_at" | "last_error">,
): "waiting" | "signed_in" | "wrong_account" {
  const isNewError = now.last_error !== null && now.last_error.at !== before.last_error?.at;
  if (now.state === "wrong_account") {
    return before.state !== "wrong_account" || isNewError ? "wrong_account" : "waiting";
  }
  // Nothing else ends the error of a paused peer, which is not reached before it is resumed.
  if (now.state === "paused" && before.last_error !== null && now.last_error === null) return "signed_in";
  const isReached = now.state !== "signed_out" && now.state !== "offline" && now.state !== "incompatible";
  const isChanged = now.state !== before.state || now.token_expires_at !== before.token_expires_at;
  return isReached && isChanged ? "signed_in" : "waiting";
}

/**
 * The number of items that the peer does not have, which is shown before the peer is removed. The items may be newer
 * than the peer's own count, or not loaded yet.
 */
export function countUnsent(
  { waiting, needs_person: held, conflicts }: Pick<SyncPeer, "waiting" | "needs_person" | "conflicts">,
  items: readonly SyncStep[],
): number {
  const open = items.filter(({ state }) => state !== "off" && state !== "clean").length;
  return Math.max(waiting + held + conflicts, open);
}
