import type { Refused } from "../decoded.ts";
import type { CapturePacket } from "./capture.packet.ts";
import { dataViewOf } from "../../kernel/data-view.ts";
import { damaged } from "./capture.packet.ts";

/** "btsnoop" and a NUL, followed by the version and the datalink type, both big-endian. */
const MAGIC = [0x62, 0x74, 0x73, 0x6e, 0x6f, 0x6f, 0x70, 0x00] as const;
export const BTSNOOP_HEADER_BYTES = 16;
export const BTSNOOP_RECORD_BYTES = 24;
const MAX_PACKET_BYTES = 1 << 20;

/** Microseconds since midnight of 1 January of the year 0 at 1970-01-01T00:00:00Z. */
const UNIX_EPOCH_US = 0x00dcddb30f2f8000n;

/** HCI packets without an indicator; the flags of the record give their type. */
const HCI_H1 = 1001;
/** HCI packets after their H4 indicator. */
const HCI_H4 = 1002;
/** Bluetooth monitor of Linux (`btmon -w`): an opcode in the flags gives the type of a packet. */
const LINUX_MONITOR = 2001;

/** LINKTYPE_ value of H4 packets; all packets of a btsnoop file are converted to it. */
export const LINKTYPE_HCI_H4 = 187;

const [COMMAND, DATA, VOICE, EVENT] = [1, 2, 3, 4];
/** H4 indicators by the monitor's opcode, from NEW_INDEX on; `undefined` for opcodes that are not packets. */
const KIND_BY_OPCODE = [undefined, undefined, COMMAND, EVENT, DATA, DATA, VOICE, VOICE] as const;

/** Whether a file starts with the signature of btsnoop. */
export function isBtsnoop(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/**
 * The HCI packets of a btsnoop file (version 1; Android's "HCI snoop log", BlueZ) as H4 packets. A file that is damaged
 * or truncated yields the packets before the damage and then one rejection. Never throws.
 */
export function* readBtsnoop(bytes: Uint8Array): Generator<CapturePacket | Refused> {
  if (bytes.length < BTSNOOP_HEADER_BYTES) {
    yield damaged("the capture ends within its header");
    return;
  }
  const view = dataViewOf(bytes);
  const datalink = view.getUint32(12);
  if (datalink !== HCI_H1 && datalink !== HCI_H4 && datalink !== LINUX_MONITOR) {
    yield {
      kind: "refused",
      reason: "unknown_message_type",
      field: "link_type",
      detail: `packets of btsnoop datalink ${datalink}, which the station does not read`,
    };
    return;
  }
  let at = BTSNOOP_HEADER_BYTES;
  while (at < bytes.length) {
    if (bytes.length - at < BTSNOOP_RECORD_BYTES) {
      yield damaged("the capture ends within the header of a packet");
      return;
    }
    const length = view.getUint32(at + 4);
    if (length > MAX_PACKET_BYTES) {
      yield damaged(`a packet of ${length} bytes`);
      return;
    }
    const from = at + BTSNOOP_RECORD_BYTES;
    if (bytes.length - from < length) {
      yield damaged("the capture ends within a packet");
      return;
    }
    const packet = h4PacketOf(datalink, view.getUint32(at + 8), bytes.subarray(from, from + length));
    if (packet !== undefined) {
      yield {
        kind: "packet",
        timeMs: Number((view.getBigInt64(at + 16) - UNIX_EPOCH_US) / 1000n),
        linkType: LINKTYPE_HCI_H4,
        bytes: packet,
        originalLength: view.getUint32(at),
      };
    }
    at = from + length;
  }
}

function h4PacketOf(datalink: number, flags: number, packet: Uint8Array): Uint8Array | undefined {
  if (datalink === HCI_H4) return packet;
  const kind = datalink === HCI_H1 ? kindOfFlags(flags) : KIND_BY_OPCODE[flags & 0xffff];
  return kind === undefined ? undefined : withIndicator(kind, packet);
}

/** Bit 0: received by the host; bit 1: command or event rather than data. */
function kindOfFlags(flags: number): number {
  if ((flags & 2) === 0) return DATA;
  return (flags & 1) === 0 ? COMMAND : EVENT;
}

/** Converts a packet of the Bluetooth monitor of Linux to an H4 packet; `undefined` if the opcode is not an HCI packet. */
export function h4PacketOfMonitor(opcode: number, packet: Uint8Array): Uint8Array | undefined {
  return h4PacketOf(LINUX_MONITOR, opcode, packet);
}

function withIndicator(kind: number, packet: Uint8Array): Uint8Array {
  const whole = new Uint8Array(packet.length + 1);
  whole[0] = kind;
  whole.set(packet, 1);
  return whole;
}
