import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCapture } from "../codecs/capture.decode.ts";
import { btsnoop, extendedReport, hciEvent, odidServiceData } from "../codecs/bluetooth.hci.fixture.ts";
import { encodeOdid, encodeOdidPack, basicIdMessage } from "../codecs/odid.encode.ts";
import type { RecordingFormat } from "../codecs/recording.format.ts";
import type { Decoded } from "../decoded.ts";
import { createRecordingDecoder } from "./recording.decoder.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function decodeInPieces(format: RecordingFormat, bytes: Uint8Array, size: number): Decoded[] {
  const decoder = createRecordingDecoder(format);
  const decoded: Decoded[] = [];
  for (let at = 0; at < bytes.length; at += size) decoded.push(...decoder.push(bytes.slice(at, at + size)));
  return [...decoded, ...decoder.end()];
}

/** A Bluetooth advertisement with a Basic ID, as LINKTYPE_BLUETOOTH_LE_LL has it; its checksum is right. */
function advertisement(serial: string): Buffer {
  const odid = encodeOdid(basicIdMessage({ idType: 1, uaType: 2, uasId: serial }));
  if (odid.kind === "refused") throw new Error(odid.detail);
  const service = Buffer.concat([Buffer.of(30, 0x16, 0xfa, 0xff, 0x0d, 0), odid.bytes]);
  const pdu = Buffer.concat([Buffer.of(0x42, 6 + service.length), Buffer.of(1, 2, 3, 4, 5, 6), service]);
  return Buffer.concat([Buffer.of(0xd6, 0xbe, 0x89, 0x8e), pdu, bluetoothCrc(pdu)]);
}

/** CRC-24 of Bluetooth LE, least significant bit first, from 0x555555. */
function bluetoothCrc(pdu: Uint8Array): Buffer {
  let crc = 0xaaaaaa;
  for (const byte of pdu) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xda6000;
  }
  return Buffer.of(crc & 0xff, (crc >> 8) & 0xff, (crc >> 16) & 0xff);
}

const LINK_TYPE = 251;
const TIME_S = 1_680_365_730;

function pcap(packets: readonly Buffer[], order: "LE" | "BE"): Buffer {
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (order === "LE") bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const version = order === "LE" ? Buffer.of(2, 0, 4, 0) : Buffer.of(0, 2, 0, 4);
  const header = [u32(0xa1b2c3d4), version, u32(0), u32(0), u32(65_535), u32(LINK_TYPE)];
  const records = packets.flatMap((packet, index) => [
    Buffer.concat([u32(TIME_S + index), u32(0), u32(packet.length), u32(packet.length), packet]),
  ]);
  return Buffer.concat([...header, ...records]);
}

/** Two sections, each with the description of its interface. */
function pcapng(packets: readonly Buffer[]): Buffer {
  const block = (type: number, body: Buffer) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(padded.length + 12);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(type);
    return Buffer.concat([head, length, padded, length]);
  };
  const section = block(0x0a0d0d0a, Buffer.from("4d3c2b1a01000000ffffffffffffffff", "hex"));
  const description = block(1, Buffer.of(LINK_TYPE, 0, 0, 0, 0, 0, 1, 0));
  const blocks = packets.map((packet, index) => {
    const head = Buffer.alloc(20);
    const ticks = BigInt(TIME_S + index) * 1_000_000n;
    head.writeUInt32LE(Number(ticks >> 32n), 4);
    head.writeUInt32LE(Number(ticks & 0xffff_ffffn), 8);
    head.writeUInt32LE(packet.length, 12);
    head.writeUInt32LE(packet.length, 16);
    return block(6, Buffer.concat([head, packet]));
  });
  const half = Math.floor(blocks.length / 2);
  return Buffer.concat([section, description, ...blocks.slice(0, half), section, description, ...blocks.slice(half)]);
}

const packets = Array.from({ length: 40 }, (_, index) => advertisement(`FSDMA00000000${10 + index}`));
const captures = [
  ["a pcap", "pcap", pcap(packets, "LE")],
  ["a pcap of the other byte order", "pcap", pcap(packets, "BE")],
  ["a pcapng of two sections", "pcapng", pcapng(packets)],
] as const;

