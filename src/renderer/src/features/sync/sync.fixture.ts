import type { SyncConflict, SyncPeer, SyncStep } from "../../../../../server/contracts/sync.ts";

/** A peer at which all is well. */
export function makePeer(changes: Partial<SyncPeer> = {}): SyncPeer {
  return {
    id: "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d01",
    kind: "cloud",
    name: "Cloud",
    base_url: "https://api.example.com",
    state: "ready",
    local_user: "6f1c35a4-6f3c-4c9e-9a0e-3b1f6f0c7d11",
    remote_user: { id: "r1", email: "ann@example.com" },
    auto: true,
    paused: false,
    scope: { days_back: 30, public: false, tracks: "on_demand", sightings: true, fetch_sightings: false },
    clock_offset_ms: 20,
    token_expires_at: null,
    waiting: 0,
    oldest_waiting_at: null,
    needs_person: 0,
    conflicts: 0,
    running: false,
    last_success_at: "2026-11-22T10:00:00Z",
    last_error: null,
    bytes: { sent: 0, received: 0, month: 0, budget: null },
    take_along: null,
    capabilities: {},
    ...changes,
  };
}

let ids = 0;

export function makeItem(changes: Partial<SyncStep> = {}): SyncStep {
  ids += 1;
  return {
    id: ids,
    kind: "flight",
    local_id: "f1",
    name: "OK-ONE",
    step: "edit",
    state: "waiting",
    attempt: 0,
    next_at: null,
    code: null,
    detail: null,
    sent: 0,
    total: 0,
    offer: null,
    ...changes,
  };
}

export function conflictWith(fields: SyncConflict["fields"], changes: Partial<SyncConflict> = {}): SyncConflict {
  return {
    id: 1,
    peer_id: makePeer().id,
    kind: "flight",
    local_id: "f1",
    name: "OK-ONE",
    fields,
    created_at: "2026-11-22T10:00:00Z",
    decision: null,
    can_undo: false,
    ...changes,
  };
}
