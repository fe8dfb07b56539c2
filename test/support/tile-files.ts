import { Buffer } from "node:buffer";
import { deflateSync, gzipSync } from "node:zlib";
import { crc32 } from "node:zlib";
import { zxyToTileId } from "pmtiles";

/** A tile by its place in the XYZ scheme. */
export type TileContent = { readonly z: number; readonly x: number; readonly y: number; readonly bytes: Uint8Array };

export type PmtilesContent = {
  readonly tiles: readonly TileContent[];
  /** PMTiles: 1 vector, 2 PNG. */
  readonly type: 1 | 2;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** West, south, east, north in degrees. */
  readonly bounds?: readonly [number, number, number, number];
};

/** A picture of one colour, as PNG. */
export function pngOf([red, green, blue]: readonly [number, number, number], size = 256): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + 3 * size);
  for (let at = 1; at < line.length; at += 3) line.set([red, green, blue], at);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => line)));
  const chunks = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A vector tile with one layer, which has one polygon over the whole tile. */
export function vectorTileOf(layer: string): Uint8Array {
  const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
  const steps = [
    9,
    zigzag(0),
    zigzag(0),
    26,
    zigzag(4096),
    zigzag(0),
    zigzag(0),
    zigzag(4096),
    zigzag(-4096),
    zigzag(0),
    15,
  ];
  const geometry = Buffer.concat(steps.map(varint));
  // type 3 = polygon
  const feature = Buffer.concat([varint(3 << 3), varint(3), field(4, geometry)]);
  const version = Buffer.concat([varint(15 << 3), varint(2)]);
  const extent = Buffer.concat([varint(5 << 3), varint(4096)]);
  return field(3, Buffer.concat([version, field(1, Buffer.from(layer)), field(2, feature), extent]));
}

function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

/** A PMTiles file of version 3 with its directory in the root, in the order of its tiles. */
export function pmtilesOf({ tiles, type, metadata = {}, bounds = [-180, -85, 180, 85] }: PmtilesContent): Buffer {
  const ordered = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: type === 1 ? gzipSync(tile.bytes) : tile.bytes }))
    .sort((one, other) => one.id - other.id);
  let previous = 0;
  const ids = ordered.map(({ id }) => {
    const step = id - previous;
    previous = id;
    return varint(step);
  });
  const lengths = ordered.map(({ bytes }) => varint(bytes.length));
  const runs = ordered.map(() => varint(1));
  // 0: directly after the one before.
  const offsets = ordered.map((_, index) => varint(index === 0 ? 1 : 0));
  const directory = gzipSync(Buffer.concat([varint(ordered.length), ...ids, ...runs, ...lengths, ...offsets]));
  const json = gzipSync(JSON.stringify(metadata));
  const data = Buffer.concat(ordered.map(({ bytes }) => bytes));
  const header = Buffer.alloc(127);
  header.write("PMTiles", 0, "latin1");
  header[7] = 3;
  const metadataAt = 127 + directory.length;
  const dataAt = metadataAt + json.length;
  const counts = [ordered.length, ordered.length, ordered.length];
  [127, directory.length, metadataAt, json.length, dataAt, 0, dataAt, data.length, ...counts].forEach((value, index) =>
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index),
  );
  const zooms = tiles.map(({ z }) => z);
  header.set([1, 2, type === 1 ? 2 : 1, type, Math.min(...zooms), Math.max(...zooms)], 96);
  bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index));
  return Buffer.concat([header, directory, json, data]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
