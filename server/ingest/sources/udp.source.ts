import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import type { SourceSettings } from "../../contracts/sources.ts";
import { createMavlinkDecoder } from "../codecs/mavlink.decode.ts";
import { decodeUdpText } from "../codecs/udp-lines.ts";
import { batchPerTick } from "../batch-per-tick.ts";
import type { Decoded } from "../decoded.ts";
import { untilAborted } from "../until-aborted.ts";
import { errorMessageOf, SourceFailure, systemErrorCode } from "../source.failure.ts";
import type { SourceRun } from "../source.ts";

export type UdpSettings = Extract<SourceSettings, { readonly kind: "udp" }>;

/** Room for bursts; the system may grant less. */
const RECEIVE_BUFFER_BYTES = 1 << 20;

/** First bytes of MAVLink frames, versions 1 and 2; no UTF-8 text can start with them. */
const MAGIC_V1 = 0xfe;
const MAGIC_V2 = 0xfd;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Receives JSON lines over UDP, one or several per datagram, and MAVLink frames. Everything else is only refused and
 * counted, because anyone on the network can send here. Rejects with one sentence if the port cannot be opened.
 */
export function udpSource(settings: UdpSettings): SourceRun {
  return async ({ signal, take, running, keepRaw }) => {
    const socket = createSocket({
      type: isIPv6(settings.host) ? "udp6" : "udp4",
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    });
    const collect = batchPerTick((decoded) => void take(decoded));
    socket.on("message", (datagram, { address }) => {
      keepRaw?.(datagram, address);
      collect(decodeDatagram(datagram, address));
    });
    const failed = new Promise<never>((_, reject) => {
      socket.once("error", (error) => reject(new SourceFailure(failureOf(error, settings), { cause: error })));
    });
    try {
      await Promise.race([listening(socket, settings), failed]);
      running();
      await Promise.race([untilAborted(signal), failed]);
    } finally {
      await socket[Symbol.asyncDispose]();
    }
  };
}

/**
 * Decodes one datagram of a sender: frames, or a rejection for each invalid line. A MAVLink frame cannot span datagrams;
 * MAVLink without Remote ID yields nothing.
 */
export function decodeDatagram(datagram: Uint8Array, sender: string): readonly Decoded[] {
  const first = datagram[0];
  if (first === MAGIC_V1 || first === MAGIC_V2) return decodeMavlinkDatagram(datagram, sender);
  try {
    return decodeUdpText(utf8.decode(datagram));
  } catch (error) {
    // The decoder throws this error for bytes that are not UTF-8.
    if (!(error instanceof TypeError)) throw error;
    const detail = `a datagram of ${datagram.length} bytes that is no UTF-8 text`;
    return [{ kind: "refused", reason: "malformed_json", detail }];
  }
}

/** A MAVLink system id identifies an aircraft only together with the sender: another sender may use the same id. */
function decodeMavlinkDatagram(datagram: Uint8Array, sender: string): readonly Decoded[] {
  const decoder = createMavlinkDecoder();
  const decoded = [...decoder.push(datagram), ...decoder.end()];
  const { frames, badChecksums } = decoder.counts();
  // Unknown messages are not an error: their checksum cannot be verified.
  if (frames === 0 && decoded.length === 0 && (badChecksums > 0 || !isFilledByFrames(datagram))) {
    const detail = `a datagram of ${datagram.length} bytes that begins like MAVLink but contains no frame of it`;
    return [{ kind: "refused", reason: "bad_checksum", detail }];
  }
  return decoded.map((one) => {
    if (one.kind !== "frame") return one;
    const { transmitter } = one;
    const isOnLink =
      transmitter?.kind === "mavlink" || transmitter?.kind === "mavlink_id" || transmitter?.kind === "adsb";
    return isOnLink ? { ...one, transmitter: { ...transmitter, link: sender } } : one;
  });
}

/** Whether the lengths in the frame headers add up to the datagram. */
function isFilledByFrames(datagram: Uint8Array): boolean {
  let at = 0;
  while (at < datagram.length) {
    const payload = datagram[at + 1] ?? datagram.length;
    const isSigned = ((datagram[at + 2] ?? 0) & 0x01) !== 0;
    if (datagram[at] === MAGIC_V1) at += 8 + payload;
    else if (datagram[at] === MAGIC_V2) at += 12 + payload + (isSigned ? 13 : 0);
    else return false;
  }
  return at === datagram.length;
}

function listening(socket: Socket, { host, port }: UdpSettings): Promise<void> {
  return new Promise((resolve) => {
    socket.bind({ address: host, port, exclusive: true }, resolve);
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
