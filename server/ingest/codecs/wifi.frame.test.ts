import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pcapOf } from "./bluetooth.hci.fixture.ts";
import { decodeCapture } from "./capture.decode.ts";
import { encodeOdidPack } from "./odid.encode.ts";
import { decodeRadiotapPacket, decodeWifiFrame } from "./wifi.frame.ts";
import { readRadiotap } from "./wifi.radiotap.ts";

const selfId = { type: "self_id", descriptionType: 0, description: "survey" } as const;
const encoded = encodeOdidPack([selfId]);
const pack = encoded.kind === "encoded" ? encoded.bytes : new Uint8Array();
const mac = Buffer.from("02456dffdddc", "hex");
const reception = { observedAtMs: 5, rssiDbm: -50 };

const element = (...body: number[]): Buffer => Buffer.from([221, body.length, ...body]);
const remoteId = element(0xfa, 0x0b, 0xbc, 0x0d, 7, ...pack);
const beacon = (...elements: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from("80000000ffffffffffff", "hex"), mac, mac, Buffer.alloc(14), ...elements]);
const nan = (control: number, ...rest: number[]): Buffer => {
  const body = [0x88, 0x69, 0x19, 0x9d, 0x92, 0x09, 1, 0, control, ...rest];
  const attribute = [3, body.length & 255, body.length >> 8, ...body];
  const header = Buffer.concat([
    Buffer.from("d0000000516f9a010000", "hex"),
    mac,
    Buffer.from("506f9a0100ff0000", "hex"),
  ]);
  return Buffer.concat([header, Buffer.from([4, 9, 0x50, 0x6f, 0x9a, 0x13, ...attribute])]);
};

describe("a beacon", () => {
  it("with the Remote ID element is decoded from its transmitter", () => {
    expect(decodeWifiFrame(beacon(Buffer.of(0, 2, 65, 66), element(0, 0x50, 0xf2, 1), remoteId), reception)).toEqual([
      {
        kind: "frame",
        observedAtMs: 5,
        sensorId: null,
        transmitter: { kind: "mac", address: "02:45:6d:ff:dd:dc" },
        technology: "wifi_beacon",
        rssiDbm: -50,
        messages: [selfId],
      },
    ]);
  });

  it("of a neighbour's network yields nothing", () => {
    expect(decodeWifiFrame(beacon(element(0, 0x50, 0xf2, 1)), reception)).toEqual([]);
  });

  it("whose element is cut short is refused", () => {
    expect(decodeWifiFrame(beacon(remoteId).subarray(0, -1), reception)).toMatchObject([{ reason: "truncated_frame" }]);
    const short = element(0xfa, 0x0b, 0xbc, 0x0d, 7, ...pack.subarray(0, 20));
    expect(decodeWifiFrame(beacon(short), reception)).toMatchObject([{ reason: "truncated_pack" }]);
  });

  it("of DJI's older DroneID is refused by name", () => {
    const legacy = beacon(element(0x26, 0x37, 0x12, 0x58, 0x62, 0x13));
    expect(decodeWifiFrame(legacy, reception)).toMatchObject([{ reason: "legacy_dji_drone_id" }]);
  });
});

describe("a NAN service discovery frame", () => {
  it("of the Remote ID service is decoded", () => {
    const frame = nan(0x10, pack.length + 1, 7, ...pack);
    expect(decodeWifiFrame(frame, reception)).toMatchObject([{ technology: "wifi_nan", messages: [selfId] }]);
  });

  it("may carry bitmap and filters before the service information", () => {
    const frame = nan(0x5c, 0, 0, 2, 9, 9, 1, 9, pack.length + 1, 7, ...pack);
    expect(decodeWifiFrame(frame, reception)).toMatchObject([{ messages: [selfId] }]);
  });

  it("without service information, or with less than its length field, is refused", () => {
    expect(decodeWifiFrame(nan(0x00, 0), reception)).toMatchObject([{ reason: "truncated_frame" }]);
    expect(decodeWifiFrame(nan(0x10, 200, 7, ...pack), reception)).toMatchObject([{ reason: "truncated_frame" }]);
  });
});

describe("a radiotap header", () => {
  it("returns signal, channel and flags", () => {
    const packet = Buffer.from("00001a002f480000000000000000000010026c09c000de0000008000", "hex");
    expect(readRadiotap(packet)).toEqual({
      headerBytes: 26,
      rssiDbm: -34,
      frequencyMhz: 2412,
      hasCheckSequence: true,
      isBad: false,
    });
  });

  it("with further presence words returns the first signal", () => {
    // Flags, then an antenna's own word with its signal.
    expect(readRadiotap(Buffer.from("00000e00020000a02000000010c4", "hex"))).toMatchObject({ rssiDbm: -60 });
  });

  it("longer than its packet is no header", () => {
    expect(readRadiotap(Buffer.from("0000ff0000000000", "hex"))).toBeUndefined();
    expect(readRadiotap(Buffer.from("00000800000000ff", "hex"))).toBeUndefined();
  });

  it("loses the check sequence, and a frame whose check failed is refused", () => {
    const withFlags = (flags: number): Buffer =>
      Buffer.concat([Buffer.from([0, 0, 9, 0, 2, 0, 0, 0, flags]), beacon(remoteId), Buffer.alloc(4, 0xdd)]);
    expect(decodeRadiotapPacket(withFlags(0x10), 5)).toMatchObject([{ kind: "frame", rssiDbm: null }]);
    expect(decodeRadiotapPacket(withFlags(0x50), 5)).toMatchObject([{ kind: "refused", reason: "bad_checksum" }]);
  });
});

it("no frame of any bytes throws", () => {
  const start = fc.constantFrom(beacon(), beacon(remoteId), nan(0x5c), nan(0x10), Buffer.alloc(0));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 120 }), (head, tail) => {
      const body = Buffer.concat([head, tail]);
      const packet = Buffer.concat([Buffer.from([0, 0, 8, 0, 0, 0, 0, 0]), body]);
      // A bare frame and the same one after an empty radiotap header give the same.
      const kinds = decodeWifiFrame(body, reception).map(({ kind }) => kind);
      expect(decodeRadiotapPacket(packet, 5).map(({ kind }) => kind)).toEqual(kinds);
      expect(Array.isArray(decodeRadiotapPacket(tail, 5))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

/** Per-Packet Information: version, flags, length of the header, link type of the content; then fields. */
describe("a capture with PPI headers", () => {
  const LINKTYPE_PPI = 192;
  const LINKTYPE_IEEE802_11 = 105;
  const fields = Buffer.alloc(12, 7);
  const withPpi = (linkType: number, content: Uint8Array) => {
    const header = Buffer.alloc(8);
    header.writeUInt16LE(header.length + fields.length, 2);
    header.writeUInt32LE(linkType, 4);
    return pcapOf([Buffer.concat([header, fields, content])], LINKTYPE_PPI);
  };

  it("is read behind the header and its fields", () => {
    const expected = { kind: "frame", technology: "wifi_beacon", rssiDbm: null, messages: [selfId] };
    expect([...decodeCapture(withPpi(LINKTYPE_IEEE802_11, beacon(remoteId)))]).toMatchObject([expected]);
  });

  it("of anything but Wi-Fi holds no Remote ID", () => {
    expect([...decodeCapture(withPpi(1, beacon(remoteId)))]).toEqual([]);
  });
});
