import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { SourceSettings } from "../../contracts/station.ts";
import { decodeUdpLines } from "../codecs/udp-lines.ts";
import type { Decoded } from "../decoded.ts";
import { errorMessageOf, SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceRun } from "../source.ts";

export type UdpSettings = Extract<SourceSettings, { readonly kind: "udp" }>;

/** Room for bursts; the system may grant less. */
const RECEIVE_BUFFER_BYTES = 1 << 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * JSON lines over UDP, one or several to a datagram. What is no such line is refused and counted, never more than that:
 * anybody on the network can send here. Rejects with one sentence when the port cannot be had.
 */
export function udpSource(settings: UdpSettings): SourceRun {
  return async ({ signal, take, running }) => {
    const socket = createSocket({
      type: isIPv6(settings.host) ? "udp6" : "udp4",
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    });
    const collect = batchPerTick((decoded) => void take(decoded));
    socket.on("message", (datagram) => collect(decodeDatagram(datagram)));
    const failed = new Promise<never>((_, reject) => {
      socket.once("error", (error) => reject(new SourceFailure(failureOf(error, settings), { cause: error })));
    });
    try {
      await Promise.race([listening(socket, settings), failed]);
      running();
      await Promise.race([aborted(signal), failed]);
    } finally {
      await closed(socket);
    }
  };
}

/** What a datagram says: frames, or a refusal for each line that is none. */
export function decodeDatagram(datagram: Uint8Array): readonly Decoded[] {
  try {
    return decodeUdpLines(utf8.decode(datagram));
  } catch (error) {
    // The decoder's only way to say that this is no text.
    if (!(error instanceof TypeError)) throw error;
    const detail = `a datagram of ${datagram.length} bytes that is no UTF-8 text`;
    return [{ kind: "refused", reason: "malformed_json", detail }];
  }
}

/** Joins what arrives within one turn of the event loop: at high rates a call per datagram costs more than its content. */
function batchPerTick(deliver: (decoded: readonly Decoded[]) => void): (decoded: readonly Decoded[]) => void {
  let batch: Decoded[] = [];
  return (decoded) => {
    if (decoded.length === 0) return;
    if (batch.length === 0) {
      setImmediate(() => {
        const full = batch;
        batch = [];
        deliver(full);
      });
    }
    batch.push(...decoded);
  };
}

function listening(socket: Socket, { host, port }: UdpSettings): Promise<void> {
  return new Promise((resolve) => {
    socket.bind({ address: host, port, exclusive: true }, resolve);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.close(() => resolve());
  });
}

function failureOf(error: unknown, { host, port }: UdpSettings): string {
  switch (systemErrorCode(error)) {
    case "EADDRINUSE":
      return `UDP port ${port} is in use by another program.`;
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
