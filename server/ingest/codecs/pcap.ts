import type { Refused } from "../decoded.ts";
import { isBtsnoop, readBtsnoop } from "./btsnoop.ts";
import type { CapturePacket } from "./capture.packet.ts";
import { dataViewOf } from "../../kernel/data-view.ts";
import { damaged } from "./capture.packet.ts";

const PCAP_MICROSECONDS = 0xa1b2c3d4;
const PCAP_NANOSECONDS = 0xa1b23c4d;
const SECTION_HEADER = 0x0a0d0d0a;
const BYTE_ORDER = 0x1a2b3c4d;
/** No radio frame is longer; a larger length field is damage. */
const MAX_PACKET_BYTES = 1 << 20;

export type CaptureFormat = "pcap" | "pcapng" | "btsnoop";

/** The format of a capture by its first bytes; `undefined` if the file is not a capture. */
export function captureFormatOf(bytes: Uint8Array): CaptureFormat | undefined {
  if (bytes.length < 4) return undefined;
  if (isBtsnoop(bytes)) return "btsnoop";
  const view = dataViewOf(bytes);
  if (view.getUint32(0) === SECTION_HEADER) return "pcapng";
  return pcapOrder(view) === undefined ? undefined : "pcap";
}

/**
 * The packets of a capture file in order: pcap of both byte orders with micro- or nanoseconds, pcapng with any number of
 * sections and interfaces, each with its own clock resolution, and btsnoop. A file that is damaged or truncated
 * yields the packets before the damage and then one rejection. Never throws.
 */
export function* readCapture(bytes: Uint8Array): Generator<CapturePacket | Refused> {
  const format = captureFormatOf(bytes);
  if (format === "pcap") yield* readPcap(bytes);
  else if (format === "pcapng") yield* readPcapng(bytes);
  else if (format === "btsnoop") yield* readBtsnoop(bytes);
  else yield damaged("the file does not begin like a capture");
}

function* readPcap(bytes: Uint8Array): Generator<CapturePacket | Refused> {
  const view = dataViewOf(bytes);
  const order = pcapOrder(view);
  if (order === undefined || bytes.length < 24) {
    yield damaged("the capture ends within its header");
    return;
  }
  const { isLittle, fractionsPerMs } = order;
  // The upper bits are the length of the frame check sequence and not part of the type.
  const linkType = view.getUint32(20, isLittle) & 0xffff;
  let at = 24;
  while (at < bytes.length) {
    if (bytes.length - at < 16) {
      yield damaged("the capture ends within the header of a packet");
      return;
    }
    const length = view.getUint32(at + 8, isLittle);
    if (length > MAX_PACKET_BYTES) {
      yield damaged(`a packet of ${length} bytes`);
      return;
    }
    if (bytes.length - at - 16 < length) {
      yield damaged("the capture ends within a packet");
      return;
    }
    yield {
      kind: "packet",
      timeMs: view.getUint32(at, isLittle) * 1000 + Math.floor(view.getUint32(at + 4, isLittle) / fractionsPerMs),
      linkType,
      bytes: bytes.subarray(at + 16, at + 16 + length),
      originalLength: view.getUint32(at + 12, isLittle),
    };
    at += 16 + length;
  }
}

type Interface = { readonly linkType: number; readonly ticksPerSecond: bigint; readonly offsetS: bigint };

