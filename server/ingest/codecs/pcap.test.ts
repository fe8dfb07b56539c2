import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captureFormatOf, readCapture } from "./pcap.ts";

type Order = "little" | "big";

const u16 = (order: Order, ...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) =>
      order === "little" ? Buffer.of(value & 255, value >> 8) : Buffer.of(value >> 8, value & 255),
    ),
  );
const u32 = (order: Order, ...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      if (order === "little") bytes.writeUInt32LE(value);
      else bytes.writeUInt32BE(value);
      return bytes;
    }),
  );

const PAYLOAD = Buffer.from("0102030405", "hex");

function pcapFile(order: Order, magic: number, fraction: number): Buffer {
  const header = Buffer.concat([u32(order, magic), u16(order, 2, 4), u32(order, 0, 0, 65_535, 127)]);
  return Buffer.concat([header, u32(order, 1_700_000_000, fraction, 5, 9), PAYLOAD]);
}

function block(order: Order, type: number, body: Buffer): Buffer {
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const length = padded.length + 12;
  return Buffer.concat([u32(order, type, length), padded, u32(order, length)]);
}

const section = (order: Order): Buffer =>
  block(
    order,
    0x0a0d0d0a,
    Buffer.concat([u32(order, 0x1a2b3c4d), u16(order, 1, 0), u32(order, 0xffffffff, 0xffffffff)]),
  );
const described = (order: Order, linkType: number, options: Uint8Array = new Uint8Array()): Buffer =>
  block(order, 1, Buffer.concat([u16(order, linkType, 0), u32(order, 0), options]));
const enhanced = (order: Order, interfaceId: number, ticks: bigint): Buffer =>
  block(
    order,
    6,
    Buffer.concat([u32(order, interfaceId, Number(ticks >> 32n), Number(ticks & 0xffffffffn), 5, 9), PAYLOAD]),
  );
const resolution = (order: Order, code: number): Buffer => Buffer.concat([u16(order, 9, 1), Buffer.of(code, 0, 0, 0)]);

describe("a pcap file", () => {
  it.each([
    ["little", 0xa1b2c3d4, 123_999],
    ["big", 0xa1b2c3d4, 123_999],
    ["little", 0xa1b23c4d, 123_999_999],
    ["big", 0xa1b23c4d, 123_999_999],
  ] as const)("is read in %s endian order with magic %i, times floored to milliseconds", (order, magic, fraction) => {
    const file = pcapFile(order, magic, fraction);
    expect(captureFormatOf(file)).toBe("pcap");
    expect([...readCapture(file)]).toEqual([
      { kind: "packet", timeMs: 1_700_000_000_123, linkType: 127, bytes: PAYLOAD, originalLength: 9 },
    ]);
  });

  it("that ends early yields what it has and one refusal", () => {
    const file = pcapFile("little", 0xa1b2c3d4, 0);
    const twice = Buffer.concat([file, file.subarray(24)]);
    expect([...readCapture(twice.subarray(0, -1))].map(({ kind }) => kind)).toEqual(["packet", "refused"]);
    expect([...readCapture(file.subarray(0, 23))].map(({ kind }) => kind)).toEqual(["refused"]);
  });

  it("with an absurd packet length ends there", () => {
    const file = pcapFile("little", 0xa1b2c3d4, 0);
    file.writeUInt32LE(0x7fffffff, 32);
    expect([...readCapture(file)]).toMatchObject([{ kind: "refused", reason: "damaged_capture" }]);
  });
});

describe("a pcapng file", () => {
  it("keeps the clock and the link type of each interface, in sections of both byte orders", () => {
    const file = Buffer.concat([
      section("little"),
      described("little", 127),
      described("little", 272, resolution("little", 9)),
      enhanced("little", 0, 1_700_000_000_123_999n),
      enhanced("little", 1, 1_700_000_000_123_999_999n),
      section("big"),
      described("big", 105, resolution("big", 0x80 | 10)),
      enhanced("big", 0, 1_700_000_000n * 1024n + 512n),
      block("big", 5, Buffer.alloc(12)),
      block("big", 3, Buffer.concat([u32("big", 5), PAYLOAD])),
    ]);
    expect(captureFormatOf(file)).toBe("pcapng");
    expect(
      [...readCapture(file)].map((packet) => packet.kind === "packet" && [packet.linkType, packet.timeMs]),
    ).toEqual([
      [127, 1_700_000_000_123],
      [272, 1_700_000_000_123],
      [105, 1_700_000_000_500],
      [105, null],
    ]);
  });

  it("with a packet of no interface, or cut short, ends in one refusal", () => {
    const stray = Buffer.concat([section("little"), enhanced("little", 0, 0n), enhanced("little", 0, 0n)]);
    expect([...readCapture(stray)].map(({ kind }) => kind)).toEqual(["refused"]);
    expect([...readCapture(section("little").subarray(0, 20))].map(({ kind }) => kind)).toEqual(["refused"]);
  });
});

it("no input of any bytes throws or hangs", () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom<Uint8Array>(
      section("little"),
      section("big"),
      described("little", 127),
      described("big", 127, resolution("big", 255)),
      enhanced("little", 0, 2n ** 60n),
      pcapFile("big", 0xa1b2c3d4, 7),
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const all = [...readCapture(Buffer.concat(parts))];
      expect(all.filter(({ kind }) => kind === "refused").length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1000 },
  );
});
