import { createServer } from "node:http";
import type { Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { createGroundFinder } from "../elevation/index.ts";
import { createAccessPolicy } from "../http/access-policy.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Clock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { PasswordCost } from "../features/users/index.ts";
import { openStore, type Synchronous } from "../storage/database.ts";
import { hasRecording } from "../storage/database-file.ts";
import { composeStation } from "./compose/station.ts";
import { DEFAULT_HOST, isLoopbackHost } from "./station/config.ts";
import { ownAddresses, reachableHost, listenRefusal } from "./station/listening.ts";
import { createLog } from "./station/log.ts";

export type StationOptions = {
  /** Directory of the database; made when missing. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Loopback only, until accounts exist; never with a local operator. */
  readonly host?: string;
  /** Address by which others reach the station, `https://station.example`; of the listener where it is not given. */
  readonly baseUrl?: string;
  /** Further names by which the station may be called, without a port. */
  readonly allowHosts?: readonly string[];
  /** Origins, `https://console.example`, whose pages may use the API. */
  readonly allowOrigins?: readonly string[];
  /** The built console; without it `/` says so. */
  readonly rendererDir?: string;
  /** Path of mod_spatialite, where it is not the system's. */
  readonly spatialite?: string;
  /** Runs the simulated source; the data directory should then be one of its own. */
  readonly demo?: boolean;
  /**
   * Lets callers on this computer that present no credential act as its one operator. Off unless said so, or in a
   * demonstration.
   */
  readonly localOperator?: boolean;
  /** Whether strangers may register once there is an account; open where only this computer can reach the station. */
  readonly registration?: "open" | "closed";
  /** Offers the client `service-integration-test` at the built-in provider. */
  readonly testClient?: boolean;
  /** Base address of an outside identity provider whose access tokens count here as well. */
  readonly authUrl?: string;
  /** Audience that its tokens must name; without it they must have been issued to a client of this station. */
  readonly authAudience?: string;
  /** Who of its people administers the station: verified e-mail addresses, and subjects. */
  readonly authAdmins?: readonly string[];
  /** Life of the access tokens of the built-in provider, seconds; five minutes when left out. */
  readonly accessTokenLifeS?: number;
  /** Folder of SRTM tiles, for heights of the ground without a network. */
  readonly elevationDir?: string;
  /** Service in the shape of Open-Elevation, for those that the folder does not have. */
  readonly elevationUrl?: string;
  readonly log?: Log;
  readonly clock?: Clock;
  /**
   * Only for tests, whose recordings nobody misses and whose passwords guard nothing; neither the command line nor the
   * desktop hands it in.
   */
  readonly lessSafe?: {
    readonly synchronous?: Synchronous;
    readonly passwordCost?: PasswordCost;
  };
};

export type Station = {
  /** `http://127.0.0.1:7420`, without a slash at the end. */
  readonly url: string;
  /** Stops sources, writes what waits and closes the database. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** A station must not be reachable from other computers while nobody has to sign in to it. */
export class UnprotectedListenError extends Error {
  override readonly name = "UnprotectedListenError";
}

/**
 * Starts the whole server. Rejects with a sentence for the operator when the port is taken, the data directory is in
 * use, SpatiaLite is missing, or others could reach a station to which nobody has to sign in; nothing is left running
 * then.
 */
export async function startStation(options: StationOptions): Promise<Station> {
  const { host = DEFAULT_HOST, allowHosts = [], allowOrigins = [], demo: isDemo = false } = options;
  const localOperator = options.localOperator ?? isDemo;
  const baseHost = options.baseUrl === undefined ? host : new URL(options.baseUrl).hostname.replace(/^\[|\]$/g, "");
  // Also behind a proxy on this computer others reach the station.
  const foreignHost = [host, baseHost].find((name) => !isLoopbackHost(name));
  const log = options.log ?? createLog("info");
  const assertMayListen = (hasAccounts: boolean) => {
    const refusal = listenRefusal({ host: foreignHost ?? host, isDemo, localOperator, hasAccounts });
    if (refusal !== undefined) throw new UnprotectedListenError(refusal);
  };
  // Before anything is made on disk; whether a recording has accounts shows when it is open.
  if (foreignHost !== undefined) assertMayListen(hasRecording(options.dataDir));
  const store = openStore({
    dataDir: options.dataDir,
    spatialite: options.spatialite,
    synchronous: options.lessSafe?.synchronous,
  });
  const server = createServer();
  let station: ReturnType<typeof composeStation> | undefined;
  let url = options.baseUrl ?? "";
  try {
    station = composeStation({
      store,
      server,
      clock: options.clock ?? systemClock,
      ids: systemIds,
      log,
      dataDir: options.dataDir,
      isDemo,
      options: {
        localOperator,
        registration: { atStart: options.registration, isReachable: foreignHost !== undefined },
        testClient: options.testClient ?? false,
        authAdmins: options.authAdmins ?? [],
        passwordCost: options.lessSafe?.passwordCost,
        ...(options.authUrl === undefined ? {} : { authUrl: options.authUrl }),
        ...(options.accessTokenLifeS === undefined ? {} : { accessTokenLifeS: options.accessTokenLifeS }),
        ...(options.authAudience === undefined ? {} : { authAudience: options.authAudience }),
      },
      access: createAccessPolicy({
        hosts: [...(isIP(host) === 0 ? [host] : []), ...allowHosts],
        origins: allowOrigins,
        ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
        ...(isLoopbackHost(host) ? {} : { ownAddresses }),
      }),
      baseUrl: () => url,
      findGround: createGroundFinder({ folder: options.elevationDir, url: options.elevationUrl, log }),
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
    });
    assertMayListen(station.hasAccounts());
    const address = await listen(server, host, options.port);
    url ||= `http://${reachableHost(address.address, allowHosts)}:${address.port}`;
    station.start();
    log.info({ url, dataDir: options.dataDir }, "station is ready");
    const { stop } = station;
    let stopping: Promise<void> | undefined;
    return { url, stop: () => (stopping ??= stop().finally(() => store.close())) };
  } catch (error) {
    await station?.stop();
    store.close();
    throw error;
  }
}

function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} on ${host} is in use by another program; choose another with --port.`, {
              cause: error,
            })
          : error,
      );
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}
