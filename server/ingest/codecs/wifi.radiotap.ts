import { dataViewOf } from "../../kernel/data-view.ts";

export type Radiotap = {
  /** Where the 802.11 frame starts. */
  readonly headerBytes: number;
  readonly rssiDbm: number | null;
  readonly frequencyMhz: number | null;
  /** The frame ends with its four bytes of check sequence. */
  readonly hasCheckSequence: boolean;
  /** The driver found the check sequence wrong. */
  readonly isBad: boolean;
};

/** Alignment and size of the fields by their bit in the presence word; what is not listed ends the reading. */
const FIELDS: readonly (readonly [align: number, size: number] | undefined)[] = [
  [8, 8],
  [1, 1],
  [1, 1],
  [2, 4],
  [2, 2],
  [1, 1],
  [1, 1],
  [2, 2],
  [2, 2],
  [2, 2],
  [1, 1],
  [1, 1],
  [1, 1],
  [1, 1],
  [2, 2],
  [2, 2],
  [1, 1],
  [1, 1],
  [4, 8],
  [1, 3],
  [4, 8],
  [2, 12],
  [8, 12],
  [2, 12],
  [2, 12],
  [2, 6],
  [1, 1],
  [2, 4],
];
const FLAGS = 1;
const CHANNEL = 3;
const SIGNAL_DBM = 5;
const NAMESPACE_VENDOR = 30;
const EXTENDED = 31;

/**
 * Reads a radiotap header (radiotap.org): signal, channel and flags; with several antennas the first signal that is
 * given. `undefined` where the header is longer than the packet.
 */
export function readRadiotap(packet: Uint8Array): Radiotap | undefined {
  if (packet.length < 8 || packet[0] !== 0) return undefined;
  const view = dataViewOf(packet);
  const headerBytes = view.getUint16(2, true);
  if (headerBytes < 8 || headerBytes > packet.length) return undefined;

  const words: number[] = [];
  let at = 4;
  do {
    if (at + 4 > headerBytes) return undefined;
    words.push(view.getUint32(at, true));
    at += 4;
  } while (isSet(words.at(-1)!, EXTENDED));

  let rssiDbm: number | null = null;
  let frequencyMhz: number | null = null;
  let flags = 0;
  read: for (const word of words) {
    for (let bit = 0; bit < 29; bit += 1) {
      if (!isSet(word, bit)) continue;
      const field = FIELDS[bit];
      if (field === undefined) break read;
      const [align, size] = field;
      const value = Math.ceil(at / align) * align;
      at = value + size;
      if (at > headerBytes) break read;
      if (bit === FLAGS) flags = view.getUint8(value);
      else if (bit === CHANNEL) frequencyMhz = view.getUint16(value, true);
      else if (bit === SIGNAL_DBM) rssiDbm ??= view.getInt8(value);
    }
    // What follows belongs to a vendor, whose fields only its own tools can measure.
    if (isSet(word, NAMESPACE_VENDOR)) break;
  }
  return { headerBytes, rssiDbm, frequencyMhz, hasCheckSequence: (flags & 0x10) !== 0, isBad: (flags & 0x40) !== 0 };
}

function isSet(word: number, bit: number): boolean {
  return ((word >>> bit) & 1) === 1;
}
