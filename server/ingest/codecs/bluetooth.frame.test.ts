import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bluetoothChecksum,
  decodeLinkLayerPacket,
  decodeNordicPacket,
  decodePseudoHeaderPacket,
} from "./bluetooth.frame.ts";
import { encodeOdid, encodeOdidPack } from "./odid.encode.ts";

const selfId = { type: "self_id", descriptionType: 0, description: "survey" } as const;
const bytesOf = (encoded: ReturnType<typeof encodeOdid>): Uint8Array =>
  encoded.kind === "encoded" ? encoded.bytes : new Uint8Array();
const message = bytesOf(encodeOdid(selfId));
const pack = bytesOf(encodeOdidPack([selfId]));

const ADDRESS = Buffer.from("1c2febea7de0", "hex");
const mac = { kind: "mac", address: "e0:7d:ea:eb:2f:1c" };
const ACCESS = Buffer.from("d6be898e", "hex");

const serviceData = (odid: Uint8Array): Buffer => Buffer.from([odid.length + 5, 0x16, 0xfa, 0xff, 0x0d, 1, ...odid]);
const pdu = (type: number, payload: Uint8Array): Buffer => Buffer.concat([Buffer.of(type, payload.length), payload]);
const checksum = (body: Uint8Array): Buffer => {
  const crc = bluetoothChecksum(body);
  return Buffer.of(crc & 255, (crc >> 8) & 255, crc >> 16);
};
const onAir = (body: Uint8Array, coding: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([ACCESS, coding, body, checksum(body)]);

const legacy = pdu(2, Buffer.concat([ADDRESS, serviceData(message)]));
const extended = pdu(7, Buffer.concat([Buffer.of(9, 9), ADDRESS, Buffer.of(0x75, 0x0e), serviceData(pack)]));

describe("a link layer packet", () => {
  it("of Bluetooth 4 carries one message", () => {
    expect(decodeLinkLayerPacket(onAir(legacy), 5)).toEqual([
      {
        kind: "frame",
        observedAtMs: 5,
        sensorId: null,
        transmitter: mac,
        technology: "bluetooth_legacy",
        rssiDbm: null,
        messages: [selfId],
      },
    ]);
  });

  it("of Bluetooth 5 carries a pack", () => {
    expect(decodeLinkLayerPacket(onAir(extended), 5)).toMatchObject([
      { technology: "bluetooth_long_range", transmitter: mac, messages: [selfId] },
    ]);
  });

  it("with a wrong checksum is refused, also where the damage hit a length", () => {
    for (const at of [5, 7, 30]) {
      const damaged = onAir(legacy);
      damaged[at] = damaged[at]! ^ 0x02;
      expect(decodeLinkLayerPacket(damaged, 5)).toMatchObject([{ kind: "refused" }]);
    }
  });

  it("that is cut short is refused", () => {
    expect(decodeLinkLayerPacket(onAir(extended).subarray(0, -8), 5)).toMatchObject([{ reason: "truncated_frame" }]);
    const wrongLength = Buffer.from(serviceData(message));
    wrongLength[0] = 60;
    const body = pdu(2, Buffer.concat([ADDRESS, wrongLength]));
    expect(decodeLinkLayerPacket(onAir(body), 5)).toMatchObject([{ reason: "truncated_frame" }]);
  });

  it("of anything else yields nothing", () => {
    const other = pdu(0, Buffer.concat([ADDRESS, Buffer.from("020106", "hex")]));
    expect(decodeLinkLayerPacket(onAir(other), 5)).toEqual([]);
    expect(decodeLinkLayerPacket(Buffer.concat([Buffer.alloc(4), legacy]), 5)).toEqual([]);
  });
});

describe("what the sniffer adds", () => {
  it("is signal, coding and its own verdict on the checksum", () => {
    const sniffed = (flags: number, rest: Uint8Array): Buffer =>
      Buffer.concat([Buffer.of(3, 8, 1, 3, 1, 0, 2, 10, flags, 10, 53, 0, 0, 0, 0, 0, 0), rest]);
    const coded = onAir(extended, Buffer.of(0));
    expect(decodeNordicPacket(sniffed(0x21, coded), 5)).toMatchObject([{ rssiDbm: -53, transmitter: mac }]);
    expect(decodeNordicPacket(sniffed(0x20, coded), 5)).toMatchObject([{ reason: "bad_checksum" }]);
  });

  it("is optional in the pseudo header", () => {
    const captured = (flags: number, rest: Uint8Array): Buffer =>
      Buffer.concat([Buffer.of(37, 0xc4, 0x80, 0, 0, 0, 0, 0, flags & 255, flags >> 8), rest]);
    expect(decodePseudoHeaderPacket(captured(0x0002, onAir(legacy)), 5)).toMatchObject([{ rssiDbm: -60 }]);
    expect(decodePseudoHeaderPacket(captured(0x0400, onAir(legacy)), 5)).toMatchObject([{ reason: "bad_checksum" }]);
    expect(decodePseudoHeaderPacket(captured(0x8c00, onAir(extended, Buffer.of(0))), 5)).toMatchObject([
      { rssiDbm: null, technology: "bluetooth_long_range" },
    ]);
  });
});

it("no packet of any bytes throws", () => {
  const start = fc.constantFrom<Uint8Array>(ACCESS, onAir(legacy), onAir(extended), Buffer.alloc(0));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), (head, tail) => {
      const body = Buffer.concat([head, tail]);
      // A bare packet and the same one after an empty pseudo header give the same.
      const bare = decodeLinkLayerPacket(body, 5);
      expect(decodePseudoHeaderPacket(Buffer.concat([Buffer.alloc(10), body]), 5)).toEqual(bare);
      decodeNordicPacket(Buffer.concat([Buffer.of(3, 8, 1, 3, 1, 0, 2, 10, 0x21), Buffer.alloc(8), body]), 5);
      decodeNordicPacket(tail, 5);
    }),
    { numRuns: 1000 },
  );
});
