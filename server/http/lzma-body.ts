import { Buffer } from "node:buffer";
import { measureXz } from "./xz-size.ts";

/**
 * Decompresses a body that a receiver compressed with LZMA: `.xz`, or the older `.lzma` ("LZMA alone"). The output is
 * bounded before anything is decoded, because the library returns all of it at once. Decoding happens on another thread.
 */
export type LzmaContainer = "xz" | "lzma";

export type Decompressed =
  | { readonly kind: "decompressed"; readonly bytes: Buffer }
  | { readonly kind: "too_large"; readonly limitBytes: number }
  /** `why` completes a sentence whose subject is the body. */
  | { readonly kind: "malformed"; readonly why: string };

/** Real bodies shrink to a tenth; many detections of a standing aircraft to a four-hundredth. */
const MAX_RATIO = 1000;
/** Up to this size any ratio is accepted: a few repeated objects are no attack. */
const RATIO_FREE_BYTES = 1024 * 1024;

const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const LZMA_HEADER_BYTES = 13;
const SIZE_AT = 5;
const UNKNOWN_SIZE = 0xffff_ffff_ffff_ffffn;
const MAX_DECLARED_SIZE = 1n << 38n;
/** More than any limit of a body, so that no distance reaches further back; the encoder may have stated gigabytes. */
const MAX_WINDOW_BYTES = 16 * 1024 * 1024;

/** The container that the bytes begin with; text in any encoding begins with neither. */
export function lzmaContainer(bytes: Buffer): LzmaContainer | undefined {
  if (XZ_MAGIC.every((byte, at) => bytes[at] === byte)) return "xz";
  return isLzmaHeader(bytes) ? "lzma" : undefined;
}

/** The most that a body may grow to: `maxBytes`, and for a body that is larger than a MiB, a thousand times its size. */
export function decompressedLimit(compressedBytes: number, maxBytes: number): number {
  return Math.min(maxBytes, Math.max(RATIO_FREE_BYTES, compressedBytes * MAX_RATIO));
}

export async function decompressLzma(bytes: Buffer, container: LzmaContainer, maxBytes: number): Promise<Decompressed> {
  const limitBytes = decompressedLimit(bytes.length, maxBytes);
  return container === "xz" ? decompressXz(bytes, limitBytes) : decompressAlone(bytes, limitBytes);
}

/** An `.xz` file contains the length of each of its chunks: they are added up before one is decoded. */
async function decompressXz(bytes: Buffer, limitBytes: number): Promise<Decompressed> {
  const measured = measureXz(bytes, limitBytes);
  if (measured.kind !== "measured") return measured;
  const { xz } = await import("@napi-rs/lzma");
  return finished(await attempt(() => xz.decompress(bytes)), limitBytes);
}

/**
 * An `.lzma` file may leave its size open and end with a marker. It is then decoded first with the limit as its size:
 * if the decoder stops at the marker before the limit, the unchanged file decodes to the same.
 */
async function decompressAlone(bytes: Buffer, limitBytes: number): Promise<Decompressed> {
  const { lzma } = await import("@napi-rs/lzma");
  const declared = bytes.readBigUInt64LE(SIZE_AT);
  if (declared !== UNKNOWN_SIZE) {
    if (declared > BigInt(limitBytes)) return { kind: "too_large", limitBytes };
    return finished(await attempt(() => lzma.decompress(withHeader(bytes, declared))), limitBytes);
  }
  const trial = await attempt(() => lzma.decompress(withHeader(bytes, BigInt(limitBytes + 1))));
  if (!(trial instanceof Error)) return { kind: "too_large", limitBytes };
  const [, decompressed] = OTHER_SIZE.exec(trial.message) ?? [];
  if (decompressed === undefined) return finished(trial, limitBytes);
  if (Number(decompressed) > limitBytes) return { kind: "too_large", limitBytes };
  return finished(await attempt(() => lzma.decompress(withHeader(bytes, UNKNOWN_SIZE))), limitBytes);
}

/** The library's message for a file that ends at its marker with another size than the header states. */
const OTHER_SIZE = /^lzma error: Expected unpacked size of \d+ but decompressed to (\d+)$/;

function finished(output: Buffer | Error, limitBytes: number): Decompressed {
  if (output instanceof Error) {
    return { kind: "malformed", why: `is cut off or damaged: decompression failed with "${output.message}"` };
  }
  // Not expected after the checks before decoding; a different version of the library must not make it possible.
  if (output.length > limitBytes) return { kind: "too_large", limitBytes };
  return { kind: "decompressed", bytes: output };
}

async function attempt(decompress: () => Promise<Buffer>): Promise<Buffer | Error> {
  try {
    return await decompress();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/**
 * Recognised as by liblzma: properties, a dictionary of 2^n or 2^n + 2^(n-1) bytes, and a size that is open or
 * plausible.
 */
function isLzmaHeader(bytes: Buffer): boolean {
  if (bytes.length < LZMA_HEADER_BYTES) return false;
  const properties = bytes[0]!;
  const literalBits = (properties % 9) + (Math.floor(properties / 9) % 5);
  const size = bytes.readBigUInt64LE(SIZE_AT);
  return (
    properties < 9 * 5 * 5 &&
    literalBits <= 4 &&
    isDictionarySize(bytes.readUInt32LE(1)) &&
    (size === UNKNOWN_SIZE || size < MAX_DECLARED_SIZE)
  );
}

function isDictionarySize(size: number): boolean {
  if (size === 0xffff_ffff) return true;
  const lowest = Math.log2(size & -size);
  return size >= 4096 && (size === 2 ** lowest || size === 2 ** lowest + 2 ** (lowest + 1));
}

function withHeader(bytes: Buffer, size: bigint): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(Math.min(copy.readUInt32LE(1), MAX_WINDOW_BYTES), 1);
  copy.writeBigUInt64LE(size, SIZE_AT);
  return copy;
}
