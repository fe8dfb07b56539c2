import { crcExtraOf } from "./mavlink.crc-extra.ts";

export type MavlinkFrame = {
  readonly version: 1 | 2;
  readonly sequence: number;
  readonly systemId: number;
  readonly componentId: number;
  readonly messageId: number;
  /** A view of the payload as sent. MAVLink 2 truncates trailing zeros, so bytes past its end are zero. */
  readonly payload: Uint8Array;
  /** Whether the frame is signed. Signatures are not verified, because the station does not have the sender's key. */
  readonly isSigned: boolean;
};

/** Counters over the stream so far. */
export type MavlinkCounts = {
  readonly frames: number;
  /** Complete frames of known messages with a wrong checksum, including false starts in garbage. */
  readonly badChecksums: number;
  /** Bytes outside any frame: line noise, boot loader output, frames of unknown messages. */
  readonly skippedBytes: number;
};

export type MavlinkParser = {
  /** The frames that `chunk` completes, in order. They are views: do not overwrite the chunk while using them. */
  push(chunk: Uint8Array): MavlinkFrame[];
  /** The remaining frames at the end of the stream, found behind an incomplete false start. */
  end(): MavlinkFrame[];
  counts(): MavlinkCounts;
};

export type MavlinkParserOptions = {
  /** Reverses the LF to CR LF conversion of some consoles inside binary frames (seen on ESP32 receivers). */
  readonly repairLineEndings?: boolean;
  /** Called for each complete frame whose checksum is wrong. */
  readonly onBadChecksum?: (messageId: number) => void;
};

/** `frameLengthAt`: not a frame, or a frame of an unknown message. */
export const NOT_A_FRAME = 0;
/** `frameLengthAt`: the start of a frame that has not arrived completely. */
export const INCOMPLETE = -1;
/** `frameLengthAt`: a complete frame with a wrong checksum. */
export const BAD_CHECKSUM = -2;

const MAGIC_V1 = 0xfe;
const MAGIC_V2 = 0xfd;
const INCOMPAT_SIGNED = 0x01;
const CR = 0x0d;
const LF = 0x0a;
const NO_BYTES = new Uint8Array(0);

/**
 * A parser for MAVLink 1 and 2 in a byte stream with chunks of any size. After garbage, a damaged frame or a false
 * start it continues with the next byte, so that no valid frame is lost.
 */
export function createMavlinkParser(options: MavlinkParserOptions = {}): MavlinkParser {
  const repair = options.repairLineEndings === true ? createLineEndingRepair() : undefined;
  let pending: Uint8Array = NO_BYTES;
  let frames = 0;
  let badChecksums = 0;
  let skippedBytes = 0;

  const scan = (bytes: Uint8Array, isLast: boolean): MavlinkFrame[] => {
    const found: MavlinkFrame[] = [];
    let at = 0;
    while (at < bytes.length) {
      const length = frameLengthAt(bytes, at);
      if (length > 0) {
        found.push(frameOf(bytes, at, length));
        at += length;
        continue;
      }
      if (length === INCOMPLETE && !isLast) break;
      if (length === BAD_CHECKSUM) {
        badChecksums += 1;
        options.onBadChecksum?.(messageIdAt(bytes, at));
      }
      skippedBytes += 1;
      at += 1;
    }
    frames += found.length;
    pending = at === bytes.length ? NO_BYTES : bytes.slice(at);
    return found;
  };

  return {
    push: (chunk) => scan(joined(pending, repair === undefined ? plain(chunk) : repair.push(chunk)), false),
    end: () => scan(joined(pending, repair === undefined ? NO_BYTES : repair.end()), true),
    counts: () => ({ frames, badChecksums, skippedBytes }),
  };
}

/** Length in bytes of the frame at offset `at`, or one of `NOT_A_FRAME`, `INCOMPLETE`, `BAD_CHECKSUM`. */
export function frameLengthAt(bytes: Uint8Array, at: number): number {
  const magic = bytes[at];
  if (magic === MAGIC_V2) return lengthOfV2(bytes, at);
  if (magic === MAGIC_V1) return lengthOfV1(bytes, at);
  return NOT_A_FRAME;
}

/** The frame of `length` bytes that `frameLengthAt` found at `at`. */
export function frameOf(bytes: Uint8Array, at: number, length: number): MavlinkFrame {
  const payloadLength = bytes[at + 1]!;
  if (bytes[at] === MAGIC_V1) {
    return {
      version: 1,
      sequence: bytes[at + 2]!,
      systemId: bytes[at + 3]!,
      componentId: bytes[at + 4]!,
      messageId: bytes[at + 5]!,
      payload: bytes.subarray(at + 6, at + 6 + payloadLength),
      isSigned: false,
    };
  }
  return {
    version: 2,
    sequence: bytes[at + 4]!,
    systemId: bytes[at + 5]!,
    componentId: bytes[at + 6]!,
    messageId: messageIdAt(bytes, at),
    payload: bytes.subarray(at + 10, at + 10 + payloadLength),
    isSigned: length > payloadLength + 12,
  };
}

