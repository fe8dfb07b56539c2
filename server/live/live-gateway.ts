import type { IncomingHttpHeaders, Server as HttpServer } from "node:http";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import type { Alert } from "../contracts/alerts.ts";
import { AccessToken, LIVE_PATH, type Notice } from "../contracts/live.ts";
import type { Operation } from "../contracts/operations.ts";
import type { Traffic } from "../contracts/traffic.ts";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import { type Clock, monotonicClock, type Schedule, SECOND_MS, systemSchedule } from "../kernel/clock.ts";
import type { Position } from "../kernel/geo.ts";
import type { Log } from "../kernel/log.ts";
import type { Principal } from "../kernel/principal.ts";
import {
  type ConnectionCounts,
  type ConnectionLimits,
  createConnectionCounts,
  DEFAULT_CONNECTION_LIMITS,
} from "./connection-limits.ts";
import { bareTokenParser } from "./bare-token.parser.ts";
import { createDirectPublishing, type DirectPublishing } from "./direct-publishing.ts";
import { createFanOut } from "./fan-out.ts";
import { bearer, headersOf, tooManyConnections, UNAUTHENTICATED, unauthenticated } from "./handshake.ts";
import { createLiveSessions } from "./live-sessions.ts";
import { refuseOldClients } from "./old-clients.ts";
import { type ConnectedRecipient, writeToAll } from "./shared-write.ts";
import type { Recipient } from "./subscriber.ts";
import { createUnauthenticatedTransports, type UnauthenticatedTransports } from "./unauthenticated-transports.ts";
import { parseViewport } from "./viewport.ts";
import { createViewportRateLimit } from "./viewport-rate-limit.ts";

/** A record as it is sent, and the position that is matched with viewports. */
export type LiveRecord<T> = Position & {
  readonly record: T;
  /** `null` for a record that belongs to no operation. */
  readonly operationId: string | null;
  /** Whether a caller may get the record; undefined for public records. */
  readonly canReceive?: ((caller: Principal) => boolean) | undefined;
};

export type LiveGatewayDeps = {
  /** Its other listeners must be attached before: requests to other paths are passed to those present now. */
  readonly httpServer: HttpServer;
  readonly authenticate: (credentials: {
    readonly headers: IncomingHttpHeaders;
    readonly remoteAddress: string | undefined;
  }) => Principal | undefined | Promise<Principal | undefined>;
  readonly access: {
    readonly isAllowedHost: (host: string | undefined) => boolean;
    readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean;
    readonly isSharedOrigin: (origin: string) => boolean;
  };
  /** `DEFAULT_CONNECTION_LIMITS` unless given. */
  readonly limits?: ConnectionLimits | undefined;
  readonly clock: Clock;
  /** Timers for the end of sessions. */
  readonly schedule?: Schedule;
  readonly log: Log;
};

type Events = DefaultEventsMap;
type Data = { principal: Principal };
type LiveSocket = Socket<Events, Events, Events, Data>;
type LiveServer = Server<Events, Events, Events, Data>;

export type LiveGateway = DirectPublishing & {
  /** Whether a client may have the position in its viewport; if not, a record need not be built. */
  readonly isWatched: (position: Position) => boolean;
  readonly publishUa: (live: LiveRecord<UaTelemetry>) => void;
  readonly publishOperator: (live: LiveRecord<OperatorTelemetry>) => void;
  readonly publishSystem: (live: LiveRecord<SystemTelemetry>) => void;
  readonly publishOperation: (live: LiveRecord<Operation>) => void;
  readonly publishTraffic: (traffic: Traffic) => void;
  /** To all who may read it, whatever their viewport. */
  readonly publishAlert: (alert: Alert, canReceive: (caller: Principal) => boolean) => void;
  /** The callers that are connected, each once. */
  readonly listViewers: () => readonly Principal[];
  readonly countConnections: () => number;
  /** Notifies some connected callers that an operation is no longer available to them. */
  readonly hide: (operationId: string, from: readonly Principal[]) => void;
  /** Immediately ends connections whose credential is no longer valid. */
  readonly endSessions: (isEnded: (principal: Principal) => boolean) => void;
  /** Ends all connections so that clients reconnect by themselves; the HTTP server stays open. */
  readonly close: () => void;
};

/**
 * The live stream: Socket.IO on an HTTP server, for clients of Socket.IO 3 and 4; clients of version 2 get an error.
 */
