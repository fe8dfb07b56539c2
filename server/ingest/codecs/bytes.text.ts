/**
 * The two readings of a byte field that every codec shares: hexadecimal, and the text of a NUL padded field.
 */

const HEX_OF_BYTE: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

// Control and invisible formatting characters break XML and let an id look like another one; U+FFFE and U+FFFF are
// not characters of XML 1.0.
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `bytes[from … to)` as lower-case hexadecimal; bytes past the end read as zero (MAVLink 2 cuts trailing zeros). */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return to <= bytes.length ? cachedHexOf(bytes, from, to) : readHex(bytes, from, to);
}

function readHex(bytes: Uint8Array, from: number, to: number): string {
  let hex = "";
  for (let index = from; index < to; index += 1) hex += octet(bytes, index);
  return hex;
}

/** Bytes of a hexadecimal text, or `undefined` where it is not pairs of hexadecimal digits. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(hex)) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/**
 * Text of the NUL padded field `bytes[from … to)`: up to the first NUL, without control or formatting characters.
 * ASCII is what the standard allows; UTF-8 is seen in the field and read as such, anything else as ISO 8859-1.
 */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  const limit = Math.min(to, bytes.length);
  let end = from;
  for (; end < limit; end += 1) {
    const byte = bytes[end]!;
    if (byte === 0) break;
    if (byte < 0x20 || byte > 0x7e) return cleanTextOf(bytes.subarray(from, limit));
  }
  return cachedAsciiOf(bytes, from, end);
}

function readAscii(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let index = from; index < to; index += 1) text += String.fromCharCode(bytes[index]!);
  return text;
}

/** Six bytes from `offset` as a MAC address: lower-case, colon separated. */
export function macOf(bytes: Uint8Array, offset: number): string {
  return offset + 6 <= bytes.length ? cachedMacOf(bytes, offset, offset + 6) : readMac(bytes, offset);
}

function readMac(bytes: Uint8Array, offset: number): string {
  return `${octet(bytes, offset)}:${octet(bytes, offset + 1)}:${octet(bytes, offset + 2)}:${octet(bytes, offset + 3)}:${octet(bytes, offset + 4)}:${octet(bytes, offset + 5)}`;
}

/** The same address with its octets reversed, as Bluetooth LE sends it (least significant octet first). */
export function reversedMacOf(bytes: Uint8Array, offset: number): string {
  return `${octet(bytes, offset + 5)}:${octet(bytes, offset + 4)}:${octet(bytes, offset + 3)}:${octet(bytes, offset + 2)}:${octet(bytes, offset + 1)}:${octet(bytes, offset)}`;
}

/** Slots for what was read last; a power of two. */
const CACHE_SLOTS = 1024;
/** Bytes of the longest field of Open Drone ID, filled up to a power of two. */
const MAX_FIELD_BYTES = 32;

/** Bytes at the end that a slot is found by. */
const HASHED_TAIL_BYTES = 4;

type Reader = (bytes: Uint8Array, from: number, to: number) => string;

/**
 * The same reader with a cache: an aircraft repeats its identifiers several times a second, and comparing bytes is many
 * times faster than building their text again. An entry replaces the previous one of its slot.
 */
function cacheReader(read: Reader): Reader {
  const keys = new Uint8Array(CACHE_SLOTS * MAX_FIELD_BYTES);
  const lengths = new Int8Array(CACHE_SLOTS).fill(-1);
  const texts: string[] = Array.from({ length: CACHE_SLOTS }, () => "");

  return (bytes, from, to) => {
    const length = to - from;
    if (length > MAX_FIELD_BYTES) return read(bytes, from, to);
    const slot = length < HASHED_TAIL_BYTES ? length : slotOf(bytes, from, to);
    const start = slot * MAX_FIELD_BYTES;
    if (lengths[slot] === length) {
      let same = 0;
      while (same < length && keys[start + same] === bytes[from + same]) same += 1;
      if (same === length) return texts[slot]!;
    }
    const text = read(bytes, from, to);
    for (let index = 0; index < length; index += 1) keys[start + index] = bytes[from + index]!;
    lengths[slot] = length;
    texts[slot] = text;
    return text;
  };
}

/** A slot by some of the bytes: names and addresses of one maker differ at their end. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = bytes[from]! | (bytes[(from + to) >> 1]! << 8);
  for (let at = to - HASHED_TAIL_BYTES; at < to; at += 1) hash = Math.imul(hash, 31) + bytes[at]!;
  return (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (CACHE_SLOTS - 1);
}

const cachedHexOf = cacheReader(readHex);
const cachedAsciiOf = cacheReader(readAscii);
const cachedMacOf = cacheReader(readMac);

function octet(bytes: Uint8Array, at: number): string {
  return HEX_OF_BYTE[at < bytes.length ? bytes[at]! : 0]!;
}

/** Text without the characters that no id, name or description may carry into a file or onto the screen. */
export function withoutControlCharacters(text: string): string {
  return text.replace(UNSAFE_CHARACTERS, "");
}

function cleanTextOf(field: Uint8Array): string {
  const nul = field.indexOf(0);
  const bytes = nul < 0 ? field : field.subarray(0, nul);
  return withoutControlCharacters(decodeUtf8(bytes) ?? String.fromCharCode(...bytes));
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    // The decoder reports invalid UTF-8 only by throwing.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