/** The checksum at the end of every MAVLink frame: CRC-16/MCRF4XX over `bytes[from … to)` and then `extra`. */
export function mavlinkChecksum(bytes: Uint8Array, from: number, to: number, extra: number): number {
  let crc = 0xffff;
  let at = from;
  // Eight bytes per step: each step depends on the one before it, but the look-ups within a step run in parallel.
  for (; at + 8 <= to; at += 8) {
    crc =
      CRC_TABLE[0x700 | ((crc ^ bytes[at]!) & 0xff)]! ^
      CRC_TABLE[0x600 | (((crc >> 8) ^ bytes[at + 1]!) & 0xff)]! ^
      CRC_TABLE[0x500 | bytes[at + 2]!]! ^
      CRC_TABLE[0x400 | bytes[at + 3]!]! ^
      CRC_TABLE[0x300 | bytes[at + 4]!]! ^
      CRC_TABLE[0x200 | bytes[at + 5]!]! ^
      CRC_TABLE[0x100 | bytes[at + 6]!]! ^
      CRC_TABLE[bytes[at + 7]!]!;
  }
  for (; at < to; at += 1) crc = (crc >> 8) ^ CRC_TABLE[(crc ^ bytes[at]!) & 0xff]!;
  return (crc >> 8) ^ CRC_TABLE[(crc ^ extra) & 0xff]!;
}

function lengthOfV2(bytes: Uint8Array, at: number): number {
  const available = bytes.length - at;
  // Reject false starts as early as possible, so that they do not delay a live stream.
  if (available >= 3 && (bytes[at + 2]! & ~INCOMPAT_SIGNED) !== 0) return NOT_A_FRAME;
  if (available < 10) return INCOMPLETE;
  const extra = crcExtraOf(messageIdAt(bytes, at));
  if (extra < 0) return NOT_A_FRAME;
  const checkedEnd = at + 10 + bytes[at + 1]!;
  const length = 12 + bytes[at + 1]! + ((bytes[at + 2]! & INCOMPAT_SIGNED) === 0 ? 0 : 13);
  if (available < length) return INCOMPLETE;
  return isChecksumRight(bytes, at + 1, checkedEnd, extra) ? length : BAD_CHECKSUM;
}

function lengthOfV1(bytes: Uint8Array, at: number): number {
  const available = bytes.length - at;
  if (available < 6) return INCOMPLETE;
  const extra = crcExtraOf(bytes[at + 5]!);
  if (extra < 0) return NOT_A_FRAME;
  const length = 8 + bytes[at + 1]!;
  if (available < length) return INCOMPLETE;
  return isChecksumRight(bytes, at + 1, at + length - 2, extra) ? length : BAD_CHECKSUM;
}

function isChecksumRight(bytes: Uint8Array, from: number, to: number, extra: number): boolean {
  return mavlinkChecksum(bytes, from, to, extra) === (bytes[to]! | (bytes[to + 1]! << 8));
}

function messageIdAt(bytes: Uint8Array, at: number): number {
  if (bytes[at] === MAGIC_V1) return bytes[at + 5]!;
  return bytes[at + 7]! | (bytes[at + 8]! << 8) | (bytes[at + 9]! << 16);
}

/** The same bytes as a plain Uint8Array: creating views of a Buffer is several times slower. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** `first` and `second` concatenated, without a copy when one of them is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Removes the CR before every LF: the exact inverse of inserting one there, for any bytes. */
function createLineEndingRepair(): { push(chunk: Uint8Array): Uint8Array; end(): Uint8Array } {
  let holdsCr = false;
  return {
    push: (chunk) => {
      const repaired = new Uint8Array(chunk.length + 1);
      let length = 0;
      for (const byte of chunk) {
        if (holdsCr && byte !== LF) repaired[length++] = CR;
        holdsCr = byte === CR;
        if (!holdsCr) repaired[length++] = byte;
      }
      return repaired.subarray(0, length);
    },
    end: () => {
      const left = holdsCr ? Uint8Array.of(CR) : NO_BYTES;
      holdsCr = false;
      return left;
    },
  };
}

/** Eight tables of 256 entries: the CRC of a byte, then its CRC after one to seven further zero bytes. */
const CRC_TABLE: Uint16Array = (() => {
  const table = new Uint16Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0x8408;
    table[byte] = crc;
  }
  for (let at = 256; at < table.length; at += 1) {
    const before = table[at - 256]!;
    table[at] = (before >> 8) ^ table[before & 0xff]!;
  }
  return table;
})();
