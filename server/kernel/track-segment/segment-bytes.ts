/** Bytes that grow as they are written; numbers are little-endian. One is used again for each segment. */
export type ByteSink = {
  /** Bytes written so far; may be set back. */
  length: number;
  readonly byte: (value: number) => void;
  /** Seven bits per byte, lowest first; the eighth says that another follows. */
  readonly varint: (value: number) => void;
  /** Zigzag: 0, -1, 1, -2 … as 0, 1, 2, 3 … */
  readonly signed: (value: number) => void;
  readonly float64: (value: number) => void;
  readonly append: (bytes: Uint8Array) => void;
  /** Leaves room for the length of what follows, until `endPart` is called with what this returns. */
  readonly beginPart: () => number;
  readonly endPart: (start: number) => void;
  /** The lowest `width` bits of each value, without gaps, lowest first; the last byte is filled with zeros. */
  readonly packed: (values: Float64Array, count: number, width: number) => void;
  readonly view: () => DataView;
  readonly bytes: () => Uint8Array;
};

export function createByteSink(): ByteSink {
  let buffer = new Uint8Array(16_384);
  let view = new DataView(buffer.buffer);

  function reserve(more: number): void {
    if (sink.length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, sink.length + more));
    larger.set(buffer);
    buffer = larger;
    view = new DataView(buffer.buffer);
  }

  function varint(value: number): void {
    reserve(8);
    let left = value;
    for (; left >= 0x80; left = Math.floor(left / 0x80)) buffer[sink.length++] = (left % 0x80) + 0x80;
    buffer[sink.length++] = left;
  }

  function endPart(start: number): void {
    const end = sink.length;
    const length = end - start - 1;
    if (length < 0x80) {
      buffer[start] = length;
      return;
    }
    // What follows makes room for a length of several bytes; no column has as many as four hold.
    const lengthBytes = length < 0x4000 ? 2 : 3;
    reserve(lengthBytes);
    buffer.copyWithin(start + lengthBytes, start + 1, end);
    sink.length = start;
    varint(length);
    sink.length += length;
  }

  function packed(values: Float64Array, count: number, width: number): void {
    const end = sink.length + Math.ceil((count * width) / 8);
    reserve(end - sink.length);
    let at = sink.length;
    // Bits that do not fill a byte yet; fewer than 8 before each step, so that 24 more fit in 32.
    let held = 0;
    let heldBits = 0;
    for (let index = 0; index < count; index++) {
      let value = values[index]!;
      for (let left = width; left > 0;) {
        const bits = left > 24 ? 24 : left;
        const low = left > 24 ? value % 0x1_00_00_00 : value;
        held |= low << heldBits;
        heldBits += bits;
        for (; heldBits >= 8; heldBits -= 8) {
          buffer[at++] = held & 0xff;
          held >>>= 8;
        }
        left -= bits;
        if (left > 0) value = Math.floor(value / 0x1_00_00_00);
      }
    }
    if (heldBits > 0) buffer[at++] = held & 0xff;
    sink.length = end;
  }

  const sink: ByteSink = {
    length: 0,
    byte(value) {
      reserve(1);
      buffer[sink.length++] = value;
    },
    varint,
    signed: (value) => varint(value < 0 ? -2 * value - 1 : 2 * value),
    float64(value) {
      reserve(8);
      view.setFloat64(sink.length, value, true);
      sink.length += 8;
    },
    append(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, sink.length);
      sink.length += bytes.length;
    },
    beginPart() {
      sink.byte(0);
      return sink.length - 1;
    },
    endPart,
    packed,
    view: () => view,
    bytes: () => buffer.subarray(0, sink.length),
  };
  return sink;
}

/** A position in the bytes of a segment. */
export type Reader = { readonly bytes: Uint8Array; readonly view: DataView; at: number };

/** Throws a `RangeError` beyond the end of the bytes or of the numbers that are safe. */
export function readVarint(reader: Reader): number {
  const { bytes } = reader;
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[reader.at++];
    if (byte === undefined || scale > 2 ** 49) throw new RangeError("the number has no end");
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}

export function readSigned(reader: Reader): number {
  const value = readVarint(reader);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** The widest values that are read with one access of 32 bits, whichever bit they begin at. */
const MAX_NARROW = 25;

/** Reads values of `width` bits. The last byte of a segment's columns is followed by four of the checksum. */
export function readPacked(reader: Reader, width: number, into: Float64Array, count: number): void {
  const { view, at } = reader;
  if (width > MAX_NARROW) readWide(reader, width, into, count);
  else {
    const mask = 2 ** width - 1;
    for (let index = 0, bit = at * 8; index < count; index++, bit += width) {
      into[index] = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
    }
  }
  reader.at = at + Math.ceil((count * width) / 8);
}

function readWide({ view, at }: Reader, width: number, into: Float64Array, count: number): void {
  for (let index = 0, bit = at * 8; index < count; index++, bit += width) {
    let value = 0;
    for (let done = 0; done < width; done += 24) {
      const mask = 2 ** Math.min(24, width - done) - 1;
      const from = bit + done;
      value += ((view.getUint32(from >>> 3, true) >>> (from & 7)) & mask) * 2 ** done;
    }
    into[index] = value;
  }
}
