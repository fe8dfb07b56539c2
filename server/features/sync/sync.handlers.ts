import type { AuditKind } from "../../contracts/audit.ts";
import type { syncRoutes } from "../../contracts/sync.routes.ts";
import type { SyncKind } from "../../contracts/sync.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { LOCAL_OPERATOR, type Principal } from "../../kernel/principal.ts";
import { createFlightCopyHandlers, type FlightCopyHandlers } from "./flight-copies.handlers.ts";
import type { SyncDeps } from "./sync.deps.ts";
import type { PeerModel, OutboxItem } from "./sync.model.ts";
import type { OutboxService } from "./sync.outbox.ts";
import type { PeerOutcome, PeersService } from "./sync.outcome.ts";
import { toConflict, toItem } from "./sync.wire.ts";
import { createTakeAlongHandlers, type TakeAlongHandlers } from "./take-along.handlers.ts";

type SyncHandlers = Handlers<typeof syncRoutes>;
type Audited = { readonly principal: Principal; readonly remoteAddress?: string | undefined };
type RecordChange = (
  kind: AuditKind,
  call: Audited,
  peer: PeerModel,
  detail?: Readonly<Record<string, string>>,
) => void;

export function createSyncHandlers(peers: PeersService, outbox: OutboxService, deps: SyncDeps): SyncHandlers {
  const recordChange: RecordChange = (kind, { principal, remoteAddress: address }, peer, detail = {}) =>
    deps.recordAudit({
      kind,
      userId: accountOf(peer.localUser),
      actorId: accountOf(principal.userId),
      address,
      detail: { peer_id: peer.id, peer: peer.name, ...detail },
    });
  return {
    ...createPeerHandlers(peers, recordChange),
    ...createOutboxHandlers(outbox, recordChange, deps),
    ...createTakeAlongHandlers(peers, deps),
    ...createFlightCopyHandlers(peers, deps),
  };
}

type OutboxHandlers = Pick<
  SyncHandlers,
  | "listSyncSteps"
  | "retrySyncStep"
  | "acceptSyncOffer"
  | "discardSyncStep"
  | "listSyncConflicts"
  | "decideSyncConflict"
  | "undoSyncDecision"
>;

function createPeerHandlers(
  peers: PeersService,
  recordChange: RecordChange,
): Omit<SyncHandlers, keyof OutboxHandlers | keyof TakeAlongHandlers | keyof FlightCopyHandlers> {
  const accepted = (peer: PeerModel | undefined) =>
    peer === undefined ? noPeer() : ({ status: 202, body: peers.describe(peer) } as const);

  return {
    listSyncPeers: ({ principal }) => ({ status: 200, body: peers.list(principal).map(peers.describe) }),

    async createSyncPeer(call) {
      const outcome = await peers.create(call.body, call.principal);
      switch (outcome.kind) {
        case "saved":
          recordChange("sync_peer_added", call, outcome.peer);
          return { status: 200, body: peers.describe(outcome.peer) };
        case "exists":
          return failure(409, "peer_exists", "base_url: you have a peer with this address already.");
        case "missing":
          throw new Error("a new peer cannot be missing");
        default:
          return refusal(outcome);
      }
    },

    getSyncPeer({ params, principal }) {
      const peer = peers.find(params.id, principal);
      return peer === undefined ? noPeer() : { status: 200, body: peers.describe(peer) };
    },

    async editSyncPeer(call) {
      const outcome = await peers.edit(call.params.id, call.body, call.principal);
      switch (outcome.kind) {
        case "saved":
          recordChange("sync_peer_changed", call, outcome.peer, { fields: Object.keys(call.body).join(", ") });
          return { status: 200, body: peers.describe(outcome.peer) };
        case "missing":
          return noPeer();
        case "exists":
          throw new Error("the address of a peer cannot be changed");
        default:
          return refusal(outcome);
      }
    },

    async removeSyncPeer(call) {
      const outcome = await peers.remove(call.params.id, call.query.discard, call.principal);
      switch (outcome.kind) {
        case "missing":
          return noPeer();
        case "waits":
          return failure(
            409,
            "items_waiting",
            `discard: ${outcome.items === 1 ? "1 item waits" : `${outcome.items} items wait`} that the peer does not have. Set discard to remove it nevertheless.`,
          );
        case "removed":
          recordChange("sync_peer_removed", call, outcome.peer, { discarded: String(call.query.discard) });
          return { status: 204 };
      }
    },

    runSyncPeer: ({ params, principal }) => accepted(peers.run(params.id, principal)),
    pauseSyncPeer: async ({ params, principal }) => accepted(await peers.pause(params.id, principal)),
    resumeSyncPeer: ({ params, principal }) => accepted(peers.resume(params.id, principal)),

    async signInSyncPeer({ params, principal }) {
      const started = await peers.signIn(params.id, principal);
      if (started === undefined) return noPeer();
      if ("failure" in started) return failure(409, "sign_in_not_possible", started.failure);
      return {
        status: 200,
        body: {
          user_code: started.userCode,
          verification_uri: started.verificationUri,
          verification_uri_complete: started.verificationUriComplete,
          expires_at: isoFromMs(started.expiresMs),
        },
      };
    },
  };
}

