import type { syncRoutes } from "../../contracts/sync.routes.ts";
import type { SyncPeer } from "../../contracts/sync.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { listPeers } from "./peers.store.ts";
import { timestampItems } from "./outbox.store.ts";
import type { SyncDeps } from "./sync.deps.ts";
import { createSyncHandlers } from "./sync.handlers.ts";
import type { PeerModel } from "./sync.model.ts";
import { createOutboxService } from "./sync.outbox.ts";
import { createPeersService } from "./sync.service.ts";

export type { CredentialStore, PeerCredential, PeerProbe, SyncDeps, SyncRunner, TakeAlongRunner } from "./sync.deps.ts";
export type { ConflictFields, PeerModel, RefModel, OutboxItem } from "./sync.model.ts";
export { createSyncPurge } from "./sync.purge.ts";

// The stores that the engine reads and writes.
export { addPeerBytes, createOfflinePeerCount, findPeer, listPeers, updatePeer } from "./peers.store.ts";
export { findRef, findRefOfRemote, listFlownRefs, listRefs, saveRef } from "./refs.store.ts";
export {
  countItems,
  createTrackMarks,
  findItem,
  findItemOf,
  finishItem,
  isOpen,
  listDueItems,
  listItems,
  markItem,
  nextDueMs,
  recoverItems,
  reopenItem,
  timestampItems,
  updateItem,
  recheckItems,
} from "./outbox.store.ts";
export { invalidateCommonCopies } from "./restored-peer.store.ts";
export { markSightings, SIGHTINGS_DELAY_MS } from "./sightings.store.ts";
export { removeSentState } from "./sync.retry.ts";
export { FLIGHT_DISCARDED, providesSightings, MAX_BACK_OFF_MS, monthOf } from "./sync.rules.ts";
export {
  type DeviceCopyModel,
  findTakeAlong,
  findZoneCopy,
  saveDeviceCopies,
  saveTakeAlong,
  saveZoneCopy,
  type TakeAlongModel,
} from "./take-along.store.ts";
export {
  type FlightCopyModel,
  findFlightCopy,
  listOthersFlights,
  listWantedTracks,
  saveFlightCopy,
} from "./flight-copies.store.ts";
export { closeConflict, findPendingConflict, markConflictSending, saveConflict } from "./conflicts.store.ts";

export type SyncFeature = {
  readonly handlers: Handlers<typeof syncRoutes>;
  /** A peer as the API shows it. */
  readonly describe: (peer: PeerModel) => SyncPeer;
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** Peers, the outbox and conflicts of synchronisation; `server/sync` exchanges the data. */
export function createSync(deps: SyncDeps): SyncFeature {
  const peers = createPeersService(deps);
  const outbox = createOutboxService(deps, peers);
  return {
    handlers: createSyncHandlers(peers, outbox, deps),
    describe: peers.describe,
    backgroundJobs: [
      {
        intervalMs: SECOND_MS,
        failure: "changes that wait for synchronisation could not be counted",
        run() {
          if (timestampItems(deps.db, deps.clock.now())) listPeers(deps.db, null).forEach(deps.onChange);
        },
      },
    ],
  };
}
