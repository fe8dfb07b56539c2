import { statSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { createGroundTiles } from "../elevation/ground-tiles.ts";
import { createGroundFinder } from "../elevation/index.ts";
import type { SerialPortInfo, Source } from "../contracts/sources.ts";
import { createAccessPolicy } from "../http/access-policy.ts";
import { HOUR_MS, monotonicClock, systemClock } from "../kernel/clock.ts";
import type { Clock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { type Log, logCausesOnce } from "../kernel/log.ts";
import { isLoopbackHost } from "../kernel/loopback.ts";
import { listPeers } from "../features/sync/index.ts";
import type { PasswordCost } from "../features/users/index.ts";
import { listSerialPorts } from "../serial/serial-ports.ts";
import { DataDirInUseError } from "../storage/data-dir-lock.ts";
import { openStore, type Store, type Synchronous } from "../storage/database.ts";
import { canBeginRecording, damagedSentence, LostRecordingError } from "../storage/data-dir-state.ts";
import { hasRecording } from "../storage/database-file.ts";
import { releaseReserve } from "../storage/disk-reserve.ts";
import { endRestore, findRestoreMark, type RestoreMark } from "../storage/restore/restore-files.ts";
import { swapPending, undoSwap } from "../storage/restore/swap-recording.ts";
import { UnreadableDatabaseError } from "../storage/migrations.ts";
import { SpatialiteMissingError } from "../storage/spatialite.ts";
import { isDamage } from "../storage/refused-writes.ts";
import type { StationLimits } from "./compose/limits.ts";
import { composeStation } from "./compose/station.ts";
import { DEFAULT_HOST } from "./station/config.ts";
import { isDiskFullAt } from "./station/disk-problem.ts";
import { watchCallers } from "./station/callers.ts";
import { closeIdleConnections } from "./station/idle-connections.ts";
import { ownAddresses, reachableHost, listenRefusal } from "./station/listening.ts";
import { createLog } from "./station/stderr-log.ts";
import { keepThreadLimits } from "./station/process-settings.ts";
import { loadSealingKey } from "./station/sealing-key.ts";
import type { SyslogTarget } from "./syslog/syslog.rules.ts";
import { createCredentialFiles } from "./sync/credential-files.ts";
import { openVaultCredentials, type SecretVault } from "./sync/credential-vault.ts";

export type { SecretVault } from "./sync/credential-vault.ts";

export type StationOptions = {
  /** Directory of the database; created if it does not exist. */
  readonly dataDir: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Loopback only, until there are accounts; never another with a local operator. */
  readonly host?: string;
  /** Address by which others reach the station, such as `https://station.example`; by default that of the listener. */
  readonly baseUrl?: string;
  /** Further host names of the station, without a port. */
  readonly allowHosts?: readonly string[];
  /** Origins whose pages may use the API, such as `https://console.example`. */
  readonly allowOrigins?: readonly string[];
  /** Limits on the requests of one person or computer; generous unless given. */
  readonly limits?: StationLimits;
  /** Offers metrics for Prometheus to administrators. */
  readonly metrics?: boolean;
  /** The built console; without it `/` explains how to build it. */
  readonly rendererDir?: string;
  /** Path of mod_spatialite, if it is not the one of the system. */
  readonly spatialite?: string;
  /** Runs the simulated source; use a separate data directory. */
  readonly demo?: boolean;
  /**
   * Lets callers on this computer that present no credential act as its one operator. Off by default, except in a
   * demonstration.
   */
  readonly localOperator?: boolean;
  /**
   * Whether people may register by themselves once there is an account; by default only if no other computer can reach
   * the station.
   */
  readonly registration?: "open" | "closed";
  /** Offers the client `service-integration-test` at the built-in provider. */
  readonly testClient?: boolean;
  /** Base URL of an external identity provider whose access tokens are accepted as well. */
  readonly authUrl?: string;
  /** Audience that its tokens must name; if left out, they must have been issued to a client of this station. */
  readonly authAudience?: string;
  /** Which of its people are administrators of the station: verified e-mail addresses, and subjects. */
  readonly authAdmins?: readonly string[];
  /** Lifetime of access tokens of the built-in provider, in seconds; five minutes by default. */
  readonly accessTokenLifeS?: number;
  /** How long devices that sign in by code wait between two polls, in seconds; five by default. */
  readonly devicePollIntervalS?: number;
  /** Folder of SRTM tiles, for ground heights without a network. */
  readonly elevationDir?: string;
  /** A service with the API of Open-Elevation, for ground heights that the folder does not have. */
  readonly elevationUrl?: string;
  /** Keeps the credentials of peers, such as the keychain of a desktop; otherwise they are files of the data directory. */
  readonly secrets?: SecretVault;
  /** Whether `secrets` keeps the key that seals secrets of the database as well; otherwise it is a file. */
  readonly keyInKeychain?: boolean;
  /** Where the audit log is sent as well, by syslog (RFC 5424). */
  readonly syslog?: SyslogTarget;
  /** Called when the station should be stopped and started again; where absent, a person has to. */
  readonly onRestartWanted?: () => void;
  readonly log?: Log;
  readonly clock?: Clock;
  /** Lists the serial ports of the computer; the system's list unless given. */
  readonly listSerialPorts?: () => Promise<readonly SerialPortInfo[]>;
  /**
   * Only for tests, whose recordings and passwords need no protection, and whose ports have no autopilot; neither the
   * command line nor the desktop sets it.
   */
  readonly lessSafe?: {
    readonly synchronous?: Synchronous;
    readonly passwordCost?: PasswordCost;
    /** How long set-up listens for an autopilot at a port, ms. */
    readonly setupListenMs?: number;
    /** The monotonic clock; the system's unless given. */
    readonly monotonic?: Clock;
  };
};

export type Station = {
  /** `http://127.0.0.1:7420`, without a slash at the end. */
  readonly url: string;
  /** The port it listens on, which is not that of `url` behind a proxy. */
  readonly port: number;
  /** The sources and their state, oldest first. */
  readonly listSources: () => readonly Source[];
  /** Whether a device at a port is being written to, or a batch of them runs: what would be cut off by an end. */
  readonly isSettingUp: () => boolean;
  /**
   * Whether a connection from that port of this computer has reached the station itself: the caller that opened it then
   * knows that no other program answers at its address. Waits for the connection for at most `limitMs`.
   */
  readonly isReachedFrom: (port: number, limitMs: number) => Promise<boolean>;
  /** Stops the sources, stores what is waiting and closes the database. Safe to call twice. */
  readonly stop: () => Promise<void>;
};

const MAX_UPLOAD_MS = 24 * HOUR_MS;

/** A station without sign-in must not be reachable from other computers. */
export class UnprotectedListenError extends Error {
  override readonly name = "UnprotectedListenError";
}

/** Starts the whole server with the backup that waits to be restored, or with the former recording if that fails. */
export async function startStation(options: StationOptions): Promise<Station> {
  const { dataDir } = options;
  if (isDiskFullAt(dataDir)) releaseReserve(dataDir);
  const restored = await swapPending(dataDir);
  try {
    return await startWithRecording(options, restored);
  } catch (error) {
    // Nothing of the backup was served yet, and a station that does not start could not report the reason.
    if (restored === undefined || findRestoreMark(dataDir) === undefined || !isOfRecording(error)) throw error;
    await undoSwap(dataDir, restored, error.message);
    return startWithRecording(options, undefined);
  }
}

/** Whether another recording may help: a port in use or a missing library prevents the start with any of them. */
function isOfRecording(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof DataDirInUseError) return false;
  return !(error instanceof SpatialiteMissingError || causeOf(error).syscall === "listen");
}

const causeOf = (error: Error): NodeJS.ErrnoException => (error.cause instanceof Error ? error.cause : error);

/**
 * Starts the whole server. Rejects with a message for the operator when the port is taken, the data directory is in
 * use, SpatiaLite is missing, or other computers could reach a station without sign-in; nothing is left running in that
 * case.
 */
async function startWithRecording(options: StationOptions, restored: RestoreMark | undefined): Promise<Station> {
  const { host = DEFAULT_HOST, allowHosts = [], allowOrigins = [], demo: isDemo = false } = options;
  const localOperator = options.localOperator ?? isDemo;
  const baseHost = options.baseUrl === undefined ? host : new URL(options.baseUrl).hostname.replace(/^\[|\]$/g, "");
  // A base URL counts too: behind a proxy on this computer, others can reach the station although it listens on
  // loopback.
  const foreignHost = [host, baseHost].find((name) => !isLoopbackHost(name));
  const clock = options.clock ?? systemClock;
  const log = logCausesOnce(options.log ?? createLog("info"), clock);
  const assertMayListen = (hasAccounts: boolean) => {
    const refusal = listenRefusal({ host: foreignHost ?? host, isDemo, localOperator, hasAccounts });
    if (refusal !== undefined) throw new UnprotectedListenError(refusal);
  };
  // Checked before anything is created on disk; whether the recording has accounts is known only when it is open.
  if (foreignHost !== undefined) assertMayListen(findRecording(options.dataDir));
  const store = openStore({
    dataDir: options.dataDir,
    spatialite: options.spatialite,
    synchronous: options.lessSafe?.synchronous,
  });
  // A large file may take hours; how long any other body may take is limited where it is read (server/http/body-time.ts).
  const server = createServer({ requestTimeout: MAX_UPLOAD_MS });
  closeIdleConnections(server);
  keepThreadLimits();
  const callers = watchCallers(server);
  let station: ReturnType<typeof composeStation> | undefined;
  let url = options.baseUrl ?? "";
  try {
    const credentials = await openCredentials(options, store, log);
    const { secrets: vault, keyInKeychain: isWanted = false } = options;
    const sealingKey = await loadSealingKey(options.dataDir, vault && { vault, isWanted, log });
    station = composeStation({
      store,
      server,
      clock,
      ids: systemIds,
      log,
      dataDir: options.dataDir,
      sealingKey,
      credentials,
      isDemo,
      restart: options.onRestartWanted,
      restored,
      listSerialPorts: options.listSerialPorts ?? listSerialPorts,
      setupListenMs: options.lessSafe?.setupListenMs,
      monotonic: options.lessSafe?.monotonic ?? monotonicClock,
      options: {
        localOperator,
        registration: { atStart: options.registration, isReachable: foreignHost !== undefined },
        testClient: options.testClient ?? false,
        authAdmins: options.authAdmins ?? [],
        passwordCost: options.lessSafe?.passwordCost,
        syslog: options.syslog,
        ...(options.authUrl === undefined ? {} : { authUrl: options.authUrl }),
        ...(options.accessTokenLifeS === undefined ? {} : { accessTokenLifeS: options.accessTokenLifeS }),
        ...(options.devicePollIntervalS === undefined ? {} : { devicePollIntervalS: options.devicePollIntervalS }),
        ...(options.authAudience === undefined ? {} : { authAudience: options.authAudience }),
      },
      access: createAccessPolicy({
        hosts: [...(isIP(host) === 0 ? [host] : []), ...allowHosts],
        origins: allowOrigins,
        ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
        ...(isLoopbackHost(host) ? {} : { ownAddresses }),
      }),
      baseUrl: () => url,
      limits: options.limits,
      metrics: options.metrics,
      findGround: createGroundFinder({ folder: options.elevationDir, url: options.elevationUrl, log }),
      groundTiles: createGroundTiles({ folder: options.elevationDir, log }),
      ...(options.rendererDir === undefined ? {} : { rendererDir: options.rendererDir }),
    });
    assertMayListen(station.hasAccounts());
    const address = await listen(server, host, options.port);
    // Passkeys belong to a host name: a station asked to use this one gets it, not the address behind it.
    url ||= `http://${host === "localhost" ? host : reachableHost(address.address, allowHosts)}:${address.port}`;
    station.start();
    if (restored !== undefined) await endRestore(options.dataDir, restored, null);
    log.info({ url, dataDir: options.dataDir }, "station is ready");
    const { stop, listSources, isSettingUp } = station;
    let stopping: Promise<void> | undefined;
    return {
      url,
      port: address.port,
      listSources,
      isSettingUp,
      isReachedFrom: callers.isReachedFrom,
      stop: () => (stopping ??= stop().finally(() => store.close())),
    };
  } catch (error) {
    await station?.stop();
    store.close();
    if (isDamage(error)) throw new LostRecordingError(damagedSentence(options.dataDir), { cause: error });
    throw error;
  }
}

/**
 * Whether there is a recording. Throws `LostRecordingError` where there was one: a station without it is not a new one.
 */
function findRecording(dataDir: string): boolean {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  try {
    return !canBeginRecording(dataDir) && hasRecording(dataDir);
  } catch (error) {
    if (!(error instanceof UnreadableDatabaseError)) throw error;
    throw new LostRecordingError(damagedSentence(dataDir), { cause: error });
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

async function openCredentials({ dataDir, secrets }: StationOptions, { reader }: Store, log: Log) {
  const files = createCredentialFiles(dataDir);
  if (secrets === undefined) return files;
  return openVaultCredentials({ vault: secrets, files, peers: listPeers(reader, null).map(({ id }) => id), log });
}
