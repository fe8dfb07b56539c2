import type { SyncConflict, SyncPeer, SyncStep } from "../../contracts/sync.ts";
import type { TakeAlong } from "../../contracts/sync-region.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import type { OutboxCounts } from "./outbox.store.ts";
import type { ConflictModel, PeerModel, OutboxItem } from "./sync.model.ts";
import { monthOf, offerOf } from "./sync.rules.ts";
import type { TakeAlongModel } from "./take-along.store.ts";

export function toPeer(
  peer: PeerModel,
  outbox: OutboxCounts,
  {
    isRunning,
    takeAlong,
    nowMs,
  }: { readonly isRunning: boolean; readonly takeAlong: TakeAlongModel | undefined; readonly nowMs: number },
): SyncPeer {
  const { error, remoteUser, remoteEmail } = peer;
  return {
    id: peer.id,
    kind: peer.kind,
    name: peer.name,
    base_url: peer.baseUrl,
    state: peer.state,
    local_user: peer.localUser,
    remote_user: remoteUser === null ? null : { id: remoteUser, email: remoteEmail ?? "" },
    auto: peer.isAuto,
    paused: peer.isPaused,
    scope: peer.scope,
    clock_offset_ms: peer.clockOffsetMs,
    token_expires_at: isoOrNull(peer.tokenExpiresMs),
    waiting: outbox.waiting,
    oldest_waiting_at: isoOrNull(outbox.oldestMs),
    needs_person: outbox.needsPerson,
    conflicts: outbox.conflicts,
    running: isRunning,
    last_success_at: isoOrNull(peer.lastSuccessMs),
    last_error: error === null ? null : { code: error.code, msg: error.msg, at: isoFromMs(error.atMs) },
    bytes: {
      sent: peer.sentBytes,
      received: peer.receivedBytes,
      month: peer.month === monthOf(nowMs) ? peer.monthBytes : 0,
      budget: peer.budgetBytes,
    },
    take_along: takeAlong === undefined ? null : toTakeAlong(takeAlong),
    capabilities: { ...peer.capabilities },
  };
}

function toTakeAlong({ state, bbox, days, startedMs, endedMs, parts }: TakeAlongModel): TakeAlong {
  return { state, bbox, days, started_at: isoFromMs(startedMs), ended_at: isoOrNull(endedMs), parts: [...parts] };
}

export function toItem(item: OutboxItem, name: string): SyncStep {
  return {
    id: item.id,
    kind: item.kind,
    local_id: item.localId,
    name,
    step: item.action,
    state: item.state,
    attempt: item.attempt,
    next_at: isoOrNull(item.nextMs),
    code: item.code,
    detail: item.detail,
    offer: offerOf(item)?.offer ?? null,
    sent: item.sent,
    total: item.total,
  };
}

export function toConflict(conflict: ConflictModel, name: string): SyncConflict {
  return {
    id: conflict.id,
    peer_id: conflict.peer,
    kind: conflict.kind,
    local_id: conflict.localId,
    name,
    fields: { ...conflict.fields },
    created_at: isoFromMs(conflict.createdMs),
    decision: conflict.decision === null ? null : { ...conflict.decision },
    can_undo: conflict.decision !== null && conflict.sendingMs === null && conflict.appliedMs === null,
  };
}
