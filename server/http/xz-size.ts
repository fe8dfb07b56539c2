import type { Buffer } from "node:buffer";

/**
 * The decompressed size of an `.xz` file (https://tukaani.org/xz/xz-file-format.txt), without decompressing it: every
 * chunk of LZMA2 data begins with its length before and after compression, and no decoder produces more. The index at
 * the end would be faster to read, but may be wrong.
 */
export type MeasuredXz =
  | { readonly kind: "measured"; readonly bytes: number }
  | { readonly kind: "too_large"; readonly limitBytes: number }
  | { readonly kind: "malformed"; readonly why: string };

const HEADER_BYTES = 12;
const FOOTER_BYTES = 12;
/** Length of the check after each block, by the lowest four bits of the stream flags. */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const LZMA2_FILTER = 0x21;
/** Code of the 64 MiB that `xz -9` uses; the decoder reserves as much. */
const MAX_DICTIONARY_CODE = 28;

const CUT_OFF: MeasuredXz = { kind: "malformed", why: "is cut off: the .xz file ends before its end mark" };

const malformed = (why: string): MeasuredXz => ({ kind: "malformed", why });

export function measureXz(bytes: Buffer, limitBytes: number): MeasuredXz {
  if (bytes.length <= HEADER_BYTES) return CUT_OFF;
  const checkBytes = CHECK_BYTES[bytes[7]! & 0x0f]!;
  let at = HEADER_BYTES;
  let [size, blocks] = [0, 0];
  for (; bytes[at] !== 0; blocks += 1) {
    const header = blockHeader(bytes, at);
    if (typeof header !== "number") return header;
    const data = lzma2Data(bytes, header, limitBytes - size);
    if (data === "too_large") return { kind: "too_large", limitBytes };
    if (data === "malformed") return malformed("is damaged: the .xz file has a chunk of unknown kind");
    size += data.size;
    at = header + padded(data.end - header) + checkBytes;
    if (at >= bytes.length) return CUT_OFF;
  }
  const end = endOfIndex(bytes, at, blocks);
  if (end === undefined) return malformed("is damaged: the index of the .xz file does not fit its blocks");
  if (end + FOOTER_BYTES > bytes.length) return CUT_OFF;
  if (end + FOOTER_BYTES < bytes.length) return malformed("goes on after the end of the .xz file");
  return { kind: "measured", bytes: size };
}

/** Where the data of a block begins, if its only filter is LZMA2 with a usual dictionary. */
function blockHeader(bytes: Buffer, start: number): number | MeasuredXz {
  const end = start + (bytes[start]! + 1) * 4;
  if (end > bytes.length) return CUT_OFF;
  const flags = bytes[start + 1]!;
  let at = start + 2;
  if ((flags & 0x40) !== 0) at = afterNumber(bytes, at);
  if ((flags & 0x80) !== 0) at = afterNumber(bytes, at);
  const isPlain = (flags & 0x3f) === 0 && bytes[at] === LZMA2_FILTER && bytes[at + 1] === 1;
  if (!isPlain) return malformed("uses a filter of .xz that is not supported; LZMA2 alone is");
  const isSmall = bytes[at + 2]! <= MAX_DICTIONARY_CODE;
  return isSmall ? end : malformed("needs a dictionary of more than 64 MiB to be decompressed");
}

/** The chunks of a block; their `end` is that of the file where it is cut off. */
function lzma2Data(
  bytes: Buffer,
  start: number,
  limitBytes: number,
): { readonly size: number; readonly end: number } | "too_large" | "malformed" {
  let [at, size] = [start, 0];
  while (at + 6 < bytes.length) {
    const control = bytes[at]!;
    if (control === 0) break;
    if (control >= 0x80) {
      size += (((control & 0x1f) << 16) | bytes.readUInt16BE(at + 1)) + 1;
      at += (control >= 0xc0 ? 6 : 5) + bytes.readUInt16BE(at + 3) + 1;
    } else if (control <= 2) {
      const stored = bytes.readUInt16BE(at + 1) + 1;
      size += stored;
      at += 3 + stored;
    } else return "malformed";
    if (size > limitBytes) return "too_large";
  }
  return { size, end: bytes[at] === 0 ? at + 1 : bytes.length };
}

/**
 * The index repeats the sizes of each block. It is read to find its end: another file could be hidden after a short
 * one.
 */
function endOfIndex(bytes: Buffer, start: number, blocks: number): number | undefined {
  const [count, first] = numberAt(bytes, start + 1);
  if (count !== blocks) return undefined;
  let at = first;
  for (let rest = 2 * blocks; rest > 0; rest -= 1) at = afterNumber(bytes, at);
  return start + padded(at - start) + 4;
}

/** A number in groups of seven bits, lowest first; and where it ends. */
function numberAt(bytes: Buffer, start: number): readonly [value: number, end: number] {
  let [value, at] = [0, start];
  for (let factor = 1; at < start + 9; factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    at += 1;
    if (byte < 0x80) break;
  }
  return [value, at];
}

const afterNumber = (bytes: Buffer, at: number): number => numberAt(bytes, at)[1];

const padded = (length: number): number => Math.ceil(length / 4) * 4;
