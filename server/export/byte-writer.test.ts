import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter, encodeText } from "./byte-writer.ts";
import type { Decimals } from "./digits.ts";

function written(write: (out: ByteWriter) => void, capacity = 0): string {
  const out = new ByteWriter(capacity);
  write(out);
  return Buffer.from(out.take()).toString();
}

const numbers: readonly (readonly [number, Decimals, string])[] = [
  [0, 7, "0"],
  [-0, 3, "0"],
  [1, 7, "0.0000001"],
  [-1, 3, "-0.001"],
  [100, 3, "0.1"],
  [1000, 3, "1"],
  [12_340, 2, "123.4"],
  [-1_799_999_999, 7, "-179.9999999"],
  [0x7fffffff, 0, "2147483647"],
  [0x80000000, 0, "2147483648"],
  [Number.MAX_SAFE_INTEGER, 0, "9007199254740991"],
  [-Number.MAX_SAFE_INTEGER, 7, "-900719925.4740991"],
  [1_000_000_000_000_001, 3, "1000000000000.001"],
];

describe("scaled", () => {
  it.each(numbers)("writes %d with %d decimals as %s", (value, decimals, text) => {
    expect(written((out) => out.scaled(value, decimals))).toBe(text);
  });

  it("writes every safe integer as the exact decimal, without trailing zeros", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom<Decimals[]>(0, 2, 3, 7), (value, decimals) => {
        const digits = String(Math.abs(value)).padStart(decimals + 1, "0");
        const whole = digits.slice(0, digits.length - decimals);
        const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
        const exact = `${value < 0 ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
        expect(written((out) => out.scaled(value, decimals))).toBe(exact);
      }),
    );
  });
});

describe("iso", () => {
  it("writes every time as Date does", () => {
    const time = fc.oneof(
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.integer({ min: Date.UTC(1969), max: Date.UTC(2050) }),
    );
    fc.assert(
      fc.property(fc.array(time), (times) => {
        const expected = times.map((ms) => new Date(ms).toISOString()).join("");
        expect(written((out) => times.forEach((ms) => out.iso(ms)))).toBe(expected);
      }),
    );
  });
});

describe("ByteWriter", () => {
  it("grows for text of any length, with every method", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 200 })), (texts) => {
        const source = new ByteWriter(1);
        const all = written((out) => {
          for (const text of texts) {
            out.put(encodeText(text));
            out.text(text);
            source.text(text);
            out.copyFrom(source, 0, source.length);
            source.rewind(0);
            out.byte(10);
          }
        });
        expect(all).toBe(texts.map((text) => `${text}${text}${text}\n`).join(""));
      }),
    );
  });

  it("copies every byte of a text at any offset within a word, next to bytes of other code points", () => {
    // Read as a double, eight bytes that end in 0xf0…0xff 0x7f would be a NaN, whose bits may change when copied.
    const corners = fc.constantFrom("\u007f", "\u{10ffff}", "\u{f0000}", "\uffff", "\u0000", "a");
    fc.assert(
      fc.property(fc.string({ unit: corners, maxLength: 80 }), (text) => {
        expect(written((out) => out.put(encodeText(text)))).toBe(text);
      }),
    );
  });

  it("returns chunks that later writes do not change", () => {
    const out = new ByteWriter();
    out.text("first");
    const first = out.take();
    out.text("other");
    expect(Buffer.from(first).toString()).toBe("first");
    expect(Buffer.from(out.take()).toString()).toBe("other");
    expect(out.length).toBe(0);
  });

  it("rewinds to a length and keeps what follows a position", () => {
    const text = written((out) => {
      out.text("abcdef");
      out.keepFrom(2);
      out.rewind(3);
    });
    expect(text).toBe("cde");
  });
});
