import type { Decoded } from "../decoded.ts";
import { decodeLinkLayerPacket, decodeNordicPacket, decodePseudoHeaderPacket } from "./bluetooth.frame.ts";
import { createHciReader, type HciReader } from "./bluetooth.hci.ts";
import { h4PacketOfMonitor, LINKTYPE_HCI_H4 } from "./btsnoop.ts";
import { readCapture } from "./pcap.ts";
import { decodeRadiotapPacket, decodeWifiFrame } from "./wifi.frame.ts";
import { dataViewOf } from "../../kernel/data-view.ts";

type PacketDecoder = (packet: Uint8Array, observedAtMs: number | null, memory: CaptureMemory) => Decoded[];

/** State shared by the pieces of one capture: pass the same object for all of them. */
export type CaptureMemory = {
  /** Link types that were already rejected. */
  readonly unread: Set<number>;
  readonly hci: HciReader;
};

export function createCaptureMemory(): CaptureMemory {
  return { unread: new Set(), hci: createHciReader() };
}

const LINKTYPE_IEEE802_11 = 105;

/** By LINKTYPE_ value (tcpdump.org/linktypes.html). */
const DECODERS: ReadonlyMap<number, PacketDecoder> = new Map<number, PacketDecoder>([
  [LINKTYPE_IEEE802_11, (packet, observedAtMs) => decodeWifiFrame(packet, { observedAtMs, rssiDbm: null })],
  [127, decodeRadiotapPacket],
  [LINKTYPE_HCI_H4, (packet, observedAtMs, { hci }) => hci.decode(packet, observedAtMs)],
  [192, decodePerPacketInformation],
  // The packet follows four bytes of direction.
  [201, (packet, observedAtMs, { hci }) => hci.decode(packet.subarray(4), observedAtMs)],
  [251, decodeLinkLayerPacket],
  [254, decodeMonitorPacket],
  [256, decodePseudoHeaderPacket],
  [272, decodeNordicPacket],
]);

/** Link types of Wi-Fi and Bluetooth that are not decoded, with the reason. */
const OTHER_RADIO: ReadonlyMap<number, string> = new Map([
  [119, "Wi-Fi with a Prism header, which the station does not read; capture with radiotap"],
  [163, "Wi-Fi with an AVS header, which the station does not read; capture with radiotap"],
  [161, "Bluetooth of another kind than Bluetooth LE, which carries no Remote ID"],
  [255, "Bluetooth of another kind than Bluetooth LE, which carries no Remote ID"],
]);

/**
 * Decodes the Remote ID in a capture file (pcap, pcapng or btsnoop), with capture times: Wi-Fi (radiotap, PPI or plain
 * frames) and Bluetooth LE (nRF sniffer, link layer, or HCI). An unsupported link type is rejected once; a damaged file
 * is rejected where the damage begins.
 */
export function* decodeCapture(bytes: Uint8Array, memory: CaptureMemory = createCaptureMemory()): Generator<Decoded> {
  for (const packet of readCapture(bytes)) {
    if (packet.kind === "refused") {
      yield packet;
      continue;
    }
    const decode = DECODERS.get(packet.linkType);
    if (decode !== undefined) {
      yield* decode(packet.bytes, packet.timeMs, memory);
    } else if (!memory.unread.has(packet.linkType)) {
      memory.unread.add(packet.linkType);
      const what = OTHER_RADIO.get(packet.linkType) ?? "neither Wi-Fi nor Bluetooth LE";
      const detail = `packets of link type ${packet.linkType}: ${what}`;
      yield { kind: "refused", reason: "unknown_message_type", field: "link_type", detail };
    }
  }
}

/** PPI header: version, flags, length, and link type of the content; only Wi-Fi is decoded. */
function decodePerPacketInformation(packet: Uint8Array, observedAtMs: number | null): Decoded[] {
  if (packet.length < 8) return [];
  const view = dataViewOf(packet);
  if (view.getUint32(4, true) !== LINKTYPE_IEEE802_11) return [];
  return decodeWifiFrame(packet.subarray(view.getUint16(2, true)), { observedAtMs, rssiDbm: null });
}

/** Bluetooth monitor of Linux: the packet follows adapter and opcode, both big-endian. */
function decodeMonitorPacket(packet: Uint8Array, observedAtMs: number | null, { hci }: CaptureMemory): Decoded[] {
  if (packet.length < 4) return [];
  const inside = h4PacketOfMonitor((packet[2]! << 8) | packet[3]!, packet.subarray(4));
  return inside === undefined ? [] : hci.decode(inside, observedAtMs);
}
