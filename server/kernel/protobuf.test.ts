import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeProtobuf, readVarint } from "./protobuf.ts";

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

describe("reading protocol buffers", () => {
  it("returns numbers, texts and floats by their field (examples of the specification)", () => {
    expect(decodeProtobuf(bytesOf("089601"), { 1: "varint" })?.unsigned(1)).toBe(150);
    expect(decodeProtobuf(bytesOf("120774657374696e67"), { 2: "bytes" })?.text(2)).toBe("testing");
    expect(decodeProtobuf(bytesOf("0d0000c03f"), { 1: "fixed32" })?.float(1)).toBe(1.5);
    expect(decodeProtobuf(bytesOf("08feffffffffffffffff01"), { 1: "varint" })?.signed(1)).toBe(-2);
  });

  it("returns what is absent as undefined, and as an empty text", () => {
    const empty = decodeProtobuf(new Uint8Array(0), { 1: "varint" });
    expect([empty?.varint(1), empty?.signed(1), empty?.unsigned(1), empty?.bytes(1), empty?.float(1)]).toEqual(
      Array(5).fill(undefined),
    );
    expect(empty?.text(1)).toBe("");
  });

  it("skips unknown fields, and uses the last of a repeated one", () => {
    const message = decodeProtobuf(bytesOf("08011a0201020802210102030405060708"), { 1: "varint" });
    expect(message?.unsigned(1)).toBe(2);
  });

  it.each([
    ["a field that is cut off", "1207746573"],
    ["a varint that is cut off", "0896"],
    ["a varint longer than 64 bits", "08ffffffffffffffffff7f"],
    ["a group", "0b"],
    ["a field with the number 0", "0001"],
    ["a field of another kind", "0a0101"],
  ])("does not take %s", (_, hex) => {
    expect(decodeProtobuf(bytesOf(hex), { 1: "varint", 2: "bytes" })).toBeUndefined();
  });

  it("does not take text that is not UTF-8, nor numbers that it cannot hold", () => {
    expect(decodeProtobuf(bytesOf("0a01ff"), { 1: "bytes" })?.text(1)).toBeUndefined();
    expect(decodeProtobuf(bytesOf("08ffffffffffffffffff01"), { 1: "varint" })?.unsigned(1)).toBeUndefined();
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => decodeProtobuf(bytes, { 1: "bytes", 2: "varint" })?.text(1)).not.toThrow();
        expect(() => readVarint(bytes, 3)).not.toThrow();
      }),
    );
  });
});
