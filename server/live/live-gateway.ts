import type { IncomingHttpHeaders, Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import type { Unauthenticated } from "../contracts/errors.ts";
import { LIVE_PATH, type Notice } from "../contracts/live.ts";
import type { Operation } from "../contracts/operations.ts";
import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Position } from "../kernel/geo.ts";
import type { Log } from "../kernel/log.ts";
import type { Principal } from "../kernel/principal.ts";
import { passingParser } from "./encoded-json.ts";
import { createFanOut } from "./fan-out.ts";
import { parseViewport } from "./viewport.ts";
import { createViewportRate } from "./viewport-rate.ts";

/** A record as it is said on the wire, and the place by which viewports are matched. */
export type Live<T> = Position & {
  readonly record: T;
  /** `null` for what belongs to no operation. */
  readonly operationId: string | null;
};

export type LiveGatewayDeps = {
  /** Its other listeners must be in place already: requests to other paths go to those it has now. */
  readonly httpServer: HttpServer;
  readonly authenticate: (credentials: {
    readonly headers: IncomingHttpHeaders;
    readonly remoteAddress: string | undefined;
  }) => Principal | undefined | Promise<Principal | undefined>;
  readonly access: {
    readonly isAllowedHost: (host: string | undefined) => boolean;
    readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean;
  };
  readonly clock: Clock;
  readonly log: Log;
};

export type LiveGateway = {
  readonly publishUa: (live: Live<UaTelemetry>) => void;
  readonly publishOperator: (live: Live<OperatorTelemetry>) => void;
  readonly publishSystem: (live: Live<SystemTelemetry>) => void;
  readonly publishOperation: (live: Live<Operation>) => void;
  /** Ends all connections in a way that lets clients come back by themselves; the HTTP server stays open. */
  readonly close: () => void;
};

/** The live stream: Socket.IO on an HTTP server, for clients of Socket.IO 3 and 4 (and 2, Engine.IO 3). */
export function createLiveGateway({ httpServer, authenticate, access, clock, log }: LiveGatewayDeps): LiveGateway {
  const io = new Server(httpServer, {
    path: LIVE_PATH,
    serveClient: false,
    allowEIO3: true,
    parser: passingParser,
    // A viewport is all that clients send.
    maxHttpBufferSize: 16 * 1024,
    allowRequest(request, decide) {
      const { host, origin } = request.headers;
      const isAllowed = access.isAllowedHost(host) && (origin === undefined || access.isAllowedOrigin(origin, host));
      decide(isAllowed ? null : "foreign host or origin", isAllowed);
    },
  });
  const fanOut = createFanOut({
    send: (ids, event, payload) => void io.to([...ids]).emit(event, payload),
    later: (callback, delayMs) => void setTimeout(callback, delayMs),
  });

  io.use((socket, next) => {
    const identify = async () =>
      authenticate({ headers: headersOf(socket), remoteAddress: socket.request.socket.remoteAddress });
    identify().then(
      (principal) => next(principal === undefined ? unauthenticated() : undefined),
      (error: unknown) => {
        log.error({ err: error }, "live client could not be authenticated");
        next(new Error("internal_error"));
      },
    );
  });

  io.on("connection", (socket) => {
    const rate = createViewportRate();
    fanOut.join(socket.id, socket.handshake.query["batch"] === "1");
    log.debug({ client: socket.id }, "live client connected");
    socket.conn.on("drain", () => fanOut.drained(socket.id));
    socket.on("viewport", (payload: unknown) => {
      if (!rate.allows(clock.now())) {
        notify(socket, { type: "too_many_viewports", msg: "The viewport changes too often; debounce it." });
        return void socket.disconnect(true);
      }
      const viewport = parseViewport(payload);
      if (viewport.kind === "refused") notify(socket, viewport.notice);
      else fanOut.look(socket.id, viewport.bbox);
    });
    socket.on("disconnect", (reason) => {
      fanOut.leave(socket.id);
      log.debug({ client: socket.id, reason }, "live client left");
    });
  });

  const publish =
    <T extends object>(
      event: "telemetry_ua" | "telemetry_operator" | "telemetry_system" | "operation",
      idOf: (record: T) => string,
    ) =>
    ({ record, operationId, latitude, longitude }: Live<T>) =>
      fanOut.publish({ event, record, latitude, longitude, subject: operationId ?? idOf(record) });
  return {
    publishUa: publish("telemetry_ua", ({ sensor_id }) => sensor_id),
    publishOperator: publish("telemetry_operator", ({ sensor_id }) => sensor_id),
    publishSystem: publish("telemetry_system", ({ sensor_id }) => sensor_id),
    publishOperation: publish("operation", ({ id }) => id),
    close: () => void io.engine.close(),
  };
}

/** A client gives its token in `auth`, or in a header where it cannot. */
function headersOf({ handshake }: Socket): IncomingHttpHeaders {
  const token: unknown = handshake.auth["token"];
  return typeof token === "string" ? { ...handshake.headers, authorization: `Bearer ${token}` } : handshake.headers;
}

function unauthenticated(): Error {
  const data: Unauthenticated = {
    type: "unauthenticated",
    msg: "Credentials are missing or cannot be used.",
    loc: ["header", "Authorization"],
    input: "omitted",
  };
  return Object.assign(new Error("unauthenticated"), { data });
}

function notify(socket: Socket, notice: Notice): void {
  socket.emit("notice", notice);
}