export function createLiveGateway(deps: LiveGatewayDeps): LiveGateway {
  const { httpServer, authenticate, access, clock, log, schedule = systemSchedule } = deps;
  const transports = createUnauthenticatedTransports();
  const io = openSocketServer({ httpServer, access, transports, limits: deps.limits });
  const fanOut = createFanOut({
    send: (to, messages) => writeToAll(connectionsOf(io, to), messages),
    later: (callback, delayMs) => void setTimeout(callback, delayMs),
    nextTurn: (callback) => void setImmediate(callback),
    elapsedMs: monotonicClock.now,
    busyMs: () => performance.eventLoopUtilization().active,
  });

  const connections = createConnectionCounts(deps.limits);
  const sessions = createLiveSessions({ clock, schedule });
  const identify = async (socket: LiveSocket, headers: IncomingHttpHeaders) =>
    authenticate({ headers, remoteAddress: socket.request.socket.remoteAddress });

  io.use((socket, next) => {
    identify(socket, headersOf(socket.handshake)).then(
      (principal) => next(admit(socket, principal, { connections, transports })),
      (error: unknown) => {
        log.error({ err: error }, "live client could not be authenticated");
        next(new Error("internal_error"));
      },
    );
  });

  io.on("connection", (socket) => {
    const rate = createViewportRateLimit();
    const renewalRate = createViewportRateLimit();
    fanOut.join(socket.id, socket.handshake.query["batch"] === "1");
    log.debug({ client: socket.id }, "live client connected");
    sessions.open(socket.id, socket.data.principal, {
      notify: (notice) => notify(socket, notice),
      end: () => void socket.disconnect(true),
    });
    socket.conn.on("drain", () => fanOut.drained(socket.id));
    socket.on("viewport", (payload: unknown) => {
      if (!rate.allows(clock.now())) {
        notify(socket, { type: "too_many_viewports", msg: "The viewport changes too often; debounce it." });
        return void socket.disconnect(true);
      }
      const viewport = parseViewport(payload);
      if (viewport.kind === "refused") notify(socket, viewport.notice);
      else fanOut.setViewport(socket.id, viewport.bbox);
    });
    socket.on("authenticate", (payload: unknown) => {
      if (!renewalRate.allows(clock.now())) {
        notify(socket, { type: "too_many_tokens", msg: "Send another token only when this one is about to expire." });
        return void socket.disconnect(true);
      }
      renew(socket, payload).catch((error: unknown) => {
        log.error({ err: error }, "the session of a live client could not be renewed");
      });
    });
    socket.on("disconnect", (reason) => {
      sessions.close(socket.id);
      fanOut.leave(socket.id);
      log.debug({ client: socket.id, reason }, "live client left");
    });
  });

  async function renew(socket: LiveSocket, payload: unknown): Promise<void> {
    const token = AccessToken.safeParse(payload);
    const principal = token.success
      ? await identify(socket, { ...socket.handshake.headers, authorization: bearer(token.data) })
      : undefined;
    if (principal === undefined) return notify(socket, UNAUTHENTICATED_NOTICE);
    const outcome = sessions.renew(socket.id, principal);
    if (outcome === "renewed") socket.data.principal = principal;
    if (outcome === "other_user") notify(socket, OTHER_USER);
  }

  /** Converts a check of callers to a check of client ids. */
  const byClient = (canReceive: (caller: Principal) => boolean) => (id: string) => {
    const principal = io.sockets.sockets.get(id)?.data.principal;
    return principal !== undefined && canReceive(principal);
  };

  const idsOf = (canReceive: (caller: Principal) => boolean) =>
    [...io.sockets.sockets.keys()].filter(byClient(canReceive));

  const publish =
    <T extends object>(
      event: "telemetry_ua" | "telemetry_operator" | "telemetry_system" | "operation",
      idOf: (record: T) => string,
    ) =>
    ({ record, operationId, latitude, longitude, canReceive }: LiveRecord<T>) =>
      fanOut.publish({
        event,
        record,
        latitude,
        longitude,
        subject: operationId ?? idOf(record),
        canReceive: canReceive && byClient(canReceive),
      });
  return {
    isWatched: fanOut.isWatched,
    publishUa: publish("telemetry_ua", ({ sensor_id }) => sensor_id),
    publishOperator: publish("telemetry_operator", ({ sensor_id }) => sensor_id),
    publishSystem: publish("telemetry_system", ({ sensor_id }) => sensor_id),
    publishOperation: publish("operation", ({ id }) => id),
    publishTraffic: (record) => fanOut.publish({ event: "traffic", subject: record.icao, record, ...placeOf(record) }),
    ...createDirectPublishing(() => io.sockets.sockets.values(), fanOut),
    publishAlert: (alert, canReceive) =>
      fanOut.publishTo(idsOf(canReceive), { event: "alert", subject: alert.id, record: alert }),
    ...viewersOf(io),
    hide(operationId, from) {
      const people = new Set(from.map(({ userId }) => userId));
      const ids = idsOf(({ userId }) => people.has(userId));
      fanOut.hide(ids, operationId, { ...OPERATION_REMOVED, operation_id: operationId });
    },
    endSessions: sessions.end,
    close: () => void io.engine.close(),
  };
}

