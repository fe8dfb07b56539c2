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
import { createAccounts } from "../compose/accounts.ts";
import { composeSetup, type Setup } from "../compose/setup.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/log.ts";
import { addressOf, parsed, type ReplyBody, type RequestParts, type StationLocation } from "./administration.ts";
import { fetchFromStation, type RemoteStation } from "./remote-station.ts";

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
    const accounts = createAccounts({
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
  const call = async (route: Route, parts: RequestParts = {}): Promise<never> => {
    const response = await fetchFromStation(station, addressOf(route, parts), {
      method: route.method.toUpperCase(),
      ...(parts.body === undefined ? {} : { body: parts.body }),
    });
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as never;
  };
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
  const api: SetupApi = async (name, parts = {}) => {
    // TypeScript cannot relate the name to its handler; the input was parsed by the schemas of the same route.
    const handle = setup.handlers[name] as (call: object) => unknown;
    const reply = (await handle({ ...parsed(setupRoutes[name], parts), principal: LOCAL_OPERATOR })) as {
      readonly status: number;
      readonly body: unknown;
    };
    if (reply.status < 400) return reply.body as never;
    throw new Error((reply.body as { readonly messages: readonly string[] }).messages.join("\n"));
  };
  try {
    return await use({ api, listPorts: listSerialPorts });
  } finally {
    await setup.close();
  }
}