function* readPcapng(bytes: Uint8Array): Generator<CapturePacket | Refused> {
  const view = dataViewOf(bytes);
  let isLittle = true;
  let interfaces: Interface[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 12) {
      yield damaged("the capture ends within the header of a block");
      return;
    }
    const isSection = view.getUint32(at) === SECTION_HEADER;
    if (isSection) {
      const order = sectionOrder(view, at);
      if (order === undefined) {
        yield damaged("a section without its byte order mark");
        return;
      }
      isLittle = order;
      interfaces = [];
    }
    const length = view.getUint32(at + 4, isLittle);
    if (length < 12 || length % 4 !== 0) {
      yield damaged(`a block of ${length} bytes`);
      return;
    }
    if (bytes.length - at < length) {
      yield damaged("the capture ends within a block");
      return;
    }
    const type = view.getUint32(at, isLittle);
    const block = { view, at: at + 8, end: at + length - 4, isLittle };
    if (type === 1) {
      const described = interfaceOf(block);
      if (described === undefined) {
        yield damaged("a description of an interface that is too short");
        return;
      }
      interfaces.push(described);
    } else if (type === 2 || type === 3 || type === 6) {
      const packet = packetOf(type, block, interfaces, bytes);
      yield packet ?? damaged("a packet that is longer than its block or of no interface");
      if (packet === undefined) return;
    }
    at += length;
  }
}

/** The body of a pcapng block, from `at` up to `end`. */
type Block = { readonly view: DataView; readonly at: number; readonly end: number; readonly isLittle: boolean };

function packetOf(
  type: 2 | 3 | 6,
  { view, at, end, isLittle }: Block,
  interfaces: readonly Interface[],
  bytes: Uint8Array,
): CapturePacket | undefined {
  const headerBytes = type === 3 ? 4 : 20;
  if (end - at < headerBytes) return undefined;
  const interfaceId = type === 3 ? 0 : type === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  const on = interfaces[interfaceId];
  const originalLength = view.getUint32(type === 3 ? at : at + 16, isLittle);
  const room = end - at - headerBytes;
  // A simple packet does not have its captured length: it is the whole packet, or as much as the block holds.
  const length = type === 3 ? Math.min(originalLength, room) : view.getUint32(at + 12, isLittle);
  if (on === undefined || length > room) return undefined;
  return {
    kind: "packet",
    timeMs: type === 3 ? null : timeOf(on, view.getUint32(at + 4, isLittle), view.getUint32(at + 8, isLittle)),
    linkType: on.linkType,
    bytes: bytes.subarray(at + headerBytes, at + headerBytes + length),
    originalLength,
  };
}

function timeOf(on: Interface, high: number, low: number): number {
  const ticks = (BigInt(high) << 32n) | BigInt(low);
  return Number((ticks * 1000n) / on.ticksPerSecond + on.offsetS * 1000n);
}

function interfaceOf({ view, at, end, isLittle }: Block): Interface | undefined {
  if (end - at < 8) return undefined;
  let ticksPerSecond = 1_000_000n;
  let offsetS = 0n;
  let option = at + 8;
  while (end - option >= 4) {
    const code = view.getUint16(option, isLittle);
    const length = view.getUint16(option + 2, isLittle);
    const value = option + 4;
    if (code === 0 || end - value < length) break;
    if (code === 9 && length >= 1) ticksPerSecond = resolutionOf(view.getUint8(value));
    if (code === 14 && length >= 8) offsetS = view.getBigInt64(value, isLittle);
    option = value + length + ((4 - (length % 4)) % 4);
  }
  return { linkType: view.getUint16(at, isLittle), ticksPerSecond, offsetS };
}

/** if_tsresol: a negative power of ten, or of two where the top bit is set. */
function resolutionOf(code: number): bigint {
  return (code & 0x80) === 0 ? 10n ** BigInt(code) : 2n ** BigInt(code & 0x7f);
}

function sectionOrder(view: DataView, at: number): boolean | undefined {
  if (view.getUint32(at + 8, true) === BYTE_ORDER) return true;
  return view.getUint32(at + 8, false) === BYTE_ORDER ? false : undefined;
}

function pcapOrder(view: DataView): { isLittle: boolean; fractionsPerMs: number } | undefined {
  for (const isLittle of [true, false]) {
    const magic = view.getUint32(0, isLittle);
    if (magic === PCAP_MICROSECONDS) return { isLittle, fractionsPerMs: 1000 };
    if (magic === PCAP_NANOSECONDS) return { isLittle, fractionsPerMs: 1_000_000 };
  }
  return undefined;
}
