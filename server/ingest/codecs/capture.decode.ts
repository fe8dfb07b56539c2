import type { Decoded } from "../decoded.ts";
import { decodeLinkLayerPacket, decodeNordicPacket, decodePseudoHeaderPacket } from "./bluetooth.frame.ts";
import { readCapture } from "./pcap.ts";
import { decodeRadiotapPacket, decodeWifiFrame } from "./wifi.frame.ts";

type PacketDecoder = (packet: Uint8Array, observedAtMs: number | null) => Decoded[];

/** By LINKTYPE_ value (tcpdump.org/linktypes.html). */
const DECODERS: ReadonlyMap<number, PacketDecoder> = new Map<number, PacketDecoder>([
  [105, (packet, observedAtMs) => decodeWifiFrame(packet, { observedAtMs, rssiDbm: null })],
  [127, decodeRadiotapPacket],
  [251, decodeLinkLayerPacket],
  [256, decodePseudoHeaderPacket],
  [272, decodeNordicPacket],
]);

/**
 * What a capture file (pcap or pcapng) says of Remote ID, with the capture's times: Wi-Fi (radiotap or bare) and
 * Bluetooth LE (nRF sniffer or link layer). A link type that cannot carry it is refused once, a damaged file where
 * the damage begins. A file that comes in several captures hands in the same `unread` for all of them.
 */
export function* decodeCapture(bytes: Uint8Array, unread: Set<number> = new Set()): Generator<Decoded> {
  for (const packet of readCapture(bytes)) {
    if (packet.kind === "refused") {
      yield packet;
      continue;
    }
    const decode = DECODERS.get(packet.linkType);
    if (decode !== undefined) {
      yield* decode(packet.bytes, packet.timeMs);
    } else if (!unread.has(packet.linkType)) {
      unread.add(packet.linkType);
      const detail = `packets of link type ${packet.linkType}: neither Wi-Fi nor Bluetooth LE`;
      yield { kind: "refused", reason: "unknown_message_type", detail };
    }
  }
}