/** Adds a client, or returns the error with which it is refused. */
function admit(
  socket: LiveSocket,
  principal: Principal | undefined,
  {
    connections,
    transports,
  }: { readonly connections: ConnectionCounts; readonly transports: UnauthenticatedTransports },
): Error | undefined {
  if (principal === undefined) return unauthenticated();
  const address = socket.request.socket.remoteAddress;
  const refusal = connections.open(socket.id, { userId: principal.userId, address });
  if (refusal !== undefined) return tooManyConnections(refusal);
  transports.remove(socket.conn);
  // Not the socket's `disconnect`: a client may leave before it is connected.
  socket.conn.once("close", () => connections.close(socket.id));
  socket.data.principal = principal;
  return undefined;
}

function viewersOf(io: LiveServer): Pick<LiveGateway, "listViewers" | "countConnections"> {
  return {
    listViewers() {
      const byPerson = new Map<string, Principal>();
      for (const { data } of io.sockets.sockets.values()) byPerson.set(data.principal.userId, data.principal);
      return [...byPerson.values()];
    },
    countConnections: () => io.sockets.sockets.size,
  };
}

/** How long a connection may be open before it presents a credential. */
const CONNECT_TIMEOUT_MS = 20 * SECOND_MS;
/** The most connections that wait for authentication while the station is full. */
const UNAUTHENTICATED_TRANSPORTS = 200;
const STATION_FULL = "The station has too many live connections; come back later.";

type SocketServerDeps = Pick<LiveGatewayDeps, "httpServer" | "access" | "limits"> & {
  readonly transports: UnauthenticatedTransports;
};

/** Opens Socket.IO on the listener for the allowed hosts and origins. */
function openSocketServer({ httpServer, access, transports, limits }: SocketServerDeps): LiveServer {
  // A connection is counted for its person only after authentication; until then the person is unknown.
  const maxTransports = (limits ?? DEFAULT_CONNECTION_LIMITS).perStation + UNAUTHENTICATED_TRANSPORTS;
  const io = new Server<Events, Events, Events, Data>(httpServer, {
    path: LIVE_PATH,
    // The documented path is served too, not only the one with the slash that most clients add.
    addTrailingSlash: false,
    serveClient: false,
    // For long polling; a WebSocket needs none. Without configured origins no header is sent.
    cors: { origin: (origin, decide) => decide(null, origin !== undefined && access.isSharedOrigin(origin)) },
    parser: bareTokenParser,
    // Clients send only a viewport and a token.
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest(request, decide) {
      // Checked for new connections only, not for requests of an open one: long polling, or its upgrade.
      if (io.engine.clientsCount >= maxTransports) return decide(STATION_FULL, false);
      const refusal = transports.findRefusal(request.socket.remoteAddress);
      if (refusal !== undefined) return decide(refusal, false);
      const { host, origin } = request.headers;
      const isAllowed = access.isAllowedHost(host) && (origin === undefined || access.isAllowedOrigin(origin, host));
      decide(isAllowed ? null : "foreign host or origin", isAllowed);
    },
  });
  io.engine.use(refuseOldClients);
  io.engine.on("connection", (connection: LiveSocket["conn"]) => {
    transports.add(connection, connection.remoteAddress);
    connection.once("close", () => transports.remove(connection));
  });
  return io;
}

function connectionsOf(io: LiveServer, to: readonly Recipient[]): readonly ConnectedRecipient[] {
  const connected: ConnectedRecipient[] = [];
  for (const { subscriber, notice } of to) {
    const socket = io.sockets.sockets.get(subscriber.id);
    if (socket !== undefined) connected.push({ connection: socket.conn, notice });
  }
  return connected;
}

const placeOf = ({ latitude, longitude }: Position): Position => ({ latitude, longitude });

const UNAUTHENTICATED_NOTICE: Notice = { type: UNAUTHENTICATED.type, msg: UNAUTHENTICATED.msg };
const OPERATION_REMOVED: Notice = {
  type: "operation_removed",
  msg: "The operation was deleted, or is not shown to you any more.",
};
const OTHER_USER: Notice = { type: "other_user", msg: "That token is somebody else's; connect anew with it." };

function notify(socket: LiveSocket, notice: Notice): void {
  socket.emit("notice", notice);
}
