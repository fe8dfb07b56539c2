import { encodeOdidPack } from "../../server/ingest/codecs/odid.encode.ts";
import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";
import { FIRST_MS } from "./flights.fixture.ts";

const RADIOTAP = 127;
const PCAP_MICROSECONDS = 0xa1b2c3d4;

/** A pcap file of Wi-Fi beacons, each with one message pack in the vendor element of ASTM F3411-22a. */
export function captureOf(count: number, packOf: (at: number) => readonly OdidMessage[]): Uint8Array {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(PCAP_MICROSECONDS, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  head.writeUInt32LE(RADIOTAP, 20);
  const packets = Array.from({ length: count }, (_, at) => packet(at, beacon(at, packOf(at))));
  return Buffer.concat([head, ...packets]);
}

function packet(at: number, frame: Buffer): Buffer {
  const head = Buffer.alloc(16);
  const timeMs = FIRST_MS + at * 10;
  head.writeUInt32LE(Math.floor(timeMs / 1000), 0);
  head.writeUInt32LE((timeMs % 1000) * 1000, 4);
  head.writeUInt32LE(frame.length, 8);
  head.writeUInt32LE(frame.length, 12);
  return Buffer.concat([head, frame]);
}

function beacon(at: number, messages: readonly OdidMessage[]): Buffer {
  const encoded = encodeOdidPack(messages);
  if (encoded.kind === "refused") throw new Error(encoded.detail);
  const mac = Buffer.from([2, 0, 0, 0, (at >> 8) & 255, at & 255]);
  const element = Buffer.from([0xfa, 0x0b, 0xbc, 0x0d, at & 255, ...encoded.bytes]);
  return Buffer.concat([
    Buffer.from("0000080000000000", "hex"),
    Buffer.from("80000000ffffffffffff", "hex"),
    mac,
    mac,
    Buffer.alloc(14),
    Buffer.from([221, element.length]),
    element,
  ]);
}
