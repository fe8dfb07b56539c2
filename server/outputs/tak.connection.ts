import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { connect as connectTcp, isIP, isIPv6, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { SECOND_MS } from "../kernel/clock.ts";
import { networkFailure } from "./network.failure.ts";
import { OutputFailure } from "./output.failure.ts";
import type { ClientCertificate } from "./tak.certificate.ts";

/** How long opening a connection may take, and how long a receiver may accept nothing. */
const MAX_WAIT_MS = 20 * SECOND_MS;
const KEEP_ALIVE_MS = 15 * SECOND_MS;

/** The most datagrams that are passed to the system before it has sent the first: it sends several of them at once. */
const MAX_DATAGRAMS = 100;

export type Receiver = { readonly host: string; readonly port: number };

export type TakConnection = {
  /**
   * Sends the events of one record; resolves when there is room for more. `onSent`: called when they left this program.
   */
  readonly send: (events: readonly string[], onSent: () => void) => Promise<void>;
  /** Aborts with the failure when the connection breaks. */
  readonly broken: AbortSignal;
  readonly close: () => Promise<void>;
};

/** Each event is a datagram, to one address or to a multicast group. */
export async function openUdp(
  receiver: Receiver,
  { ttl, interface: address }: { readonly ttl: number; readonly interface: string | null },
): Promise<TakConnection> {
  const { host, port } = receiver;
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  const { broken, breaks } = breaking(socket, receiver);
  const close = () => new Promise<void>((resolve) => void socket.close(() => resolve()));
  const isGroup = isMulticast(host);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind({ exclusive: true }, resolve);
    });
    if (isGroup) {
      socket.setMulticastTTL(ttl);
      if (address !== null) socket.setMulticastInterface(address);
    } else {
      // Only a connected socket receives the error that nothing listens there.
      socket.connect(port, host);
      await once(socket, "connect");
    }
  } catch (error) {
    await close();
    throw networkFailure(error, receiver);
  }
  const send = (text: string, done: (error: Error | null) => void) => {
    if (isGroup) socket.send(text, port, host, done);
    else socket.send(text, done);
  };
  let onTheWay = 0;
  let wake: () => void = () => undefined;
  // Datagrams are sent in order, so that with the last one of a record all of it has been sent.
  const taken = (error: Error | null) => {
    onTheWay--;
    if (error !== null) breaks(error);
    if (onTheWay < MAX_DATAGRAMS) wake();
  };
  return {
    broken,
    close,
    async send(events, onSent) {
      onTheWay += events.length;
      for (const text of events.slice(0, -1)) send(text, taken);
      send(events.at(-1)!, (error) => {
        taken(error);
        if (error === null) onSent();
      });
      if (onTheWay >= MAX_DATAGRAMS) await new Promise<void>((resolve) => (wake = resolve));
      broken.throwIfAborted();
    },
  };
}

/** All events on one connection, one after the other, as TAK servers expect them. */
export async function openStream(
  receiver: Receiver,
  certificate: ClientCertificate | "plain",
  signal: AbortSignal,
): Promise<TakConnection> {
  const { host, port } = receiver;
  const socket: Socket =
    certificate === "plain"
      ? connectTcp({ host, port })
      : connectTls({
          host,
          port,
          servername: isIP(host) === 0 ? host : "",
          minVersion: "TLSv1.2",
          ...(certificate.cert === undefined ? {} : { cert: certificate.cert }),
          ...(certificate.key === undefined ? {} : { key: certificate.key }),
          ...(certificate.ca === undefined ? {} : { ca: [...certificate.ca] }),
        });
  const { broken } = breaking(socket, receiver);
  socket.once("close", () => undefined);
  try {
    const isOpen = once(socket, certificate === "plain" ? "connect" : "secureConnect", {
      signal: AbortSignal.any([signal, broken, AbortSignal.timeout(MAX_WAIT_MS)]),
    });
    await isOpen;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    broken.throwIfAborted();
    throw new OutputFailure(`${host} does not answer.`, { cause: error });
  }
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  // Data from a server (replies to pings, events of others) is discarded.
  socket.resume();
  return {
    broken,
    async send(events, onSent) {
      // Everything that is written in this turn of the event loop is sent with one call of the system.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      const hasRoom = socket.write(events.join("\n") + "\n", (error) => {
        if (!error) onSent();
      });
      if (!hasRoom) await drained(socket, broken, signal, host);
    },
    async close() {
      if (socket.closed) return;
      socket.destroy();
      await once(socket, "close");
    },
  };
}

/** Waits until the receiver has accepted what was written; a receiver that accepts nothing counts as unreachable. */
async function drained(socket: Socket, broken: AbortSignal, signal: AbortSignal, host: string): Promise<void> {
  try {
    await once(socket, "drain", { signal: AbortSignal.any([signal, broken, AbortSignal.timeout(MAX_WAIT_MS)]) });
  } catch (error) {
    signal.throwIfAborted();
    broken.throwIfAborted();
    throw new OutputFailure(`${host} takes nothing any more.`, { cause: error });
  }
}

/** A signal that aborts with a failure at the first error, and when the socket closes. */
function breaking(socket: Socket | UdpSocket, receiver: Receiver) {
  const controller = new AbortController();
  const breaks = (error: Error) => controller.abort(networkFailure(error, receiver));
  socket.on("error", breaks);
  socket.once("close", () => controller.abort(new OutputFailure("The receiver closed the connection.")));
  return { broken: controller.signal, breaks };
}

export function isMulticast(host: string): boolean {
  if (isIPv6(host)) return host.toLowerCase().startsWith("ff");
  return isIP(host) === 4 && Number(host.split(".", 1)[0]) >= 224 && Number(host.split(".", 1)[0]) <= 239;
}
