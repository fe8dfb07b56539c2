import type { SyncPeer, SyncPeerRemoved } from "../../contracts/sync.ts";
import type { SightingsFeature } from "../../features/sightings/index.ts";
import { type CredentialStore, createSync, listPeers, type PeerModel } from "../../features/sync/index.ts";
import type { OpenPeerStream } from "../../ingest/sources/cloud.peer.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, systemSchedule } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { Store } from "../../storage/database.ts";
import {
  createOidcClient,
  createSyncEngine,
  createTakeAlong,
  fetchTransport,
  isFlown,
  type SyncEngine,
  type TakeAlong,
} from "../../sync/index.ts";
import { createEntityNames } from "../sync/entity-names.ts";
import { createLocalCall, type LocalHandlers } from "../sync/local-call.ts";
import { createLocalAnnotations, type AnnotationHandlers } from "../sync/local-annotations.ts";
import { createLocalRegion } from "../sync/local-region.ts";
import { createPeerPublisher } from "../sync/peer-publisher.ts";
import { createPeerStreams } from "../sync/peer-streams.ts";
import type { AccountData } from "./account-data.ts";
import type { Accounts } from "./accounts.ts";
import type { Core } from "./core.ts";

export type SyncParts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly credentials: CredentialStore & { readonly settled?: () => Promise<void> };
  readonly core: Pick<Core, "pipeline" | "telemetry">;
  readonly accounts: Accounts;
  readonly accountData: Pick<AccountData, "handlers" | "flightCopies" | "saveZoneCopy">;
  /** Whether the traffic is simulated: such traffic is never sent as received. */
  readonly isDemo: boolean;
  readonly sightings: SightingsFeature;
  readonly getInfo: LocalHandlers["getInfo"];
  readonly annotations: AnnotationHandlers;
  readonly recordAudit: RecordAudit;
  /** Whether an account has the console open. */
  readonly hasConsoleOpen: (userId: string) => boolean;
  /** Sends a changed peer to live viewers. */
  readonly publish: (peer: SyncPeer) => void;
  /** Notifies them that a peer of an account was removed. */
  readonly publishRemoved: (peer: SyncPeerRemoved, localUser: string) => void;
  /** Whether peers are synchronised automatically; a command starts its passes itself. */
  readonly isAutomatic: boolean;
};

export type Sync = {
  readonly handlers: ReturnType<typeof createSync>["handlers"];
  readonly engine: SyncEngine;
  readonly takeAlong: TakeAlong;
  readonly openPeerStream: OpenPeerStream;
  readonly backgroundJobs: readonly BackgroundJob[];
  /** Ends the running passes. */
  readonly close: () => Promise<void>;
};

/** Synchronisation with peers: the engine, and the station's own side of what it exchanges. */
export function composeSync(parts: SyncParts): Sync {
  const { store, clock, log, accounts, accountData, getInfo, isAutomatic } = parts;
  const db = store.writer;
  const { credentials } = parts;
  const publisher = createPeerPublisher({
    db,
    describe: (peer) => sync.describe(peer),
    publish: parts.publish,
    schedule: systemSchedule,
  });
  const onChange = (peer: PeerModel) => {
    publisher.changed(peer);
    streams.changed(peer);
  };
  const isActive = (userId: string) => userId === LOCAL_OPERATOR.userId || accounts.findUser(userId)?.isActive === true;
  const engine = createSyncEngine({
    db,
    clock,
    random: Math.random,
    log,
    transport: fetchTransport,
    credentials,
    oidc: createOidcClient(clock),
    callLocally: createLocalCall(
      { ...accounts.handlers, ...accountData.handlers, ...parts.sightings.handlers, getInfo },
      isActive,
    ),
    isActive,
    flights: accountData.flightCopies,
    createAircraft(userId, aircraft) {
      const outcome = accounts.aircraft.create(aircraft, { userId, isAdministrator: false });
      return outcome.kind === "saved" ? outcome.aircraft.id : undefined;
    },
    sightings: parts.isDemo ? null : { ...parts.sightings, ...parts.sightings.outgoing },
    annotations: createLocalAnnotations(parts.annotations),
    hasConsoleOpen: parts.hasConsoleOpen,
    onChange,
  });
  const takeAlong = createTakeAlong({
    db,
    clock,
    log,
    connect: engine.connect,
    synchronise: engine.runToEnd,
    region: createLocalRegion({ ...parts, db: store.reader }),
    onChange,
  });
  const streams = createPeerStreams({
    db,
    connect: engine.connect,
    isOwnFlight: (id) => accountData.flightCopies.find(id) !== undefined,
  });
  const runner = isAutomatic ? engine : { ...engine, run: () => undefined };
  const sync = createSync({
    db,
    clock,
    ids: parts.ids,
    credentials,
    runner: () => runner,
    takeAlong: () => takeAlong,
    nameOf: createEntityNames(accounts, accountData.flightCopies, parts.sightings.outgoing),
    findFlight(id) {
      const found = accountData.flightCopies.find(id);
      return found && { isFlown: isFlown(found.detail), points: accountData.flightCopies.countPoints(id) };
    },
    recordAudit: parts.recordAudit,
    onChange,
    onRemove(peer) {
      parts.publishRemoved({ id: peer.id, name: peer.name }, peer.localUser);
      streams.changed(peer);
    },
  });
  return {
    handlers: sync.handlers,
    engine,
    takeAlong,
    openPeerStream: streams.open,
    backgroundJobs: isAutomatic ? [...sync.backgroundJobs, ...engine.backgroundJobs] : [],
    async close() {
      publisher.close();
      await takeAlong.close();
      await Promise.all(listPeers(db, null).map(({ id }) => engine.stop(id)));
      await credentials.settled?.();
    },
  };
}
