import { createAnnotationsFeature } from "../../features/annotations/index.ts";
import type { Route } from "../../contracts/route.ts";
import { syncRoutes } from "../../contracts/sync.routes.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import { openStore, type ReadableDb } from "../../storage/database.ts";
import { composeAccountData } from "../compose/account-data.ts";
import { createAccounts } from "../compose/accounts.ts";
import { createCore } from "../compose/core.ts";
import { composeSightings } from "../compose/sightings.ts";
import { composeSync, type Sync } from "../compose/sync.ts";
import { createCredentialFiles } from "../sync/credential-files.ts";
import { createTrackLinesJob } from "../recording/track-lines.job.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/log.ts";
import { createStationHandlers } from "../station/station.handlers.ts";
import { addressOf, parsed, type ReplyBody, type RequestParts, type StationLocation } from "./administration.ts";
import { getOwner } from "./open-accounts.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";

export type SyncLocation = StationLocation & { readonly user?: string; readonly logLevel: LogLevel };

type Routes = typeof syncRoutes;
type Body<R extends Route> = R["replies"][200] extends object ? ReplyBody<R> : unknown;

/** Calls a route of synchronisation. Rejects with the message of the station when it refuses. */
export type SyncApi = <N extends keyof Routes>(name: N, parts?: RequestParts) => Promise<Body<Routes[N]>>;

/** The same routes of a running station. */
export function remoteSyncApi(station: RemoteStation): SyncApi {
  return async (name, parts = {}) => {
    const route: Route = syncRoutes[name];
    const response = await fetchFromStation(station, addressOf(route, parts), {
      method: route.method.toUpperCase(),
      ...(parts.body === undefined ? {} : { body: parts.body }),
    });
    return JSON.parse(await response.text()) as never;
  };
}

function localSyncApi({ handlers }: Sync, caller: Pick<Principal, "userId" | "isAdministrator">): SyncApi {
  const principal: Principal = { ...caller, credential: "local" };
  return async (name, parts = {}) => {
    // TypeScript cannot relate the name to its handler; the input was parsed by the schemas of the same route.
    const handle = handlers[name] as (call: object) => unknown;
    const reply = (await handle({ ...parsed(syncRoutes[name], parts), principal })) as {
      readonly status: number;
      readonly body: unknown;
    };
    if (reply.status < 400) return reply.body as never;
    throw new Error((reply.body as { readonly messages: readonly string[] }).messages.join("\n"));
  };
}

/** Opens a data directory that no station is using, for one command, and closes it when everything is on disk. */
export async function runWithSync<T>(
  { data, spatialite, user, logLevel }: SyncLocation,
  use: (opened: { readonly api: SyncApi; readonly sync: Sync; readonly db: ReadableDb }) => Promise<T>,
): Promise<T> {
  const store = openStore({ dataDir: data, spatialite });
  try {
    const common = { store, clock: systemClock, ids: systemIds, log: createLog(logLevel) };
    const core = createCore({ ...common, observer: {} });
    const accounts = createAccounts({
      ...common,
      db: store.writer,
      registration: { isReachable: true },
      endSessions: () => undefined,
      endConnections: () => undefined,
      listFlightIssues: (deviceId, window) => accountData.listFlightIssues(deviceId, window),
    });
    const accountData = composeAccountData({
      ...common,
      core,
      accounts,
      findGround: async () => undefined,
      onFlightPoint: () => undefined,
    });
    const { getInfo } = createStationHandlers({
      ...common,
      versions: store.versions,
      dataDir: data,
      isDemo: false,
      hasAccounts: () => accounts.users.count() > 0,
      countRecorded: core.operations.count,
      findPosition: () => null,
      countOpenDocuments: () => 0,
      listProblems: () => [],
      findEvidenceKey: () => null,
      findPacking: () => null,
    });
    const sync = composeSync({
      ...common,
      isDemo: false,
      credentials: createCredentialFiles(data),
      core,
      sightings: composeSightings({ ...common, core }),
      accounts,
      accountData,
      getInfo,
      notes: createAnnotationsFeature({
        ...common,
        db: store.writer,
        operationOf: (id, caller, which) =>
          core.operations.service.findSuboperations(id, which === "operations" ? true : null, caller)[0]?.operation.id,
      }).handlers,
      recordAudit: accounts.audit.record,
      isLookedAt: () => false,
      publish: () => undefined,
      publishRemoved: () => undefined,
      isAutomatic: false,
    });
    try {
      return await use({ api: localSyncApi(sync, getOwner(accounts, user)), sync, db: store.reader });
    } finally {
      await sync.close();
      await accountData.processing.settled();
      await createTrackLinesJob(core, systemClock).update(new AbortController().signal, true);
      await core.recorder.close();
    }
  } finally {
    store.close();
  }
}
