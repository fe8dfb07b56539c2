import { io, type Socket } from "socket.io-client";
import { LIVE_PATH, type LiveEvent, liveEvents, Notice } from "../../contracts/live.ts";
import type { SourceSettings } from "../../contracts/sources.ts";
import { type Clock, MINUTE_MS, type Schedule, systemSchedule } from "../../kernel/clock.ts";
import { batchPerTick } from "../batch-per-tick.ts";
import type { RefusalReason, AirspaceInput } from "../decoded.ts";
import { fromOperatorTelemetry, fromSystemTelemetry, fromUaTelemetry } from "../peer.records.ts";
import type { RelayedRecords } from "../relayed-records.ts";
import { untilAborted } from "../until-aborted.ts";
import { SourceFailure } from "../source.failure.ts";
import type { SourceContext, SourceRun } from "../source.ts";
import { createPeerOperations, type PeerOperations } from "./cloud.operations.ts";
import type { OpenPeerStream, PeerStream } from "./cloud.peer.ts";

export type CloudSettings = Extract<SourceSettings, { readonly kind: "cloud" }>;

export type CloudSourceDeps = {
  readonly openStream: OpenPeerStream;
  readonly relayed: Pick<RelayedRecords, "open">;
  readonly schedule?: Schedule;
};

type StreamEvent = "telemetry_ua" | "telemetry_operator" | "telemetry_system" | "operation";

/** A new token is sent this long before the old one expires. */
const EARLY_MS = MINUTE_MS;
const CONNECT_MS = 20_000;

/**
 * Reads the live stream of a peer for a region. The peer's sensors become sensors of this station, named after the peer
 * (`sensorId`). Private operations are left out, and so is what this station has received itself.
 */
export function cloudSource(settings: CloudSettings, sensorId: string, deps: CloudSourceDeps): SourceRun {
  return async (context) => {
    const forget = deps.relayed.open();
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    let stream: PeerStream | undefined;
    let socket: Socket | undefined;
    let cancelRenewal: (() => void) | undefined;
    try {
      const peer = await deps.openStream(settings.peer_id, context.signal, failed.reject);
      stream = peer;
      const first = await peer.accessToken(EARLY_MS);
      if (context.signal.aborted) return;
      socket = connect(peer, first.token, failed.reject);
      const renewal = renewing(peer, socket, { ...deps, clock: context.clock, fail: failed.reject });
      cancelRenewal = renewal.cancel;
      renewal.renewBefore(first.expiresMs);
      receive(peer, socket, { context, sensorId, fail: failed.reject });
      socket.on("connect", () => {
        socket?.emit("viewport", settings.bbox);
        context.running();
      });
      socket.on("notice", (notice: unknown) => follow(notice, { peer, renew: renewal.renew, fail: failed.reject }));
      socket.connect();
      await Promise.race([untilAborted(context.signal), failed.promise]);
    } finally {
      cancelRenewal?.();
      socket?.close();
      stream?.close();
      forget();
    }
  };
}

type Fail = (failure: SourceFailure) => void;

function connect({ name, baseUrl, count }: PeerStream, token: string, fail: Fail): Socket {
  const { origin, pathname } = new URL(baseUrl);
  const socket = io(origin, {
    path: `${pathname.replace(/\/+$/, "")}${LIVE_PATH}`,
    auth: { token },
    query: { batch: "1" },
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    // The supervisor of sources tries again, with growing pauses.
    reconnection: false,
    autoConnect: false,
    forceNew: true,
    timeout: CONNECT_MS,
  });
  socket.on("connect_error", (error) => fail(connectFailure(name, error)));
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") fail(new SourceFailure(`The connection with ${name} was lost (${reason}).`));
  });
  socket.io.on("open", () => {
    socket.io.engine.on("packet", ({ data }) => count({ sent: 0, received: lengthOf(data) }));
    socket.io.engine.on("packetCreate", ({ data }) => count({ sent: lengthOf(data), received: 0 }));
  });
  return socket;
}

function lengthOf(data: unknown): number {
  if (typeof data === "string") return data.length;
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? data.byteLength : 0;
}

