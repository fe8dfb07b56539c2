import type { Wire } from "./simulated-bench.ts";

/** Faults of a cable and of its two ends. Each wire passes on what the one before it delivers. */

type Random = () => number;

export function joinedWires(wires: readonly Wire[]): Wire {
  return wires.reduceRight<Wire>(
    (next, wire) => (bytes, deliver) =>
      wire(bytes, (passed, delayMs = 0) => next(passed, (last, more = 0) => deliver(last, delayMs + more))),
    (bytes, deliver) => deliver(bytes),
  );
}

/** Each bit is inverted with this probability. */
export function bitErrors(random: Random, probability: number): Wire {
  return (bytes, deliver) =>
    deliver(
      bytes.map((byte) => {
        let flipped = byte;
        for (let bit = 0; bit < 8; bit += 1) if (random() < probability) flipped ^= 1 << bit;
        return flipped;
      }),
    );
}

/** Chunks of one to nine bytes, a millisecond apart. */
export function splitting(random: Random): Wire {
  return (bytes, deliver) => {
    let delayMs = 0;
    for (let at = 0; at < bytes.length; delayMs += 1) {
      const length = 1 + Math.floor(random() * 9);
      deliver(bytes.subarray(at, at + length), delayMs);
      at += length;
    }
  };
}

/** Whole chunks are lost with this probability. */
export function losing(random: Random, probability: number): Wire {
  return (bytes, deliver) => {
    if (random() >= probability) deliver(bytes);
  };
}

/** Whole chunks are late with this probability, so that they arrive among later ones. */
export function delaying(random: Random, probability: number, delayMs: number): Wire {
  return (bytes, deliver) => deliver(bytes, random() < probability ? delayMs : 0);
}

/** Text between the chunks, as programs print it. */
export function printing(random: Random, text: string): Wire {
  const line = new TextEncoder().encode(text);
  return (bytes, deliver) => {
    if (random() < 0.3) deliver(line);
    deliver(bytes);
  };
}

/** A console that sends CR LF for LF. */
export const changingLineEndings: Wire = (bytes, deliver) =>
  deliver(Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? [0x0d, 0x0a] : [byte]))));
