import type { Server } from "node:http";
import { join } from "node:path";
import type { AlertsFeature } from "../../features/alerts/index.ts";
import { createAnnotationsFeature } from "../../features/annotations/index.ts";
import type { SerialPortInfo, Source } from "../../contracts/station.ts";
import { createElevationHandlers } from "../../elevation/elevation.handlers.ts";
import { createMapSets } from "../../features/map-sets/index.ts";
import type { FindGround } from "../../elevation/index.ts";
import type { AccessPolicy } from "../../http/access-policy.ts";
import { createHttpApp } from "../../http/http-app.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { ConnectionLimits } from "../../live/connection-limits.ts";
import { createLiveGateway } from "../../live/live-gateway.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import type { Store } from "../../storage/database.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { createBackups } from "../threads/backups.ts";
import { createProviderHandlers } from "../station/administration.handlers.ts";
import { auditSources } from "../station/source-audit.ts";
import { VERSION } from "../station/config.ts";
import type { Core } from "./core.ts";
import { createCore } from "./core.ts";
import { createExports } from "../threads/exports.ts";
import { createLifecycle, type Lifecycle } from "../station/lifecycle.ts";
import { composeStationHandlers, hasAnyAccount } from "./station-handlers.ts";
import { composeBackgroundJobs } from "./background-jobs.ts";
import { composeSources } from "./sources.ts";
import { composeIdentity, type Identity, type IdentityOptions } from "./identity.ts";
import { observeTogether, type RecordingObserver } from "../recording/recording.observer.ts";
import { createLivePublisher, type LivePublisher } from "../recording/live-publisher.ts";
import { composeAlerts } from "./alerts.ts";
import { composeRetention } from "./retention.ts";
import { composeAccountData } from "./account-data.ts";
import { composeSightings } from "./sightings.ts";
import { composeStationSetup, type Setup } from "./setup.ts";
import { composeTimeline } from "./timeline.ts";
import { composeSync, type SyncParts } from "./sync.ts";
import { countDocuments } from "../threads/open-documents.ts";
import { createSessionHandlers } from "../station/sessions.handlers.ts";

export type StationParts = {
  readonly store: Store;
  readonly server: Server;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly credentials: SyncParts["credentials"];
  readonly isDemo: boolean;
  readonly options: IdentityOptions;
  readonly baseUrl: () => string;
  readonly maxSockets?: ConnectionLimits | undefined;
  readonly rendererDir?: string;
  readonly access: AccessPolicy;
  readonly findGround: FindGround;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  readonly setupListenMs?: number | undefined;
};

