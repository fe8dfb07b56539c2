import type { Server } from "node:http";
import type { SerialPortInfo, Source } from "../../contracts/sources.ts";
import { createElevationHandlers } from "../../elevation/elevation.handlers.ts";
import { createMapSets } from "../../features/map-sets/index.ts";
import type { GroundTiles } from "../../elevation/ground-tiles.ts";
import type { FindGround } from "../../elevation/index.ts";
import { createKnownGround } from "../../elevation/known-ground.ts";
import type { AccessPolicy } from "../../http/access-policy.ts";
import { createHttpApp } from "../../http/http-app.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import { type Log, passErrorsOn } from "../../kernel/log.ts";
import { createLiveGateway } from "../../live/live-gateway.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import type { Store } from "../../storage/database.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import { type Checks, createChecks } from "../threads/checks.ts";
import { createDecoding } from "../threads/decoding.ts";
import { createProviderHandlers } from "../station/administration.handlers.ts";
import { auditSources } from "../station/source-audit.ts";
import { VERSION } from "../station/config.ts";
import type { Core } from "./core.ts";
import { composeCore } from "./core.ts";
import { createLifecycle, type Lifecycle } from "../station/lifecycle.ts";
import { hasAnyAccount } from "./station-handlers.ts";
import { composeLimits, type StationLimits } from "./limits.ts";
import { composeBackgroundJobs } from "./background-jobs.ts";
import { composeSources } from "./sources.ts";
import { composeIdentity, type Identity, type IdentityOptions } from "./identity.ts";
import { answerWhenCommitted } from "../recording/answer-when-committed.ts";
import { combineObservers, type RecordingObserver } from "../recording/recording.observer.ts";
import { createLivePublisher, type LivePublisher } from "../recording/live-publisher.ts";
import { createNetworkLinkHandlers } from "../outputs/network-link.handlers.ts";
import { composeOutputs, type Outputs } from "./outputs.ts";
import { composeMaintenance } from "./maintenance.ts";
import { composeAccountData } from "./account-data.ts";
import { composeAnnotations } from "./annotations.ts";
import { composeSightings } from "./sightings.ts";
import { composeStationSetup, type Setup } from "./setup.ts";
import { composeTimeline } from "./timeline.ts";
import { composeTrafficAndAlerts } from "./traffic-and-alerts.ts";
import { composeSync, type SyncParts } from "./sync.ts";
import { createSessionHandlers } from "../station/sessions.handlers.ts";

export type StationParts = {
  readonly store: Store;
  readonly server: Server;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly sealingKey: Uint8Array;
  readonly credentials: SyncParts["credentials"];
  readonly isDemo: boolean;
  /** Restarts the station; absent where only a person can do that. */
  readonly restart?: (() => void) | undefined;
  /** The backup that replaced the recording at this start. */
  readonly restored?: RestoreMark | undefined;
  readonly options: IdentityOptions;
  readonly baseUrl: () => string;
  readonly limits?: StationLimits | undefined;
  /** Whether it collects metrics for Prometheus. */
  readonly metrics?: boolean | undefined;
  readonly rendererDir?: string;
  readonly access: AccessPolicy;
  readonly findGround: FindGround;
  readonly groundTiles: GroundTiles;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  readonly setupListenMs?: number | undefined;
  /** A monotonic clock. */
  readonly monotonic: Clock;
};

type ComposedStation = Lifecycle & {
  /** Whether there is any account. */
  readonly hasAccounts: () => boolean;
  readonly listSources: () => readonly Source[];
  readonly isSettingUp: () => boolean;
};

/** Composes a station of which whatever meets damage, in the background too, starts the checks that find it. */
export function composeStation(parts: StationParts): ComposedStation {
  const checks = createChecks({ ...parts, ...parts.store });
  return composeParts({ ...parts, checks, log: passErrorsOn(parts.log, checks.notice) });
}

