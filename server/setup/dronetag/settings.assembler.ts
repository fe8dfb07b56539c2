import { MAX_ANSWER_BYTES } from "./connection.ts";

const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export type ObjectAssembler = {
  /** The bytes of the object that this piece completes; undefined while none is complete. */
  readonly push: (piece: Uint8Array) => Uint8Array | undefined;
};

/**
 * Puts together a JSON object that arrives in pieces, by its braces outside of strings; what is before it is skipped.
 * It works on bytes, because a character may be split between two pieces, and holds at most 64 KiB.
 */
export function createObjectAssembler(): ObjectAssembler {
  let kept: number[] = [];
  let depth = 0;
  let isString = false;
  let isEscaped = false;

  const takeInString = (byte: number) => {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isString = false;
  };
  const takeOutside = (byte: number) => {
    if (byte === QUOTE) isString = true;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) depth -= 1;
  };
  const restart = () => {
    kept = [];
    depth = 0;
    isString = false;
    isEscaped = false;
  };

  return {
    push(piece) {
      for (const byte of piece) {
        if (depth === 0 && byte !== OPEN) continue;
        kept.push(byte);
        if (isString) takeInString(byte);
        else takeOutside(byte);
        if (depth === 0) {
          const object = Uint8Array.from(kept);
          restart();
          return object;
        }
        if (kept.length >= MAX_ANSWER_BYTES) restart();
      }
      return undefined;
    },
  };
}
