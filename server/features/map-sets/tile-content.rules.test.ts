import { Buffer } from "node:buffer";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pngOf, vectorTileOf } from "../../../test/support/tile-files.ts";
import { decompressPmtiles, formatOfTile, layerNamesOf, unpacked, widthOfTile } from "./tile-content.rules.ts";
import { layersOf, plainText, usableBounds } from "./tile-metadata.rules.ts";

const VECTOR = vectorTileOf("fields");
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080040020001011100ffd9", "hex");
const webp = (chunk: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}`, "latin1"), Buffer.from(rest, "hex")]);

describe("the bytes of a tile", () => {
  it.each([
    ["PNG", pngOf([1, 2, 3]), "png", 256],
    ["a large PNG", pngOf([1, 2, 3], 512), "png", 512],
    ["JPEG", JPEG, "jpg", 512],
    ["WebP, lossy", webp("VP8 ", "000000000000009d012a00020002"), "webp", 512],
    ["WebP, lossless", webp("VP8L", "000000002fffc17f00000000000000"), "webp", 512],
    ["WebP, extended", webp("VP8X", "0a00000010000000ff0100ff0100"), "webp", 512],
    ["a vector tile", VECTOR, "pbf", undefined],
    ["a vector tile in gzip", gzipSync(VECTOR), "pbf", undefined],
    ["a vector tile in zlib", deflateSync(VECTOR), "pbf", undefined],
    ["an empty vector tile", new Uint8Array(), "pbf", undefined],
  ] as const)("are recognised: %s", (_, bytes, format, width) => {
    expect(formatOfTile(bytes)).toBe(format);
    expect(widthOfTile(bytes, format)).toBe(width);
  });

  it.each([
    ["a page", Buffer.from("<!doctype html>")],
    ["nothing but ones", Buffer.alloc(500, 255)],
    ["a damaged gzip", gzipSync(VECTOR).subarray(0, 30)],
    ["a vector tile without its end", VECTOR.subarray(0, VECTOR.length - 1)],
    ["a gzip that grows without end", gzipSync(Buffer.alloc(20 * 1024 * 1024))],
  ])("are refused: %s", (_, bytes) => {
    expect(formatOfTile(bytes)).toBeUndefined();
  });

  it.each([
    ["a PNG that ends before its size", pngOf([1, 2, 3]).subarray(0, 20), "png"],
    ["a WebP that ends before its size", webp("VP8 ", "0000"), "webp"],
    ["a WebP of a kind that is not known", webp("ALPH", "000000000000009d012a00020002"), "webp"],
    ["a JPEG without a frame", Buffer.from("ffd8ffe00002ffe1000200000000000000", "hex"), "jpg"],
  ] as const)("say no width where they have none: %s", (_, bytes, format) => {
    expect([formatOfTile(bytes), widthOfTile(bytes, format)]).toEqual([format, undefined]);
  });

  it("never throw, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const format = formatOfTile(bytes);
        if (format !== undefined) widthOfTile(bytes, format);
      }),
    );
  });

  it("of a vector tile name their layers and come plain", () => {
    const two = Buffer.concat([VECTOR, vectorTileOf("roads")]);
    expect(layerNamesOf(gzipSync(two))).toEqual(["fields", "roads"]);
    expect(Buffer.from(unpacked(gzipSync(two))).equals(two)).toBe(true);
  });
});

describe("a part of a PMTiles file", () => {
  const plain = Buffer.from("a directory");
  it.each([
    ["not", 1, plain],
    ["in a way that is not said", 0, plain],
    ["with gzip", 2, gzipSync(plain)],
    ["with brotli", 3, brotliCompressSync(plain)],
    ["with zstd", 4, zstdCompressSync(plain)],
  ])("is read where it is packed %s", (_, compression, packed) => {
    expect(Buffer.from(decompressPmtiles(packed, compression, 100)).equals(plain)).toBe(true);
  });

  it("is refused where it is packed in another way, or grows beyond its limit", () => {
    expect(() => decompressPmtiles(plain, 5, 100)).toThrow("unknown compression 5");
    const large = Buffer.alloc(1000);
    for (const [compression, packed] of [
      [2, gzipSync(large)],
      [3, brotliCompressSync(large)],
      [4, zstdCompressSync(large)],
    ] as const)
      expect(() => decompressPmtiles(packed, compression, 100)).toThrow(/larger than 100 bytes/);
  });
});

describe("the description that a file contains", () => {
  it.each([
    ['<a href="https://osm.org">&copy; OpenStreetMap</a>', "© OpenStreetMap"],
    ["a &amp; b &#169; &#xA9; &nope;", "a & b © © &nope;"],
    ["<img src=x onerror=alert(1)>", ""],
    ["a &#7; b &#x110000; c", "a b c"],
    [17, ""],
    [undefined, ""],
  ])("is plain text: %j", (value, expected) => {
    expect(plainText(value)).toBe(expected);
  });

  it("keeps bounds that make sense", () => {
    expect(usableBounds({ west: -200, south: -90, east: 20, north: 90 })).toMatchObject({ west: -180, east: 20 });
    for (const wrong of [
      { west: 10, south: 0, east: 10, north: 5 },
      { west: Number.NaN, south: 0, east: 10, north: 5 },
      { west: 0, south: 86, east: 10, north: 89 },
    ])
      expect(usableBounds(wrong)).toBeUndefined();
  });

  it("lists the layers it names, and those that are found", () => {
    const stated = [{ id: "roads", fields: { name: "String" } }, { name: "none" }, null];
    expect(layersOf(stated, new Set(["roads", "water"]))).toEqual([
      { id: "roads", fields: ["name"] },
      { id: "water", fields: [] },
    ]);
    expect(layersOf(stated, new Set())).toEqual([]);
  });
});