/** Creates all parts of a station and passes each its dependencies; only this function knows all of them. */
function composeParts(parts: StationParts & { readonly checks: Checks }): ComposedStation {
  const { store, server, clock, ids, log, access } = parts;
  const publisher = createPublisher(clock, () => ({ gateway: audience, core, trafficAndAlerts, outputs }));
  const core: Core = composeCore({
    ...parts,
    observer: createObserver(() => ({ publisher, setup, trafficAndAlerts })),
  });

  const sources = composeSources({
    ...parts,
    core,
    openPeerStream: (peerId, signal, onEnded) => sync.openPeerStream(peerId, signal, onEnded),
    own: () => ({ accountData, accounts: identity.accounts }),
    publishPosition: (change) => gateway.publishPosition(change),
  });
  const annotations = composeAnnotations({ ...parts, core });

  const identity = composeIdentity({
    ...parts,
    db: store.writer,
    listFlightIssues: (deviceId, window) => accountData.listFlightIssues(deviceId, window),
    endLiveSessions: (isEnded) => gateway.endSessions(isEnded),
    isAllowedHost: access.isAllowedHost,
  });

  const decoding = createDecoding({ dataDir: parts.dataDir });
  const accountData = composeAccountData({
    ...parts,
    core,
    accounts: identity.accounts,
    onFlightPoint: noteFlightPoint(core, publisher),
    ...decoding,
  });

  const recordAudit = identity.accounts.audit.record;
  const ground = createKnownGround(parts.groundTiles, parts.monotonic);
  const alertParts = { ...parts, core, identity, accountData, sources, ground, gateway: () => gateway };
  const trafficAndAlerts = composeTrafficAndAlerts(alertParts);

  const outputs: Outputs = composeOutputs({ ...parts, ...identity, publisher });

  const { exports, documents, metrics, http } = composeLimits(parts, () => ({ core, gateway, sources }));
  const maintained = { ...parts, ...identity, core, accountData, ...trafficAndAlerts, annotations, sources, documents };
  const maintenance = composeMaintenance(maintained);

  const sightings = composeSightings({ ...parts, core });
  const mapSets = createMapSets({ ...parts, db: store.writer });

  const sync = composeSync({
    ...parts,
    core,
    sightings,
    accounts: identity.accounts,
    accountData,
    getInfo: maintenance.handlers.getInfo,
    annotations: annotations.handlers,
    recordAudit,
    hasConsoleOpen: (userId) => gateway.listViewers().some((viewer) => viewer.userId === userId),
    publish: (peer) => gateway.publishSync(peer),
    publishRemoved: (peer, localUser) => gateway.publishSyncRemoved(peer, localUser),
    isAutomatic: true,
  });

  const setup: Setup = composeStationSetup({ ...parts, ...identity, sources, gateway: () => gateway });

  const app = createHttpApp({
    handlers: {
      ...core.telemetry.handlers,
      ...serveOperations({ core, annotations, ...identity, publisher, gateway: () => gateway }),
      ...trafficAndAlerts.handlers,
      ...outputs.handlers,
      ...createNetworkLinkHandlers({ ...parts, listOperations: core.operations.service.list }),
      ...composeTimeline({ core, ...trafficAndAlerts, annotations, sources }).handlers,
      ...maintenance.handlers,
      ...metrics.handlers,
      ...sync.handlers,
      ...sightings.handlers,
      ...setup.handlers,
      ...createElevationHandlers(parts.findGround, parts.groundTiles),
      ...mapSets.handlers,
      ...accountData.handlers,
      ...auditSources(sources.handlers, identity.accounts.audit.record),
      ...serveIdentity(identity),
      ...sources.unauditedHandlers(),
    },
    authenticate: identity.authenticate.http,
    noticeError: parts.checks.notice,
    ...http,
    access,
    about: { version: VERSION, baseUrl: parts.baseUrl },
    log,
    ids,
    clock,
    ...(parts.rendererDir === undefined ? {} : { rendererDir: parts.rendererDir }),
  });
  server.on("request", identity.wrapListener(app));
  const { gateway, audience } = outputs.tap(openGateway(parts, identity));
  const jobs = { ...parts, ...identity, core, publisher, maintenance, ...trafficAndAlerts, sync, sources };
  const lifecycle = createLifecycle({
    server,
    log,
    core,
    sources,
    gateway,
    flightProcessing: accountData.processing,
    sync,
    setup,
    outputs,
    threads: [exports, ...maintenance.threads, mapSets, parts.groundTiles, decoding],
    maintenance,
    identity,
    backgroundJobs: composeBackgroundJobs(jobs),
  });
  return {
    hasAccounts: () => hasAnyAccount(identity.accounts),
    listSources: sources.list,
    isSettingUp: setup.isWorking,
    ...lifecycle,
  };
}

