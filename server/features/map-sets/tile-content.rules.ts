import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { TileFormat } from "../../contracts/map-sets.ts";
import { decodeProtobuf, readVarint } from "../../kernel/protobuf.ts";
import { MAX_TILE_BYTES } from "./tile-file.ts";

/** The format of a tile, from its first bytes; `undefined` for anything that is not a tile. */
export function formatOfTile(bytes: Uint8Array): TileFormat | undefined {
  return formatOfPicture(bytes) ?? (layerNamesOf(bytes) ? "pbf" : undefined);
}

export function formatOfPicture(bytes: Uint8Array): Exclude<TileFormat, "pbf"> | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("\xff\xd8\xff")) return "jpg";
  if (text.startsWith("RIFF") && text.slice(8) === "WEBP") return "webp";
  return undefined;
}

/** A vector tile without the compression that files store it with. Throws where it is damaged. */
export function unpacked(bytes: Uint8Array): Uint8Array {
  const options = { maxOutputLength: MAX_TILE_BYTES };
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, options);
  if (bytes[0] === 0x78 && ((bytes[0] << 8) | (bytes[1] ?? 0)) % 31 === 0) return inflateSync(bytes, options);
  return bytes;
}

/** The compressions of PMTiles (its specification, 3.4). Throws for an unknown one and for damaged bytes. */
export function decompressPmtiles(bytes: Uint8Array, compression: number, maxOutputLength: number): Uint8Array {
  switch (compression) {
    case 0:
    case 1:
      return bytes;
    case 2:
      return gunzipSync(bytes, { maxOutputLength });
    case 3:
      return brotliDecompressSync(bytes, { maxOutputLength });
    case 4:
      return zstdDecompressSync(bytes, { maxOutputLength });
    default:
      throw new Error(`unknown compression ${compression}`);
  }
}

/** Width of a picture in pixels, from its header; `undefined` where that cannot be read. */
export function widthOfTile(bytes: Uint8Array, format: TileFormat): number | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (format) {
    case "png":
      return view.length >= 24 ? view.readUInt32BE(16) : undefined;
    case "webp":
      return view.length >= 30 ? widthOfWebp(view) : undefined;
    case "jpg":
      return widthOfJpeg(view);
    case "pbf":
      return undefined;
  }
}

function widthOfWebp(view: Buffer): number | undefined {
  switch (view.toString("latin1", 12, 16)) {
    case "VP8 ":
      return view.readUInt16LE(26) & 0x3fff;
    case "VP8L":
      return (view.readUInt16LE(21) & 0x3fff) + 1;
    case "VP8X":
      return view.readUIntLE(24, 3) + 1;
    default:
      return undefined;
  }
}

/** The width is in the start of a frame, behind segments of any length (ITU-T T.81, B.2). */
function widthOfJpeg(view: Buffer): number | undefined {
  for (let at = 2; at + 9 < view.length && view[at] === 0xff;) {
    const marker = view[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.readUInt16BE(at + 7);
    at += 2 + view.readUInt16BE(at + 2);
  }
  return undefined;
}

const LAYER_TAG = (3 << 3) | 2;

/**
 * Names of the layers of a vector tile (Mapbox Vector Tile 2.1, 4.1); none for an empty one. `undefined` where the bytes
 * are something else.
 */
export function layerNamesOf(packed: Uint8Array): readonly string[] | undefined {
  let bytes: Uint8Array;
  try {
    bytes = unpacked(packed);
  } catch {
    return undefined;
  }
  const names: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] === LAYER_TAG ? readVarint(bytes, at + 1) : undefined;
    if (length === undefined) return undefined;
    const end = length.end + Number(length.value);
    const layer = end > bytes.length ? undefined : decodeProtobuf(bytes.subarray(length.end, end), { 1: "bytes" });
    const name = layer?.text(1) ?? "";
    if (name === "") return undefined;
    names.push(name);
    at = end;
  }
  return names;
}