function connectFailure(name: string, error: Error): SourceFailure {
  if (error.message === "unauthenticated") {
    const sentence = `${name} does not accept the sign-in for its live stream. Sign in again on the page Sync.`;
    return new SourceFailure(sentence, { isPersistent: true, cause: error });
  }
  return new SourceFailure(`The live stream of ${name} cannot be reached.`, { cause: error });
}

/** Replaces the token before it expires, so that the stream does not end. */
function renewing(
  peer: PeerStream,
  socket: Socket,
  {
    schedule = systemSchedule,
    clock,
    fail,
  }: { readonly schedule?: Schedule; readonly clock: Clock; readonly fail: Fail },
) {
  let cancel: () => void = () => undefined;

  function renewBefore(expiresMs: number): void {
    cancel();
    cancel = schedule(renew, Math.max(0, expiresMs - EARLY_MS - clock.now()));
  }

  function renew(): void {
    peer.accessToken(EARLY_MS).then(({ token, expiresMs }) => {
      if (!socket.connected) return;
      socket.emit("authenticate", token);
      // A provider whose tokens expire earlier sends a warning itself.
      if (expiresMs - EARLY_MS > clock.now()) renewBefore(expiresMs);
    }, fail);
  }

  return { renew, renewBefore, cancel: () => cancel() };
}

function follow(
  payload: unknown,
  { peer, renew, fail }: { readonly peer: PeerStream; readonly renew: () => void; readonly fail: Fail },
): void {
  const notice = Notice.safeParse(payload).data;
  if (notice?.type === "token_expiring") renew();
  if (notice?.type === "invalid_viewport" || notice?.type === "viewport_too_large") {
    fail(new SourceFailure(`${peer.name} refuses the region: ${notice.msg}`, { isPersistent: true }));
  }
}

/** Receives the records of the stream, one by one or in batches. */
function receive(
  peer: PeerStream,
  socket: Socket,
  { context, sensorId, fail }: { readonly context: SourceContext; readonly sensorId: string; readonly fail: Fail },
): void {
  const operations = createPeerOperations({
    describe: peer.describe,
    clock: context.clock,
    onFailure: (error) => fail(error instanceof SourceFailure ? error : new SourceFailure(String(error))),
  });
  const collect = batchPerTick((decoded) => void context.take(decoded));
  const decode = createDecoding(peer, operations, {
    origin: () => ({ peerSensorId: sensorId, receivedMs: context.clock.now() }),
    take: (decoded) => collect([decoded]),
  });
  const on = <N extends StreamEvent>(name: N, take: (record: LiveEvent<N>) => void) =>
    socket.on(name as string, (payload: unknown) => {
      for (const one of Array.isArray(payload) ? payload : [payload]) {
        const parsed = liveEvents[name].payload.safeParse(one);
        if (parsed.success) take(parsed.data as LiveEvent<N>);
        else collect([refused("malformed_json", `an event ${name} of another shape`)]);
      }
    });
  on("telemetry_ua", decode.ua);
  on("telemetry_operator", decode.operator);
  on("telemetry_system", decode.system);
  on("operation", operations.update);
}

type Origin = Parameters<typeof fromSystemTelemetry>[1];

function createDecoding(
  peer: Pick<PeerStream, "isOwnFlight">,
  operations: Pick<PeerOperations, "use">,
  { origin, take }: { readonly origin: () => Origin; readonly take: (decoded: AirspaceInput) => void },
) {
  function ofOperation<R extends { readonly operation_id: string }>(
    record: R,
    from: (record: R, operation: LiveEvent<"operation">, origin: Origin) => AirspaceInput,
  ): void {
    if (peer.isOwnFlight(record.operation_id)) {
      return take(refused("already_received", "a flight of this station"));
    }
    const arrived = origin();
    operations.use(record.operation_id, (known) => {
      if (known?.isPublic === true) take(from(record, known.operation, arrived));
      else take(refused("not_public", "an operation that is not shown to everybody at the peer"));
    });
  }

  return {
    ua: (record: LiveEvent<"telemetry_ua">) => ofOperation(record, fromUaTelemetry),
    operator: (record: LiveEvent<"telemetry_operator">) => ofOperation(record, fromOperatorTelemetry),
    system: (record: LiveEvent<"telemetry_system">) => take(fromSystemTelemetry(record, origin())),
  };
}

function refused(reason: RefusalReason, detail: string): AirspaceInput {
  return { kind: "refused", reason, detail };
}
