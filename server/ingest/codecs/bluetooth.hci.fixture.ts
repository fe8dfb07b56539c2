import { Buffer } from "node:buffer";

/** Synthetic packets of a Bluetooth controller, as HCI captures and btsnoop files contain them. */

const ADDRESS = Buffer.of(1, 2, 3, 4, 5, 6);

/** Advertising data that contains these Open Drone ID bytes. */
export function odidServiceData(odid: Uint8Array): Buffer {
  return Buffer.from([odid.length + 5, 0x16, 0xfa, 0xff, 0x0d, 1, ...odid]);
}

export function legacyReport(data: Uint8Array, rssiDbm = -60): Buffer {
  return Buffer.concat([Buffer.of(0, 1), ADDRESS, Buffer.of(data.length), data, Buffer.of(rssiDbm & 255)]);
}

export function extendedReport(
  data: Uint8Array,
  { eventType = 0, rssiDbm = -60 }: { readonly eventType?: number; readonly rssiDbm?: number } = {},
): Buffer {
  const phyAndSet = Buffer.of(1, 3, 7);
  const rest = Buffer.of(127, rssiDbm & 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, data.length);
  return Buffer.concat([Buffer.of(eventType, 0, 1), ADDRESS, phyAndSet, rest, data]);
}

/** An LE meta event with these reports, after its H4 indicator. */
export function hciEvent(subevent: number, reports: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.of(subevent, reports.length), ...reports]);
  return Buffer.concat([Buffer.of(0x04, 0x3e, body.length), body]);
}

const EPOCH_US = 62_168_256_000_000_000n;

export type SnoopRecord = { readonly packet: Uint8Array; readonly timeMs: number; readonly flags?: number };

/** A btsnoop file of these packets; 1002 is H4. */
export function btsnoop(records: readonly SnoopRecord[], datalink = 1002): Buffer {
  const header = Buffer.concat([Buffer.from("btsnoop\0"), Buffer.alloc(8)]);
  header.writeUInt32BE(1, 8);
  header.writeUInt32BE(datalink, 12);
  const parts = records.map(({ packet, timeMs, flags = 3 }) => {
    const head = Buffer.alloc(24);
    head.writeUInt32BE(packet.length, 0);
    head.writeUInt32BE(packet.length, 4);
    head.writeUInt32BE(flags, 8);
    head.writeBigInt64BE(BigInt(timeMs) * 1000n + EPOCH_US, 16);
    return Buffer.concat([head, packet]);
  });
  return Buffer.concat([header, ...parts]);
}

/** A little-endian pcap of these packets, a second apart. */
export function pcapOf(packets: readonly Uint8Array[], linkType: number, firstS = 1_746_093_600): Buffer {
  const words = (...values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
    return bytes;
  };
  const records = packets.map((packet, index) =>
    Buffer.concat([words(firstS + index, 0, packet.length, packet.length), packet]),
  );
  return Buffer.concat([words(0xa1b2c3d4, 0x0004_0002, 0, 0, 65_535, linkType), ...records]);
}
