import type { SyncPeer } from "../../contracts/sync.ts";
import type { OutgoingSightings } from "../../features/sightings/index.ts";
import { createSync, listPeers } from "../../features/sync/index.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, systemSchedule } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import type { Store } from "../../storage/database.ts";
import { createOidcClient, createSyncEngine, fetchTransport, type SyncEngine } from "../../sync/index.ts";
import { createCredentialFiles } from "../sync/credential-files.ts";
import { createEntityNames } from "../sync/entity-names.ts";
import { createLocalCall, type LocalHandlers } from "../sync/local-call.ts";
import { createPeerPublisher } from "../sync/peer-publisher.ts";
import type { AccountData } from "./account-data.ts";
import type { Accounts } from "./accounts.ts";

export type SyncParts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly accountData: Pick<AccountData, "handlers" | "flightCopies">;
  /** Simulated traffic is never sent as received. */
  readonly isDemo: boolean;
  readonly sightings: OutgoingSightings;
  readonly getInfo: LocalHandlers["getInfo"];
  readonly recordAudit: RecordAudit;
  /** Sends a changed peer to live viewers. */
  readonly publish: (peer: SyncPeer) => void;
  /** Whether peers are synchronised by themselves; a command says itself what to do when. */
  readonly isAutomatic: boolean;
};

export type Sync = {
  readonly handlers: ReturnType<typeof createSync>["handlers"];
  readonly engine: SyncEngine;
  readonly backgroundJobs: readonly BackgroundJob[];
  /** Ends the running passes. */
  readonly close: () => Promise<void>;
};

/** Synchronisation with peers: the engine, and the station's own side of what it exchanges. */
export function composeSync(parts: SyncParts): Sync {
  const { store, clock, log, accounts, accountData, getInfo, isAutomatic } = parts;
  const db = store.writer;
  const credentials = createCredentialFiles(parts.dataDir);
  const publisher = createPeerPublisher({
    db,
    describe: (peer) => sync.describe(peer),
    publish: parts.publish,
    schedule: systemSchedule,
  });
  const engine = createSyncEngine({
    db,
    clock,
    random: Math.random,
    log,
    transport: fetchTransport,
    credentials,
    oidc: createOidcClient(clock),
    callLocally: createLocalCall(
      { ...accounts.handlers, ...accountData.handlers, getInfo },
      (userId) => userId === LOCAL_OPERATOR.userId || accounts.findUser(userId)?.isActive === true,
    ),
    flights: accountData.flightCopies,
    createAircraft(userId, aircraft) {
      const outcome = accounts.aircraft.create(aircraft, { userId, isAdministrator: false });
      return outcome.kind === "saved" ? outcome.aircraft.id : undefined;
    },
    sightings: parts.isDemo ? null : parts.sightings,
    onChange: publisher.changed,
  });
  const runner = isAutomatic ? engine : { ...engine, run: () => undefined };
  const sync = createSync({
    db,
    clock,
    ids: parts.ids,
    credentials,
    runner: () => runner,
    nameOf: createEntityNames(accounts, accountData.flightCopies, parts.sightings),
    recordAudit: parts.recordAudit,
    onChange: publisher.changed,
  });
  return {
    handlers: sync.handlers,
    engine,
    backgroundJobs: isAutomatic ? [...sync.backgroundJobs, ...engine.backgroundJobs] : [],
    async close() {
      publisher.close();
      await Promise.all(listPeers(db, null).map(({ id }) => engine.stop(id)));
    },
  };
}
