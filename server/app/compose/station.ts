import type { Server } from "node:http";
import { join } from "node:path";
import type { stationRoutes } from "../../contracts/station.ts";
import { createFusionControl, createOperationControl } from "../../features/operations/index.ts";
import { createAnnotationsFeature } from "../../features/annotations/index.ts";
import { createElevationHandlers } from "../../elevation/elevation.handlers.ts";
import type { FindGround } from "../../elevation/index.ts";
import { createSources } from "../../features/sources/index.ts";
import { accessOf, explicitAccess } from "../../auth/access.rules.ts";
import type { AccessPolicy } from "../../http/access-policy.ts";
import { createHttpApp } from "../../http/http-app.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import { createPushHandler } from "../../ingest/push.handler.ts";
import { createPushInbox } from "../../ingest/sources/push.source.ts";
import { listSerialPorts } from "../../ingest/sources/serial-ports.ts";
import type { SupervisedSource } from "../../ingest/source.supervisor.ts";
import { createSourceSupervisor } from "../../ingest/source.supervisor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
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
import { startBackgroundJobs } from "../station/background-jobs.ts";
import { composeIdentity, type IdentityOptions } from "./identity.ts";
import { createLivePublisher } from "../recording/live-publisher.ts";
import { composeRetention } from "./retention.ts";
import { composeAccountData } from "./account-data.ts";
import { countDocuments } from "../threads/open-documents.ts";
import { createSessionHandlers } from "../station/sessions.handlers.ts";
import { createSourceRunFactory } from "../recording/source-run.factory.ts";
import { createMaintenanceHandlers } from "../station/maintenance.handlers.ts";

export type StationParts = {
  readonly store: Store;
  readonly server: Server;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly dataDir: string;
  readonly isDemo: boolean;
  readonly options: IdentityOptions;
  readonly baseUrl: () => string;
  readonly rendererDir?: string;
  readonly access: AccessPolicy;
  readonly findGround: FindGround;
};

/** The dependency graph of a station: who is handed what. Nothing else knows the whole. */
export function composeStation(parts: StationParts): {
  /** Whether anybody has an account here. */
  readonly hasAccounts: () => boolean;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
} {
  const { store, server, clock, ids, log, access } = parts;
  const startedMs = clock.now();

  const inbox = createPushInbox();
  const publisher = createLivePublisher({ gateway: () => gateway, operations: () => core.operations, clock });
  const core: Core = createCore({ store, clock, ids, log, observer: publisher });

  const feedOf = ({ id, sensor_id: sensorId, settings }: SupervisedSource): Feed => ({
    sensorId,
    isLive: !(settings.kind === "file" && settings.speed === 0),
    onRejected: (reason) => supervisor.refused(id, reason),
  });
  const supervisor = createSourceSupervisor({
    createRun: createSourceRunFactory(inbox),
    // A push is answered once it is on disk: nothing of it may wait for a later identity.
    take: (source, heard) => core.pipeline.take(feedOf(source), heard, { settle: source.settings.kind === "push" }),
    clock,
    log,
    onChange: () => undefined,
  });
  const sources = createSources(store.writer, {
    start: supervisor.start,
    stop: supervisor.stop,
    remove: supervisor.remove,
    status: supervisor.status,
    listSerialPorts,
    isDemo: parts.isDemo,
    ids,
    clock,
  });

  const annotations = createAnnotationsFeature({
    db: store.writer,
    clock,
    ids,
    operationOf: (id, caller, which) =>
      core.operations.service.findSuboperations(id, which === "operations" ? true : null, caller)[0]?.operation.id,
  });

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
    onFlightPoint: publisher.onFlightPoint,
  });

  const recordAudit = identity.accounts.audit.record;
  const retention = composeRetention({ ...parts, core, recordAudit });

  const hasAccounts = () => identity.accounts.users.list().length > 0;

  const stationHandlers: Handlers<typeof stationRoutes> = {
    getHealth: ({ principal }) => ({
      status: 200,
      body: {
        status: "ok",
        database: store.versions,
        has_accounts: hasAccounts(),
        needs_sign_in: principal.credential === "none",
      },
    }),
    getInfo({ principal }) {
      const { operations, uaRecords } = core.operations.count();
      return {
        status: 200,
        body: {
          name: "Fieldstation",
          version: VERSION,
          demo: parts.isDemo,
          started_at: isoFromMs(startedMs),
          server_time: isoFromMs(clock.now()),
          data_dir: principal.isAdministrator ? parts.dataDir : null,
          operations,
          ua_records: uaRecords,
          open_documents: documents.count(),
        },
      };
    },
  };

  const controlDeps: Parameters<typeof createOperationControl>[0] = {
    reader: store.reader,
    writer: store.writer,
    clock,
    accessOf,
    explicitAccess,
    fusionState: core.operations.fusionState,
    committed: core.recorder.committed,
    people: identity.accounts.people,
    recordAudit: identity.accounts.audit.record,
    live: {
      watchers: () => gateway.watchers(),
      hide: (operationId, from) => gateway.hide(operationId, from),
      accessChanged: publisher.accessChanged,
    },
  };

  const exports = createExports({ databasePath: join(parts.dataDir, DATABASE_FILE), log });

  const backups = createBackups({ dataDir: parts.dataDir, ids });

  const documents = countDocuments(exports.encode);

  const app = createHttpApp({
    handlers: {
      ...core.telemetry.handlers,
      ...core.operations.handlers,
      ...createOperationControl(controlDeps),
      ...createFusionControl({
        ...controlDeps,
        ids,
        findOperation: (id, caller) => core.operations.service.find(id, true, caller),
      }),
      ...core.statistics.handlers,
      ...annotations.handlers,
      ...retention.handlers,
      ...stationHandlers,
      ...createMaintenanceHandlers({
        backups,
        dataDir: parts.dataDir,
        spatialiteVersion: store.versions.spatialite,
        clock,
        recordAudit,
      }),
      ...createElevationHandlers(parts.findGround),
      ...accountData.handlers,
      ...auditSources(sources.handlers, identity.accounts.audit.record),
      ...identity.accounts.handlers,
      ...createSessionHandlers(identity.provider),
      ...createProviderHandlers(identity.provider),
      pushScout: createPushHandler(inbox),
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
    httpServer: server,
    authenticate: identity.authenticate.live,
    access,
    clock,
    log,
  });
  let backgroundJobs: ReturnType<typeof startBackgroundJobs> | undefined;

  return {
    hasAccounts,
    start() {
      if (sources.service.list().length > 0) sources.service.startEnabled();
      else for (const source of parts.isDemo ? DEMO_SOURCES : DEFAULT_SOURCES) sources.service.create(source);
      accountData.processing.resume();
      backgroundJobs = startBackgroundJobs({
        core,
        clock,
        log,
        publishChangedOperations: publisher.publishChangedOperations,
        retention: retention.service,
      });
    },
    async stop() {
      // Sources first, so that nothing new comes in; then callers; then what waits goes to disk.
      await supervisor.close();
      gateway.close();
      await closeServer(server);
      await accountData.processing.stop();
      await exports.close();
      await backups.close();
      identity.close();
      try {
        await core.pipeline.flush();
      } finally {
        // A disk that refuses is no reason to go on forever: what keeps time ends in any case.
        await Promise.all([backgroundJobs?.stop(), core.statistics.service.close()]);
        await core.recorder.close();
      }
    },
  };
}

const DEFAULT_SOURCES = [{ name: "HTTP push", enabled: true, settings: { kind: "push" } }] as const;
const DEMO_SOURCES = [{ name: "Demonstration", enabled: true, settings: { kind: "demo" } }] as const;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
