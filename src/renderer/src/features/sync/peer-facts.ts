import type { SyncPeer } from "../../../../../server/contracts/sync.ts";
import { useText } from "../../text/index.ts";
import { formatAge, formatDuration } from "../../ui/times.ts";
import { formatBytes } from "../../ui/units.ts";
import { shownClockOffsetMs, tokenLeftMs } from "./peer.rules.ts";

interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The facts about a peer; clock and token only if they need attention. */
export function peerFacts(peer: SyncPeer, nowMs: number): readonly Fact[] {
  const { t } = useText();
  return [
    { name: t("sync.peer.account"), value: peer.remote_user?.email ?? t("sync.peer.accountUnknown") },
    { name: t("sync.peer.lastSuccess"), value: agoOf(peer.last_success_at, nowMs) },
    { name: t("sync.peer.waits"), value: waitingOf(peer, nowMs) },
    { name: t("sync.peer.month"), value: monthOf(peer) },
    { name: t("sync.peer.total"), value: totalsOf(peer) },
    ...clockFacts(peer),
    ...tokenFacts(peer, nowMs),
  ];
}

function agoOf(at: string | null, nowMs: number): string {
  const { t } = useText();
  return at === null ? t("sync.never") : t("sync.ago", { age: formatAge(nowMs - Date.parse(at)) });
}

function waitingOf({ waiting, oldest_waiting_at: oldest }: SyncPeer, nowMs: number): string {
  const { t, count } = useText();
  if (waiting === 0) return t("sync.peer.nothing");
  const items = count("sync.summary.items", waiting);
  return oldest === null ? items : t("sync.peer.waitsSince", { items, age: formatAge(nowMs - Date.parse(oldest)) });
}

function monthOf({ bytes }: SyncPeer): string {
  const { t } = useText();
  const used = formatBytes(bytes.month);
  return bytes.budget === null
    ? t("sync.peer.noBudget", { used })
    : t("sync.peer.monthOf", { used, budget: formatBytes(bytes.budget) });
}

function totalsOf({ bytes }: SyncPeer): string {
  return useText().t("sync.peer.totals", { sent: formatBytes(bytes.sent), received: formatBytes(bytes.received) });
}

function clockFacts(peer: SyncPeer): readonly Fact[] {
  const { t } = useText();
  const offsetMs = shownClockOffsetMs(peer);
  if (offsetMs === undefined) return [];
  const offset = formatDuration(Math.abs(offsetMs));
  const value = t(offsetMs > 0 ? "sync.peer.clockAhead" : "sync.peer.clockBehind", { offset });
  return [{ name: t("sync.peer.clock"), value }];
}

function tokenFacts(peer: SyncPeer, nowMs: number): readonly Fact[] {
  const { t } = useText();
  const leftMs = tokenLeftMs(peer, nowMs);
  if (leftMs === undefined) return [];
  const value = leftMs <= 0 ? t("sync.peer.tokenEnded") : t("sync.peer.tokenEnds", { left: formatAge(leftMs) });
  return [{ name: t("sync.peer.token"), value }];
}
