/**
 * Identifies GNSS receivers: NMEA 0183 sentences of a GNSS talker, or UBX frames, in both cases with a valid checksum.
 */
export function createGnssProbe(): { readonly push: (bytes: Uint8Array) => boolean } {
  let pending: readonly number[] = [];
  let isFound = false;
  return {
    push(bytes) {
      if (isFound) return true;
      const all = [...pending, ...bytes];
      isFound = all.some((byte, at) => (byte === DOLLAR ? isNmea(all, at) : byte === UBX_1 && isUbx(all, at)));
      pending = all.slice(-MAX_FRAME_BYTES);
      return isFound;
    },
  };
}

const MAX_FRAME_BYTES = 512;
const DOLLAR = 0x24;
const UBX_1 = 0xb5;
const UBX_2 = 0x62;

/** `$G…*hh`: the checksum is the exclusive or of what lies between. A sentence has at most 82 characters. */
function isNmea(bytes: readonly number[], at: number): boolean {
  const sentence = String.fromCharCode(...bytes.slice(at, at + 96));
  const match = /^\$(G[A-Z]{4},[\x20-\x7e]*?)\*([0-9A-F]{2})/.exec(sentence);
  if (match === null) return false;
  let checksum = 0;
  for (const character of match[1]!) checksum ^= character.charCodeAt(0);
  return checksum === Number.parseInt(match[2]!, 16);
}

/** `B5 62`, class, id, length, payload and an 8-bit Fletcher checksum over all but the first two. */
function isUbx(bytes: readonly number[], at: number): boolean {
  if (bytes[at + 1] !== UBX_2 || bytes.length < at + 8) return false;
  const end = at + 6 + bytes[at + 4]! + (bytes[at + 5]! << 8);
  if (bytes.length < end + 2) return false;
  let a = 0;
  let b = 0;
  for (let index = at + 2; index < end; index += 1) {
    a = (a + bytes[index]!) & 0xff;
    b = (b + a) & 0xff;
  }
  return bytes[end] === a && bytes[end + 1] === b;
}
