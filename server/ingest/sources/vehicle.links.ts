import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { connect, isIPv6 } from "node:net";
import type { Schedule } from "../../kernel/clock.ts";
import { unreachableReason } from "../../kernel/unreachable.rules.ts";
import { SerialPortFailure } from "../../serial/serial-port.failure.ts";
import { openSerialPort, watchSerialPort } from "../../serial/serial-port.open.ts";
import { resolvedPortPath } from "../../serial/serial-port.path.ts";
import { untilAborted } from "../until-aborted.ts";
import { errorMessageOf, SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceContext } from "../source.ts";

/** The functions that a link calls with received data. */
export type VehicleLink = {
  readonly context: Pick<SourceContext, "signal" | "usesPort">;
  readonly schedule: Schedule;
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Call when the link is open, and the returned function when it closes. */
  readonly onOpen: (send: (bytes: Uint8Array) => void) => () => void;
};

type Host = { readonly host: string; readonly port: number };

/** Room for bursts; the system may grant less. */
const RECEIVE_BUFFER_BYTES = 1 << 20;

/** Listens on a UDP port until the source is stopped; what is sent goes to the last sender. */
export async function listenOnUdp({ host, port }: Host, link: VehicleLink): Promise<void> {
  const { signal } = link.context;
  const socket = createSocket({ type: isIPv6(host) ? "udp6" : "udp4", recvBufferSize: RECEIVE_BUFFER_BYTES });
  let last: RemoteInfo | undefined;
  socket.on("message", (datagram, sender) => {
    last = sender;
    link.onBytes(datagram);
  });
  const failed = new Promise<never>((_, reject) => {
    socket.once("error", (error) => reject(new SourceFailure(udpFailureOf(error, { host, port }), { cause: error })));
  });
  let onClose = () => {};
  try {
    socket.bind({ address: host, port, exclusive: true });
    await Promise.race([once(socket, "listening"), failed]);
    onClose = link.onOpen((bytes) => {
      // A receiver that has disappeared since is no failure.
      if (last !== undefined) socket.send(bytes, last.port, last.address, () => undefined);
    });
    await Promise.race([untilAborted(signal), failed]);
  } finally {
    onClose();
    await socket[Symbol.asyncDispose]();
  }
}

/** Connects to a TCP server, such as a simulator or a serial bridge; rejects when that disconnects. */
export async function readFromTcp({ host, port }: Host, link: VehicleLink): Promise<void> {
  const { signal } = link.context;
  const socket = connect({ host, port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 10_000);
  const stop = () => socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let onClose = () => {};
  let failure: unknown;
  socket.on("connect", () => (onClose = link.onOpen((bytes) => void socket.write(bytes))));
  socket.on("data", link.onBytes);
  socket.on("error", (error) => (failure = error));
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  onClose();
  signal.removeEventListener("abort", stop);
  if (signal.aborted) return;
  throw new SourceFailure(tcpFailureOf(failure, { host, port }), { cause: failure });
}

/** Reads a serial port until the source is stopped; rejects when the port is unplugged. */
export async function readFromSerial(path: string, baudRate: number, link: VehicleLink): Promise<void> {
  const { signal } = link.context;
  const port = await openPort(resolvedPortPath(path), baudRate, link);
  if (port === undefined) return;
  const onClose = link.onOpen((bytes) => void port.write(Buffer.from(bytes)));
  const stop = () => port.close();
  const failure = await new Promise<unknown>((resolve) => {
    port.on("data", link.onBytes);
    const stopWatching = watchSerialPort(port, link.schedule, (error) => {
      stopWatching();
      resolve(error);
    });
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  signal.removeEventListener("abort", stop);
  onClose();
  if (port.isOpen) port.close();
  if (signal.aborted) return;
  const sentence = `The device at ${path} was unplugged; waiting for it to come back.`;
  throw new SourceFailure(sentence, { cause: failure });
}

async function openPort(path: string, baudRate: number, { context }: VehicleLink) {
  if (context.signal.aborted) return undefined;
  context.usesPort?.(path);
  try {
    return await openSerialPort(path, baudRate);
  } catch (error) {
    if (!(error instanceof SerialPortFailure)) throw error;
    throw new SourceFailure(error.message, { isPersistent: error.code === "no_driver", cause: error });
  }
}

function udpFailureOf(error: unknown, { host, port }: Host): string {
  switch (systemErrorCode(error)) {
    case "EADDRINUSE":
      return `UDP port ${port} is in use by another program, such as a ground station.`;
    case "EACCES":
      return `UDP port ${port} may not be opened by this user; ports above 1023 need no rights.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `This computer has no address ${host} to listen on.`;
    default:
      return `UDP port ${port} failed: ${errorMessageOf(error)}`;
  }
}

function tcpFailureOf(error: unknown, { host, port }: Host): string {
  const at = `${host}:${port}`;
  switch (systemErrorCode(error)) {
    case undefined:
      return `${at} closed the connection; waiting for it to come back.`;
    case "ECONNREFUSED":
      return `Nothing listens at ${at}; waiting for it.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `There is no computer called ${host}.`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
      return `${at} cannot be reached.`;
    default:
      return `The connection to ${at} failed: ${unreachableReason(error, { host, port })}.`;
  }
}
