import type { Route } from "../../contracts/route.ts";
import { setupRoutes } from "../../contracts/setup.routes.ts";
import { type SerialPortInfo, sourceRoutes } from "../../contracts/sources.ts";
import { createSnapshotStore, type SnapshotStore } from "../../features/setup/index.ts";
import { listSerialPorts } from "../../serial/serial-ports.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { createSerialLinks } from "../../setup/serial.link.ts";
import { openStore } from "../../storage/database.ts";
import { composeAccounts } from "../compose/accounts.ts";
import { composeSetup, type Setup } from "../compose/setup.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/stderr-log.ts";
import type { StationLocation } from "./administration.ts";
import type { RemoteStation } from "./remote-station.ts";
import { callLocalRoute, callRemoteRoute, type ReplyBody, type RequestParts } from "./route-call.ts";

export type SetupLocation = StationLocation & {
  readonly logLevel: LogLevel;
  readonly allowPermanentLock?: boolean;
};

type Routes = typeof setupRoutes;
type Body<R extends Route> = R["replies"] extends { readonly 202: { readonly _output: infer T } } ? T : ReplyBody<R>;

/** Calls a route of set-up. Rejects with the sentence of the station when it refuses. */
export type SetupApi = <N extends keyof Routes>(name: N, parts?: RequestParts) => Promise<Body<Routes[N]>>;

export type OpenedSetup = {
  readonly api: SetupApi;
  readonly listPorts: () => Promise<readonly SerialPortInfo[]>;
};

/**
 * Set-up by a running station, at its ports, or in this process. Writing to a device keeps a snapshot, so it needs a
 * data directory that no station is using; reading does not.
 */
export async function runWithSetup<T>(
  location: SetupLocation,
  { isWriting }: { readonly isWriting: boolean },
  use: (opened: OpenedSetup) => Promise<T>,
): Promise<T> {
  const { url, token, data, spatialite } = location;
  if (url !== undefined) return use(remoteSetup({ url, token }));
  if (!isWriting) return useLocally(composeLocally(location, WITHOUT_STORE), use);
  const store = openStore({ dataDir: data, spatialite });
  try {
    const accounts = composeAccounts({
      db: store.writer,
      clock: systemClock,
      ids: systemIds,
      log: createLog(location.logLevel),
      registration: { isReachable: true },
      endSessions: () => undefined,
      endConnections: () => undefined,
      listFlightIssues: () => [],
    });
    const snapshots = createSnapshotStore({ db: store.writer, clock: systemClock, ids: systemIds });
    const parts = { snapshots, devices: accounts.devices, recordAudit: accounts.audit.record };
    return await useLocally(composeLocally(location, parts), use);
  } finally {
    store.close();
  }
}

function remoteSetup(station: RemoteStation): OpenedSetup {
  const call = async (route: Route, parts?: RequestParts) => (await callRemoteRoute(station, route, parts)) as never;
  return {
    api: (name, parts) => call(setupRoutes[name], parts),
    listPorts: () => call(sourceRoutes.listSerialPorts),
  };
}

type Kept = Pick<Parameters<typeof composeSetup>[0], "snapshots" | "devices" | "recordAudit">;

const noStore = (): never => {
  throw new Error("This command keeps nothing.");
};

const WITHOUT_STORE: Kept = {
  snapshots: { save: noStore, find: () => undefined, list: () => [], listLast: () => [] } satisfies SnapshotStore,
  devices: {
    registerIdentified: noStore,
    findSettings: () => undefined,
    findVariantSettings: () => undefined,
    listIssues: () => [],
  },
  recordAudit: () => undefined,
};

function composeLocally({ data, logLevel, allowPermanentLock }: SetupLocation, kept: Kept): Setup {
  return composeSetup({
    ...kept,
    clock: systemClock,
    ids: systemIds,
    log: createLog(logLevel),
    dataDir: data,
    allowPermanentLock: allowPermanentLock ?? false,
    openLink: createSerialLinks(listSerialPorts),
    listPorts: listSerialPorts,
    // No station runs here, so there is no source that could use the port.
    leasePort: async () => ({ release: () => undefined }),
    publish: () => undefined,
  });
}

async function useLocally<T>(setup: Setup, use: (opened: OpenedSetup) => Promise<T>): Promise<T> {
  const api: SetupApi = async (name, parts = {}) =>
    (await callLocalRoute(setup.handlers[name], setupRoutes[name], parts, LOCAL_OPERATOR)) as never;
  try {
    return await use({ api, listPorts: listSerialPorts });
  } finally {
    await setup.close();
  }
}
