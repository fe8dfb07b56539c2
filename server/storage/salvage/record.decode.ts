/**
 * Records as SQLite stores them (https://sqlite.org/fileformat2.html, section 2.1). Every check that the format allows is
 * made, because pages that are read here may hold anything.
 */

/** A value as SQLite stores it; integers as `bigint`, so that none is mistaken for a real number. */
export type StoredValue = bigint | number | string | Buffer | null;

export type Varint = { readonly value: number; readonly end: number };

const MAX_VARINT_BYTES = 9;
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a variable-length integer; undefined where it does not end in the bytes, or is larger than a length can be. */
export function readVarint(bytes: Uint8Array, at: number): Varint | undefined {
  const read = readBigVarint(bytes, at);
  if (read === undefined || read.value < 0n || read.value > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { value: Number(read.value), end: read.end };
}

/** Reads a variable-length integer of 64 bits with sign, such as a row id. */
export function readBigVarint(
  bytes: Uint8Array,
  at: number,
): { readonly value: bigint; readonly end: number } | undefined {
  let value = 0n;
  for (let index = 0; index < MAX_VARINT_BYTES; index++) {
    const byte = bytes[at + index];
    if (byte === undefined) return undefined;
    // The ninth byte has eight bits of the number, all others seven.
    if (index === MAX_VARINT_BYTES - 1) return { value: BigInt.asIntN(64, (value << 8n) | BigInt(byte)), end: at + 9 };
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return undefined;
}

/** Decodes a record of at most `maxColumns` values; undefined where the bytes are none. */
export function decodeRecord(payload: Buffer, maxColumns: number): readonly StoredValue[] | undefined {
  const header = readVarint(payload, 0);
  if (header === undefined || header.value > payload.length || header.value < header.end) return undefined;
  const values: StoredValue[] = [];
  let at = header.end;
  let body = header.value;
  while (at < header.value) {
    const type = readVarint(payload, at);
    if (type === undefined || type.end > header.value || values.length === maxColumns) return undefined;
    const length = lengthOf(type.value);
    if (length === undefined || body + length > payload.length) return undefined;
    const value = decodeValue(type.value, payload.subarray(body, body + length));
    if (value === undefined) return undefined;
    values.push(value);
    at = type.end;
    body += length;
  }
  return body === payload.length ? values : undefined;
}

/** Bytes of a value of a serial type; undefined for the two types that do not exist in files. */
function lengthOf(type: number): number | undefined {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type];
}

function decodeValue(type: number, bytes: Buffer): StoredValue | undefined {
  if (type === 0) return null;
  if (type === 8) return 0n;
  if (type === 9) return 1n;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type <= 5) return BigInt(bytes.readIntBE(0, bytes.length));
  if (type === 6) return bytes.readBigInt64BE(0);
  if (type % 2 === 0) return Buffer.from(bytes);
  try {
    return text.decode(bytes);
  } catch {
    return undefined;
  }
}
