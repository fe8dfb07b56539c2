import type { Route } from "../../contracts/route.ts";
import { syncRoutes } from "../../contracts/sync.routes.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createRecordingIdReader } from "../../storage/recording-id.ts";
import { composeSightings } from "../compose/sightings.ts";
import { composeSync, type Sync } from "../compose/sync.ts";
import { createCredentialFiles } from "../sync/credential-files.ts";
import { createTrackLineUpdater } from "../recording/track-lines.job.ts";
import { createStationHandlers } from "../station/station.handlers.ts";
import type { StationLocation } from "./administration.ts";
import type { RemoteStation } from "./remote-station.ts";
import { callLocalRoute, callRemoteRoute, type ReplyBody, type RequestParts } from "./route-call.ts";
import { getOwner } from "./owner.ts";
import { type RecordingLocation, runWithRecording } from "./with-recording.ts";

export type SyncLocation = StationLocation & RecordingLocation;

type Routes = typeof syncRoutes;
type Body<R extends Route> = R["replies"][200] extends object ? ReplyBody<R> : unknown;

/** Calls a route of synchronisation. Rejects with the message of the station when it refuses. */
export type SyncApi = <N extends keyof Routes>(name: N, parts?: RequestParts) => Promise<Body<Routes[N]>>;

/** The same routes of a running station. */
export function remoteSyncApi(station: RemoteStation): SyncApi {
  return async (name, parts) => (await callRemoteRoute(station, syncRoutes[name], parts)) as never;
}

function localSyncApi({ handlers }: Sync, caller: Pick<Principal, "userId" | "isAdministrator">): SyncApi {
  const principal: Principal = { ...caller, credential: "local" };
  return async (name, parts = {}) =>
    (await callLocalRoute(handlers[name], syncRoutes[name], parts, principal)) as never;
}

/** Calls routes of a running station, or works on a data directory that no station is using. */
export function runWithSyncApi<T>(location: SyncLocation, use: (api: SyncApi) => Promise<T>): Promise<T> {
  const { url, token } = location;
  return url === undefined ? runWithSync(location, ({ api }) => use(api)) : use(remoteSyncApi({ url, token }));
}

/** Opens a data directory that no station is using, for one command, and closes it when everything is on disk. */
export async function runWithSync<T>(
  location: SyncLocation,
  use: (opened: { readonly api: SyncApi; readonly sync: Sync; readonly db: ReadableDb }) => Promise<T>,
): Promise<T> {
  const { data, user } = location;
  return runWithRecording(location, async ({ common, core, accounts, accountData, annotations }) => {
    const { store, clock } = common;
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
      findRecordingId: createRecordingIdReader(data, common.ids.random),
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
      annotations: annotations.handlers,
      recordAudit: accounts.audit.record,
      hasConsoleOpen: () => false,
      publish: () => undefined,
      publishRemoved: () => undefined,
      isAutomatic: false,
    });
    try {
      return await use({ api: localSyncApi(sync, getOwner(accounts, user)), sync, db: store.reader });
    } finally {
      await sync.close();
      await accountData.processing.settled();
      await createTrackLineUpdater(core, clock).update(new AbortController().signal, { isLast: true });
    }
  });
}
