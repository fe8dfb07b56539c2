/**
 * SLIP (RFC 1055) with the line feed as the end of a frame, as Dronetag devices use it. The codec of the package
 * `serialport` takes these bytes as options, but it is a stream of bytes: read in one piece, two frames come out joined,
 * a frame is copied once for each of its bytes, has no limit, and a wrong escape passes as the end of a frame. The tests
 * compare with it.
 */

const END = 0x0a;
const ESC = 0xdb;
const ESC_END = 0xdc;
const ESC_ESC = 0xdd;

/** The end of a frame: sent alone, it ends whatever unfinished frame is in the receiver's buffer. */
export const SLIP_END: Uint8Array = Uint8Array.of(END);

export type SlipDecoder = {
  /**
   * The frames that `chunk` completes, in order, without empty ones; null for one that is damaged: too long, or with an
   * escape that does not exist.
   */
  readonly push: (chunk: Uint8Array) => (Uint8Array | null)[];
  /** Discards an unfinished frame. */
  readonly reset: () => void;
};

/** The bytes as one frame, with its end. */
export function encodeSlip(bytes: Uint8Array): Uint8Array {
  const encoded: number[] = [];
  for (const byte of bytes) {
    if (byte === END) encoded.push(ESC, ESC_END);
    else if (byte === ESC) encoded.push(ESC, ESC_ESC);
    else encoded.push(byte);
  }
  encoded.push(END);
  return Uint8Array.from(encoded);
}

/** A decoder for pieces of any size, which never throws and keeps at most `maxBytes` of a frame. */
export function createSlipDecoder(maxBytes: number): SlipDecoder {
  const frame = new Uint8Array(maxBytes);
  let length = 0;
  let isEscaped = false;
  let isDamaged = false;

  const reset = () => {
    length = 0;
    isEscaped = false;
    isDamaged = false;
  };
  const keep = (byte: number) => {
    if (length === maxBytes) isDamaged = true;
    else frame[length++] = byte;
  };
  const takeEscaped = (byte: number) => {
    isEscaped = false;
    if (byte === ESC_END) keep(END);
    else if (byte === ESC_ESC) keep(ESC);
    else isDamaged = true;
  };
  /** The frame that ends here, undefined if it is empty. */
  const finish = (): Uint8Array | null | undefined => {
    const isWhole = !isDamaged && !isEscaped;
    const finished = isWhole && length > 0 ? frame.slice(0, length) : undefined;
    reset();
    return isWhole ? finished : null;
  };

  return {
    push(chunk) {
      const frames: (Uint8Array | null)[] = [];
      for (const byte of chunk) {
        if (byte === END) {
          const finished = finish();
          if (finished !== undefined) frames.push(finished);
        } else if (isEscaped) takeEscaped(byte);
        else if (byte === ESC) isEscaped = true;
        else keep(byte);
      }
      return frames;
    },
    reset,
  };
}
