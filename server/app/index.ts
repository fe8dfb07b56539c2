import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../kernel/clock.ts";
import type { Clock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { openStore } from "../storage/database.ts";
import { composeStation } from "./compose.ts";
import { DEFAULT_HOST, isLoopbackHost } from "./config.ts";
import { createLog } from "./log.ts";

export type StationOptions = {
  /** Directory of the database; made when missing. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Loopback only, until accounts exist. */
  readonly host?: string;
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
  /** Audience that its tokens must name. */
  readonly authAudience?: string;
  /** Life of the access tokens of the built-in provider, seconds; five minutes when left out. */
  readonly accessTokenLifeS?: number;
  readonly log?: Log;
  readonly clock?: Clock;
};

export type Station = {
  /** `http://127.0.0.1:7420`, without a slash at the end. */
  readonly url: string;
  /** Stops sources, writes what waits and closes the database. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

/** A station without accounts must not be reachable from other computers. */
export class OpenToOthersError extends Error {
  override readonly name = "OpenToOthersError";
}

/**
 * Starts the whole server. Rejects with a sentence for the operator when the port is taken, the data directory is in
 * use, or SpatiaLite is missing; nothing is left running then.
 */
export async function startStation(options: StationOptions): Promise<Station> {
  const host = options.host ?? DEFAULT_HOST;
  if (!isLoopbackHost(host)) {
    throw new OpenToOthersError(
      `This station has no accounts yet, so it listens on its own computer only (127.0.0.1), not on ${host}.`,
    );
  }
  const log = options.log ?? createLog("info");
  const clock = options.clock ?? systemClock;
  const store = openStore({ dataDir: options.dataDir, spatialite: options.spatialite });
  let server: Server | undefined;
  try {
    let url = "";
    server = createServer();
    const station = composeStation({
      store,
      server,
      clock,
      ids: systemIds,
      log,
      dataDir: options.dataDir,
      isDemo: options.demo ?? false,
      options: {
        localOperator: options.localOperator ?? options.demo ?? false,
        registration: options.registration ?? (isLoopbackHost(host) ? "open" : "closed"),
        testClient: options.testClient ?? false,
        ...(options.authUrl === undefined ? {} : { authUrl: options.authUrl }),
        ...(options.accessTokenLifeS === undefined ? {} : { accessTokenLifeS: options.accessTokenLifeS }),
        ...(options.authAudience === undefined ? {} : { authAudience: options.authAudience }),
      },
      baseUrl: () => url,
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
    });
    url = await listen(server, host, options.port);
    station.start();
    log.info({ url, dataDir: options.dataDir }, "station is ready");
    let stopping: Promise<void> | undefined;
    return {
      url,
      stop: () => (stopping ??= station.stop().finally(() => store.close())),
    };
  } catch (error) {
    server?.close();
    store.close();
    throw error;
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
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
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve(`http://${name}:${address.port}`);
    });
  });
}