describe("a recording that comes in pieces", () => {
  it.each(captures)("returns the same as in one piece: %s", (_, format, bytes) => {
    const whole = [...decodeCapture(bytes)];
    expect(whole.map(({ kind }) => kind)).toEqual(packets.map(() => "frame"));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length + 10 }), (size) => {
        expect(decodeInPieces(format, bytes, size)).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it.each(captures)("is refused once where it ends too early: %s", (_, format, bytes) => {
    const decoded = decodeInPieces(format, bytes.subarray(0, bytes.length - 3), 100);
    expect(decoded.filter(({ kind }) => kind === "frame")).toHaveLength(39);
    expect(decoded.filter(({ kind }) => kind === "refused")).toMatchObject([{ reason: "damaged_capture" }]);
  });

  it("returns what is before the damage, and one refusal", () => {
    const bytes = Buffer.concat([pcap(packets, "LE"), Buffer.alloc(200_000, 0xff)]);
    const decoded = decodeInPieces("pcap", bytes, 65_536);
    expect(decoded.filter(({ kind }) => kind === "frame")).toHaveLength(40);
    expect(decoded.filter(({ kind }) => kind === "refused")).toMatchObject([{ reason: "damaged_capture" }]);
  });

  it("is refused once where its link type carries no Remote ID, however many pieces it has", () => {
    const bytes = pcap(packets, "LE");
    bytes.writeUInt32LE(1, 20);
    expect(decodeInPieces("pcap", bytes, 100)).toMatchObject([{ kind: "refused", reason: "unknown_message_type" }]);
  });

  it("does not split the packets of a btsnoop capture, and joins the reports of one advertisement", () => {
    const messages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => ({
      type: "authentication" as const,
      authType: 1,
      page,
      lastPageIndex: null,
      length: null,
      timestampMs: null,
      dataHex: "ab".repeat(23),
    }));
    const pack = encodeOdidPack(messages);
    const data = odidServiceData(pack.kind === "encoded" ? pack.bytes : new Uint8Array());
    const reports = [
      hciEvent(0x0d, [extendedReport(data.subarray(0, 180), { eventType: 0x20 })]),
      hciEvent(0x0d, [extendedReport(data.subarray(180))]),
    ];
    const bytes = btsnoop(reports.map((packet, index) => ({ packet, timeMs: TIME_S * 1000 + index })));
    for (const size of [1, 7, 100, 1000]) {
      expect(decodeInPieces("btsnoop", bytes, size)).toMatchObject([
        { kind: "frame", observedAtMs: TIME_S * 1000 + 1 },
      ]);
    }
  });

  it("keeps the objects of a list together, however the file is split, and splits an endless list", () => {
    const aircraft = (index: number) => [
      { "Basic ID": { id_type: "Serial Number (ANSI/CTA-2063-A)", id: `S${index}` } },
      { "Location/Vector Message": { latitude: 50, longitude: 14 + index / 1000 } },
    ];
    const all = [0, 1, 2, 3].map(aircraft);
    for (const text of [all.map((one) => JSON.stringify(one)).join("\n"), JSON.stringify(all, null, 1)]) {
      for (let size = 1; size < 90; size += 1) {
        const decoded = decodeInPieces("scout_json", bytesOf(text), size);
        expect(decoded.map((one) => one.kind === "frame" && one.messages.length)).toEqual([2, 2, 2, 2]);
      }
    }
    const endless = `[${Array.from({ length: 20_000 }, (_, index) => `{"sn":"s","gnss_satellites":${index % 20}}`).join()}`;
    expect(decodeInPieces("scout_json", bytesOf(endless), 65_536)).toHaveLength(20_000);
  });

  it("does not split UDP lines, also those of an array", () => {
    const line = (index: number) => JSON.stringify({ t: TIME_S + index, mac: "02:00:00:00:00:01", id: `Ä${index}` });
    const lines = [0, 1, 2, 3, 4].map(line);
    for (const text of [
      lines.join("\n"),
      `${lines.join("\r\n")}\r\n`,
      `[\n${lines.join(",\n")}\n]\n`,
      `[${lines.join(",\n")}]`,
    ]) {
      const whole = decodeInPieces("udp_lines", bytesOf(text), 10_000);
      expect(whole.map(({ kind }) => kind)).toEqual(["frame", "frame", "frame", "frame", "frame"]);
      for (let size = 1; size < 80; size += 1) {
        expect(decodeInPieces("udp_lines", bytesOf(text), size)).toEqual(whole);
      }
    }
  });

  it("reads lines in UTF-16 of either order, and with the mark of UTF-8, however the file is split", () => {
    const line = JSON.stringify({ t: TIME_S, mac: "02:00:00:00:00:01", id: "Ä1" });
    const plain = decodeInPieces("udp_lines", bytesOf(line), 100);
    const text = `\ufeff${line}\r\n`;
    for (const bytes of [bytesOf(text), Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      for (const size of [1, 2, 3, 7, 1000]) expect(decodeInPieces("udp_lines", bytes, size)).toEqual(plain);
    }
  });

  it("does not split SCOUT objects, in lines, joined, indented and in an array", () => {
    const object = (index: number) => ({ sn: `s{"${index}`, gnss_satellites: index, gnss_position: null });
    const objects = [1, 2, 3, 4, 5].map(object);
    const texts = [
      objects.map((one) => JSON.stringify(one)).join("\n"),
      objects.map((one) => JSON.stringify(one)).join(""),
      JSON.stringify(objects, null, 2),
    ];
    for (const text of texts) {
      for (let size = 1; size < 80; size += 1) {
        const decoded = decodeInPieces("scout_json", bytesOf(text), size);
        expect(decoded.map((one) => one.kind === "sensor" && one.satellites)).toEqual([1, 2, 3, 4, 5]);
      }
    }
  });

  it("goes on behind a line that never ends, and an object that never ends", () => {
    const good = JSON.stringify({ t: TIME_S, mac: "02:00:00:00:00:01", id: "A" });
    const udp = decodeInPieces("udp_lines", bytesOf(`${good}\n${"x".repeat(500_000)}\n${good}\n`), 65_536);
    expect(udp.filter(({ kind }) => kind === "frame")).toHaveLength(2);
    const sensor = JSON.stringify({ sn: "s", gnss_satellites: 3 });
    const many = `${sensor}\n`.repeat(20_000);
    const scout = decodeInPieces("scout_json", bytesOf(`{"sn":"broken\n${many}`), 65_536);
    expect(scout.filter(({ kind }) => kind === "refused").length).toBeGreaterThan(0);
    expect(scout.filter(({ kind }) => kind === "sensor").length).toBeGreaterThan(15_000);
  });

  it("never throws, whatever its bytes are", () => {
    const formats = fc.constantFrom<RecordingFormat>(
      "pcap",
      "pcapng",
      "btsnoop",
      "tlog",
      "mavlink",
      "udp_lines",
      "scout_json",
    );
    fc.assert(
      fc.property(
        formats,
        fc.uint8Array({ maxLength: 600 }),
        fc.integer({ min: 1, max: 90 }),
        (format, bytes, size) => {
          for (const one of decodeInPieces(format, bytes, size)) expect(one.kind).toBe("refused");
        },
      ),
      { numRuns: 500 },
    );
  });
});