/** Creates all parts of a station and passes each its dependencies; the only place that knows all of them. */
export function composeStation(parts: StationParts): {
  /** Whether there is any account. */
  readonly hasAccounts: () => boolean;
  readonly listSources: () => readonly Source[];
} & Lifecycle {
  const { store, server, clock, ids, log, access } = parts;
  const publisher = publishing(clock, () => ({ gateway, core, alerts }));
  const core: Core = createCore({ ...parts, observer: observing(() => ({ publisher, setup, alerts })) });

  const sources = composeSources({
    ...parts,
    core,
    openPeerStream: (peerId, signal, onEnded) => sync.openPeerStream(peerId, signal, onEnded),
  });
  const annotations = composeAnnotations(parts, core);

  const identity = composeIdentity({
    ...parts,
    db: store.writer,
    listFlightIssues: (deviceId, window) => accountData.listFlightIssues(deviceId, window),
    endLiveSessions: (isEnded) => gateway.endSessions(isEnded),
    isAllowedHost: access.isAllowedHost,
  });

  const accountData = composeAccountData({
    ...parts,
    core,
    accounts: identity.accounts,
    onFlightPoint: notingFlightPoints(core, publisher),
  });

  const recordAudit = identity.accounts.audit.record;
  const alerts = composeAlerts({ ...parts, core, identity, accountData, gateway: () => gateway });
  const retention = composeRetention({ ...parts, core, recordAudit });

  const exports = createExports({ databasePath: join(parts.dataDir, DATABASE_FILE), log });
  const backups = createBackups({ dataDir: parts.dataDir, ids });
  const documents = countDocuments(exports.encode);
  const stationHandlers = composeStationHandlers({ ...parts, core, accounts: identity.accounts, backups, documents });

  const sightings = composeSightings({ ...parts, core });
  const mapSets = createMapSets({ ...parts, db: store.writer });

  const sync = composeSync({
    ...parts,
    core,
    sightings,
    accounts: identity.accounts,
    accountData,
    getInfo: stationHandlers.getInfo,
    notes: annotations.handlers,
    recordAudit,
    isLookedAt: (userId) => gateway.watchers().some((watcher) => watcher.userId === userId),
    publish: (peer) => gateway.publishSync(peer),
    publishRemoved: (peer, localUser) => gateway.publishSyncRemoved(peer, localUser),
    isAutomatic: true,
  });

  const setup: Setup = composeStationSetup({
    ...parts,
    accounts: identity.accounts,
    leasePort: sources.leasePort,
    gateway: () => gateway,
  });

  const app = createHttpApp({
    handlers: {
      ...core.telemetry.handlers,
      ...core.operations.handlers,
      ...serveOperations(core, identity, publisher, () => gateway),
      ...core.statistics.handlers,
      ...annotations.handlers,
      ...alerts.handlers,
      ...composeTimeline({ core, annotations, sources }).handlers,
      ...retention.handlers,
      ...stationHandlers,
      ...sync.handlers,
      ...sightings.handlers,
      ...setup.handlers,
      ...createElevationHandlers(parts.findGround),
      ...mapSets.handlers,
      ...accountData.handlers,
      ...auditSources(sources.handlers, identity.accounts.audit.record),
      ...identity.accounts.handlers,
      ...createSessionHandlers(identity.provider),
      ...createProviderHandlers(identity.provider),
      pushScout: sources.pushScout,
    },
    authenticate: identity.authenticate.http,
    encode: documents.encode,
    access,
    about: { version: VERSION, baseUrl: parts.baseUrl },
    log,
    ids,
    clock,
    ...(parts.rendererDir === undefined ? {} : { rendererDir: parts.rendererDir }),
  });
  server.on("request", identity.wrapListener(app));
  const gateway: LiveGateway = createLiveGateway({
    ...parts,
    httpServer: server,
    authenticate: identity.authenticate.live,
    limits: parts.maxSockets,
  });
  const lifecycle = createLifecycle({
    server,
    log,
    core,
    sources,
    gateway,
    flightProcessing: accountData.processing,
    sync,
    setup,
    threads: [exports, backups, mapSets],
    identity,
    backgroundJobs: composeBackgroundJobs({ ...parts, ...identity, core, publisher, retention, alerts, sync, sources }),
  });
  return { hasAccounts: () => hasAnyAccount(identity.accounts), listSources: sources.list, ...lifecycle };
}

/** Parts that are created later than who tells them. */
type Told = {
  readonly gateway: LiveGateway;
  readonly core: Core;
  readonly publisher: LivePublisher;
  readonly setup: Setup;
  readonly alerts: AlertsFeature;
};

function publishing(clock: Clock, parts: () => Pick<Told, "gateway" | "core" | "alerts">): LivePublisher {
  return createLivePublisher({
    gateway: () => parts().gateway,
    operations: () => parts().core.operations,
    clock,
    onChanged: (operations) => parts().alerts.takeChanges(operations),
  });
}

function observing(parts: () => Pick<Told, "publisher" | "setup" | "alerts">): RecordingObserver {
  return {
    ...observeTogether(() => [parts().publisher, parts().setup.observer]),
    onStored: (records) => parts().alerts.takeRecords(records),
  };
}

function composeAnnotations({ store, clock, ids }: StationParts, core: Core) {
  return createAnnotationsFeature({
    db: store.writer,
    clock,
    ids,
    operationOf: (id, caller, which) =>
      core.operations.service.findSuboperations(id, which === "operations" ? true : null, caller)[0]?.operation.id,
  });
}

/** Points of flights come back over a peer's stream as what receivers have received does. */
function notingFlightPoints({ pipeline }: Core, { onFlightPoint }: LivePublisher): LivePublisher["onFlightPoint"] {
  return (ua, suboperation) => {
    pipeline.relayed.note({ sensorId: suboperation.sensorId, ua, operator: null });
    onFlightPoint(ua, suboperation);
  };
}

/** The handlers of operations, which need those who watch them live. */
function serveOperations(
  core: Core,
  { accounts }: Pick<Identity, "accounts">,
  publisher: LivePublisher,
  gateway: () => LiveGateway,
) {
  return core.operations.serve({
    committed: core.recorder.committed,
    people: accounts.people,
    recordAudit: accounts.audit.record,
    live: {
      watchers: () => gateway().watchers(),
      hide: (operationId, from) => gateway().hide(operationId, from),
      accessChanged: publisher.accessChanged,
    },
  });
}
