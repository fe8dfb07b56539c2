import { joined } from "../../kernel/mavlink.frame.ts";
import { BTSNOOP_HEADER_BYTES, BTSNOOP_RECORD_BYTES } from "../codecs/btsnoop.ts";
import type { CaptureFormat } from "../codecs/pcap.ts";
import { dataViewOf } from "../../kernel/data-view.ts";

/** Cuts a stream of bytes into parts that can be decoded one by one. */
export type ByteSplitter = {
  /** The complete part, or an empty array. */
  readonly push: (chunk: Uint8Array) => Uint8Array;
  /** The rest at the end of the stream, complete or not. */
  readonly end: () => Uint8Array;
};

/** No radio frame is longer; a larger length field is damage, and the next frame cannot be found. */
const MAX_RECORD_BYTES = 1 << 20;
const MAX_BLOCK_BYTES = 1 << 24;
const PCAP_HEADER_BYTES = 24;
const SECTION_HEADER = 0x0a0d0d0a;
const BYTE_ORDER = 0x1a2b3c4d;
const INTERFACE_DESCRIPTION = 1;
const EMPTY_BYTES = new Uint8Array(0);

/**
 * Cuts a capture into captures: each part contains whole packets after the headers that they need, so that a file of
 * any size is decoded in little memory. A damaged stretch is returned unchanged, for the decoder to refuse, and ends
 * the cutting.
 */
export function createCaptureSplitter(format: CaptureFormat): ByteSplitter {
  const walk = format === "pcapng" ? pcapngWalk() : recordWalk(format === "pcap" ? PCAP_RECORDS : BTSNOOP_RECORDS);
  let rest: Uint8Array = EMPTY_BYTES;
  let isDamaged = false;

  return {
    push(chunk) {
      if (isDamaged) return EMPTY_BYTES;
      const bytes = joined(rest, chunk);
      const header = walk.header();
      const { at, isDamage } = walk.advance(bytes);
      isDamaged = isDamage;
      const end = isDamage ? bytes.length : at;
      rest = bytes.slice(end);
      return end === 0 ? EMPTY_BYTES : joined(header, bytes.subarray(0, end));
    },
    end: () => (rest.length === 0 ? EMPTY_BYTES : joined(walk.header(), rest)),
  };
}

type Walk = {
  /** The header that must precede the next bytes. */
  readonly header: () => Uint8Array;
  /** The offset up to which `bytes` contain whole records. */
  readonly advance: (bytes: Uint8Array) => { readonly at: number; readonly isDamage: boolean };
};

/** How to find the length of a record in a format of one header followed by records. */
type RecordFormat = {
  readonly headerBytes: number;
  readonly recordHeaderBytes: number;
  /** Offset, in the header of a record, of the length of its content. */
  readonly lengthAt: number;
  readonly isLittle: (header: Uint8Array) => boolean;
};

const PCAP_RECORDS: RecordFormat = {
  headerBytes: PCAP_HEADER_BYTES,
  recordHeaderBytes: 16,
  lengthAt: 8,
  // Both magic numbers begin with 0xa1b2 or end with it, after the byte order.
  isLittle: (header) => header[0] !== 0xa1,
};

const BTSNOOP_RECORDS: RecordFormat = {
  headerBytes: BTSNOOP_HEADER_BYTES,
  recordHeaderBytes: BTSNOOP_RECORD_BYTES,
  lengthAt: 4,
  isLittle: () => false,
};

function recordWalk({ headerBytes, recordHeaderBytes, lengthAt, isLittle }: RecordFormat): Walk {
  let header: Uint8Array = EMPTY_BYTES;
  return {
    header: () => header,
    advance(bytes) {
      const view = dataViewOf(bytes);
      let at = 0;
      if (header.length === 0) {
        if (bytes.length < headerBytes) return { at: 0, isDamage: false };
        header = bytes.slice(0, headerBytes);
        at = headerBytes;
      }
      const isLittleEndian = isLittle(header);
      while (bytes.length - at >= recordHeaderBytes) {
        const length = view.getUint32(at + lengthAt, isLittleEndian);
        if (length > MAX_RECORD_BYTES) return { at, isDamage: true };
        if (bytes.length - at - recordHeaderBytes < length) break;
        at += recordHeaderBytes + length;
      }
      return { at, isDamage: false };
    },
  };
}

function pcapngWalk(): Walk {
  let header: Uint8Array = EMPTY_BYTES;
  let isLittle = true;
  return {
    header: () => header,
    advance(bytes) {
      const view = dataViewOf(bytes);
      let at = 0;
      while (bytes.length - at >= 12) {
        const isSection = view.getUint32(at) === SECTION_HEADER;
        if (isSection) isLittle = view.getUint32(at + 8, true) === BYTE_ORDER;
        const length = view.getUint32(at + 4, isLittle);
        if (length < 12 || length % 4 !== 0 || length > MAX_BLOCK_BYTES) return { at, isDamage: true };
        if (bytes.length - at < length) break;
        const block = bytes.slice(at, at + length);
        if (isSection) header = block;
        else if (view.getUint32(at, isLittle) === INTERFACE_DESCRIPTION) header = joined(header, block);
        at += length;
      }
      return { at, isDamage: false };
    },
  };
}
