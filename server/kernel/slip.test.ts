import { once } from "node:events";
import fc from "fast-check";
import { SlipDecoder, SlipEncoder } from "serialport";
import { describe, expect, it } from "vitest";
import { createSlipDecoder, encodeSlip } from "./slip.ts";

const DIALECT = { END: 0x0a, ESC: 0xdb, ESC_END: 0xdc, ESC_ESC: 0xdd };

/** Cuts bytes into pieces of the given lengths, repeated. */
function pieces(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length]!;
    cut.push(bytes.subarray(at, at + length));
    at += length;
  }
  return cut;
}

describe("SLIP with the line feed as its end", () => {
  it("encodes as the library does", async () => {
    const encoder = new SlipEncoder(DIALECT);
    const bytes = Uint8Array.of(0x13, 0x7b, 0x0a, 0xdb, 0x7d, 0xdc, 0xdd);
    encoder.write(Buffer.from(bytes));
    const [encoded] = await once(encoder, "data");
    expect(Buffer.from(encodeSlip(bytes))).toEqual(encoded);
  });

  it("is read by the library", async () => {
    const decoder = new SlipDecoder(DIALECT);
    const bytes = Uint8Array.of(0x12, 0x0a, 0xdb, 0x0a);
    decoder.write(Buffer.from(encodeSlip(bytes)));
    const [decoded] = await once(decoder, "data");
    expect(decoded).toEqual(Buffer.from(bytes));
  });

  it("has the known request on the wire", () => {
    expect(Buffer.from(encodeSlip(Uint8Array.of(0x12, 0x0a, 2, 8, 2))).toString("hex")).toBe("12dbdc0208020a");
  });

  it("returns any frames, in pieces of any size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        (frames, lengths) => {
          const decoder = createSlipDecoder(64);
          const wire = Buffer.concat(frames.map((frame) => encodeSlip(frame)));
          const decoded = pieces(wire, lengths).flatMap((piece) => decoder.push(piece));
          expect(decoded.map((frame) => frame && [...frame])).toEqual(frames.map((frame) => [...frame]));
        },
      ),
    );
  });

  it("drops a frame with a wrong escape, one that is too long, and goes on with the next", () => {
    const decoder = createSlipDecoder(4);
    const wire = Uint8Array.of(1, 0xdb, 5, 2, 0x0a, 1, 2, 3, 4, 5, 0x0a, 7, 0xdb, 0x0a, 8, 0x0a, 0x0a);
    expect(decoder.push(wire)).toEqual([null, null, null, Uint8Array.of(8)]);
  });

  it("drops an unfinished frame when it is reset", () => {
    const decoder = createSlipDecoder(8);
    decoder.push(Uint8Array.of(1, 2, 0xdb));
    decoder.reset();
    expect(decoder.push(Uint8Array.of(3, 0x0a))).toEqual([Uint8Array.of(3)]);
  });

  it("accepts any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const frame of createSlipDecoder(16).push(bytes)) expect(frame?.length).not.toBe(0);
      }),
    );
  });
});