function createOutboxHandlers(
  outbox: OutboxService,
  recordChange: RecordChange,
  { nameOf }: Pick<SyncDeps, "nameOf">,
): OutboxHandlers {
  const named = (kind: SyncKind, localId: string) => nameOf(kind, localId) ?? localId;
  const wire = (item: OutboxItem) => toItem(item, named(item.kind, item.localId));

  return {
    listSyncSteps({ params, query, principal }) {
      const items = outbox.list(params.id, query, principal);
      return items === undefined ? noPeer() : { status: 200, body: items.map(wire) };
    },

    retrySyncStep({ params, principal }) {
      const changed = outbox.retry(params.id, principal);
      return changed === undefined ? noItem() : { status: 200, body: wire(changed.item) };
    },

    acceptSyncOffer(call) {
      const outcome = outbox.accept(call.params.id, call.principal);
      if (outcome === undefined) return noItem();
      if (outcome === "nothing_offered") {
        return failure(409, "nothing_offered", "id: nothing is offered instead of this item.");
      }
      const { kind, localId } = outcome.item;
      recordChange("sync_offer_accepted", call, outcome.peer, { kind, local_id: localId, offer: outcome.offer });
      return { status: 200, body: wire(outcome.item) };
    },

    discardSyncStep(call) {
      const changed = outbox.discard(call.params.id, call.principal);
      if (changed === undefined) return noItem();
      const { kind, localId } = changed.item;
      recordChange("sync_step_discarded", call, changed.peer, { kind, local_id: localId });
      return { status: 200, body: wire(changed.item) };
    },

    listSyncConflicts: ({ principal }) => ({
      status: 200,
      body: outbox
        .listConflicts(principal)
        .map((conflict) => toConflict(conflict, named(conflict.kind, conflict.localId))),
    }),

    undoSyncDecision(call) {
      const outcome = outbox.undo(call.params.id, call.principal);
      if (outcome.kind === "missing") return noConflict();
      if (outcome.kind !== "decided") {
        return failure(409, "already_sent", "id: the decision was not made, or was sent already.");
      }
      const { conflict, peer } = outcome;
      const { kind, localId } = conflict;
      recordChange("sync_decision_undone", call, peer, { kind, local_id: localId });
      return { status: 200, body: toConflict(conflict, named(kind, localId)) };
    },

    decideSyncConflict(call) {
      const outcome = outbox.decide(call.params.id, call.body, call.principal);
      switch (outcome.kind) {
        case "missing":
          return noConflict();
        case "sent_before":
        case "decided_before":
          return failure(409, "already_decided", "id: the conflict was decided already.");
        case "invalid":
          return failure(400, "validation_error", ...outcome.problems);
        case "decided": {
          const { conflict, peer } = outcome;
          const { kind, localId } = conflict;
          recordChange("sync_conflict_decided", call, peer, { kind, local_id: localId });
          return { status: 200, body: toConflict(conflict, named(kind, localId)) };
        }
      }
    },
  };
}

function refusal(outcome: Extract<PeerOutcome, { readonly kind: "invalid" | "signed_out" }>) {
  return outcome.kind === "invalid"
    ? failure(400, "validation_error", `${outcome.field}: ${outcome.msg}`)
    : failure(400, "signed_out", `token: ${outcome.msg}`);
}

const noPeer = () => failure(404, "not_found", "id: there is no such peer, or you may not see it.");
const noConflict = () => failure(404, "not_found", "id: there is no such conflict, or you may not see it.");
const noItem = () => failure(404, "not_found", "id: there is no such item, or you may not see it.");

/** The local operator has no account. */
function accountOf(userId: string): string | null {
  return userId === LOCAL_OPERATOR.userId ? null : userId;
}