function openGateway({ server, limits, ...parts }: StationParts, { authenticate }: Pick<Identity, "authenticate">) {
  return createLiveGateway({
    ...parts,
    httpServer: server,
    authenticate: authenticate.live,
    limits: limits?.sockets,
  });
}

/** Accounts, their sessions, and the clients of the identity provider. */
function serveIdentity({ accounts, provider }: Pick<Identity, "accounts" | "provider">) {
  return { ...accounts.handlers, ...createSessionHandlers(provider), ...createProviderHandlers(provider) };
}

/** Parts that are created later than the parts that call them. */
type LateParts = {
  readonly gateway: LiveGateway;
  readonly core: Core;
  readonly publisher: LivePublisher;
  readonly setup: Setup;
  /** Aircraft with a crew, and alerts. */
  readonly trafficAndAlerts: ReturnType<typeof composeTrafficAndAlerts>;
  readonly outputs: Outputs;
};

function createPublisher(clock: Clock, parts: () => Omit<LateParts, "publisher" | "setup">): LivePublisher {
  return createLivePublisher({
    gateway: () => parts().gateway,
    operations: () => parts().core.operations,
    clock,
    onTelemetry: (telemetry) => parts().outputs.take(telemetry),
    onChanged: (operations) => parts().trafficAndAlerts.alerts.takeChanges(operations),
  });
}

function createObserver(parts: () => Pick<LateParts, "publisher" | "setup" | "trafficAndAlerts">): RecordingObserver {
  return {
    ...combineObservers(() => [parts().publisher, parts().setup.observer]),
    onTraffic: (point, { isLive }) => parts().trafficAndAlerts.traffic.take(point, isLive),
    onStored: (records) => parts().trafficAndAlerts.alerts.takeRecords(records),
  };
}

/** Points of flights come back over a peer's stream, as received telemetry does. */
function noteFlightPoint({ pipeline }: Core, { onFlightPoint }: LivePublisher): LivePublisher["onFlightPoint"] {
  return (ua, suboperation) => {
    pipeline.relayed.note({ sensorId: suboperation.sensorId, ua, operator: null });
    onFlightPoint(ua, suboperation);
  };
}

/** The handlers of operations and of their details; sharing and hiding notify those who watch them live. */
function serveOperations({
  core,
  annotations,
  accounts,
  publisher,
  gateway,
}: Pick<LateParts, "core" | "publisher"> &
  Pick<Identity, "accounts"> & {
    readonly annotations: ReturnType<typeof composeAnnotations>;
    readonly gateway: () => LiveGateway;
  }) {
  const { committed } = core.recorder;
  const served = core.operations.serve({
    committed,
    people: accounts.people,
    recordAudit: accounts.audit.record,
    live: {
      listViewers: () => gateway().listViewers(),
      hide: (operationId, from) => gateway().hide(operationId, from),
      accessChanged: publisher.accessChanged,
    },
  });
  const handlers = { ...core.operations.handlers, ...served, ...core.statistics.handlers, ...annotations.handlers };
  return answerWhenCommitted(handlers, committed);
}
