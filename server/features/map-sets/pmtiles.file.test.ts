import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PmtilesContent, pmtilesOf, pngOf, vectorTileOf } from "../../../test/support/tile-files.ts";
import { openPmtiles } from "./pmtiles.file.ts";

const RED = pngOf([200, 0, 0]);
const FIELDS = vectorTileOf("fields");
const PICTURE: PmtilesContent = { tiles: [{ z: 0, x: 0, y: 0, bytes: RED }], type: 2 };
/** Places in the header of PMTiles 3 (its specification, 3.1). */
const AT = {
  version: 7,
  root: 8,
  metadata: 24,
  metadataLength: 32,
  leaves: 40,
  leavesLength: 48,
  data: 56,
  internalCompression: 97,
  tileType: 99,
  minZoom: 100,
  maxZoom: 101,
} as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-pmtiles-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function fileOf(bytes: Uint8Array): string {
  const path = join(folder, `${++made}.pmtiles`);
  writeFileSync(path, bytes);
  return path;
}

/** A sound file with some of its bytes changed. */
function changed(change: (bytes: Buffer) => Buffer | void, file: PmtilesContent = PICTURE): string {
  const bytes = pmtilesOf(file);
  return fileOf(change(bytes) ?? bytes);
}

const put = (bytes: Buffer, at: number, value: number) => bytes.writeBigUInt64LE(BigInt(value), at);
const numberAt = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

async function factsOf(path: string) {
  const file = await openPmtiles(path);
  try {
    return await file.inspect();
  } finally {
    await file.close();
  }
}

/**
 * A file whose root directory has only leaves, each of them the directory of the file it is made of; `levels` of such
 * directories lie one above the other.
 */
function withLeaves(file: PmtilesContent, levels: number, entries: number): Buffer {
  const whole = pmtilesOf(file);
  const [root, metadata, data] = [AT.root, AT.metadata, AT.data].map((at) => numberAt(whole, at)) as [
    number,
    number,
    number,
  ];
  const directory = whole.subarray(root, metadata);
  const parts: Buffer[] = [directory];
  let [from, length] = [0, directory.length];
  let top = directory;
  for (let level = 0; level < levels; level++) {
    top = leafDirectory({ entries, from, length });
    from = Buffer.concat(parts).length;
    length = top.length;
    parts.push(top);
  }
  const leaves = Buffer.concat(parts);
  const header = Buffer.from(whole.subarray(0, 127));
  const json = whole.subarray(metadata, data);
  const ends = [127, 127 + top.length, 127 + top.length + json.length] as const;
  put(header, AT.root, ends[0]);
  put(header, AT.root + 8, top.length);
  put(header, AT.metadata, ends[1]);
  put(header, AT.leaves, ends[2]);
  put(header, AT.leavesLength, leaves.length);
  put(header, AT.data, ends[2] + leaves.length);
  return Buffer.concat([header, top, json, leaves, whole.subarray(data)]);
}

/** A directory whose entries all point to the same leaf (their run length is 0). */
function leafDirectory({ entries, from, length }: { entries: number; from: number; length: number }): Buffer {
  const varint = (value: number): readonly number[] =>
    value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
  const each = (value: (index: number) => number) =>
    Array.from({ length: entries }, (_, index) => varint(value(index))).flat();
  const columns = [each((index) => (index === 0 ? 0 : 1)), each(() => 0), each(() => length), each(() => from + 1)];
  return gzipSync(Buffer.from([...varint(entries), ...columns.flat()]));
}

describe("a PMTiles file", () => {
  it("describes what it shows, and returns its tiles", async () => {
    const path = fileOf(
      pmtilesOf({
        ...PICTURE,
        metadata: { name: "<b>Fields</b>", attribution: "&copy; Somebody" },
        bounds: [14, 49.5, 15, 50.5],
      }),
    );
    expect(await factsOf(path)).toEqual({
      container: "pmtiles",
      format: "png",
      name: "Fields",
      attribution: "© Somebody",
      minZoom: 0,
      maxZoom: 0,
      bounds: { west: 14, south: 49.5, east: 15, north: 50.5 },
      tileSize: 256,
      layers: [],
    });
    const file = await openPmtiles(path);
    expect(Buffer.from((await file.readTile({ z: 0, x: 0, y: 0 }))!).equals(RED)).toBe(true);
    expect(await file.readTile({ z: 3, x: 1, y: 1 })).toBeUndefined();
    await file.close();
  });

  it("of vectors lists the layers it names and those in its tiles, and returns tiles decompressed", async () => {
    const tiles = [
      { z: 1, x: 0, y: 0, bytes: FIELDS },
      { z: 1, x: 1, y: 1, bytes: vectorTileOf("water") },
    ];
    const metadata = { vector_layers: [{ id: "fields", fields: { crop: "String" } }] };
    const path = fileOf(pmtilesOf({ tiles, type: 1, metadata }));
    expect(await factsOf(path)).toMatchObject({
      format: "pbf",
      tileSize: null,
      layers: [
        { id: "fields", fields: ["crop"] },
        { id: "water", fields: [] },
      ],
    });
    const file = await openPmtiles(path);
    expect(Buffer.from((await file.readTile({ z: 1, x: 0, y: 0 }))!).equals(FIELDS)).toBe(true);
    await file.close();
  });

  it("covers the world where its header makes no sense, and has no name in metadata that are a list", async () => {
    const path = fileOf(pmtilesOf({ ...PICTURE, bounds: [15, 50, 14, 49], metadata: [] as never }));
    expect(await factsOf(path)).toMatchObject({
      name: "",
      bounds: { west: -180, south: -85.051129, east: 180, north: 85.051129 },
    });
  });

  it("is looked at all over, through directories of directories", async () => {
    const tiles = Array.from({ length: 64 }, (_, index) => ({ z: 3, x: index % 8, y: index >> 3, bytes: RED }));
    expect(await factsOf(fileOf(withLeaves({ tiles, type: 2 }, 1, 1)))).toMatchObject({ format: "png", minZoom: 3 });
    // More directories than are looked at, and more of them above one another than there are in any real file.
    await expect(factsOf(fileOf(withLeaves({ tiles, type: 2 }, 5, 9)))).rejects.toThrow("The file contains no tiles.");
  });

  it.each([
    [
      "of version 2",
      (bytes: Buffer) => void (bytes[AT.version] = 2),
      "PMTiles of version 2; only version 3 can be read.",
    ],
    ["that ends in its header", (bytes: Buffer) => bytes.subarray(0, 100), "The file ends inside of its header."],
    [
      "of pictures that no browser of the console shows",
      (bytes: Buffer) => void (bytes[AT.tileType] = 5),
      "The file holds AVIF pictures; PNG, JPEG, WebP and Mapbox vector tiles can be shown.",
    ],
    [
      "of a type that is not known",
      (bytes: Buffer) => void (bytes[AT.tileType] = 77),
      "The file holds tiles of an unknown type (77); PNG,",
    ],
    [
      "with its zooms the wrong way round",
      (bytes: Buffer) => void (bytes[AT.minZoom] = 9),
      "The header of the file is damaged: its zooms are 9 to 0.",
    ],
    [
      "with a zoom that no map has",
      (bytes: Buffer) => void (bytes[AT.maxZoom] = 200),
      "The header of the file is damaged: its zooms are 0 to 200.",
    ],
    [
      "with a directory that is none",
      (bytes: Buffer) => void bytes.fill(0xee, numberAt(bytes, AT.root), numberAt(bytes, AT.root) + 10),
      "The directory of the file cannot be read: it is damaged.",
    ],
    [
      "with metadata that are none",
      (bytes: Buffer) => void bytes.fill(0xee, numberAt(bytes, AT.metadata), numberAt(bytes, AT.metadata) + 10),
      "The metadata of the file cannot be read: it is damaged.",
    ],
    [
      "packed in a way that is not known",
      (bytes: Buffer) => void (bytes[AT.internalCompression] = 9),
      "The directory of the file cannot be read: it is damaged.",
    ],
    [
      "of vectors, it says, and its tiles are pictures",
      (bytes: Buffer) => void (bytes[AT.tileType] = 1),
      "The tile 0/0/0 is not what the file says (pbf): it is damaged.",
    ],
  ])("is refused: one %s", async (_, change, sentence) => {
    await expect(factsOf(changed(change))).rejects.toThrow(sentence);
  });

  it("is refused with its size and the one it should have, cut anywhere", async () => {
    const whole = pmtilesOf(PICTURE);
    for (const length of [whole.length - 1, 200, 127]) {
      await expect(factsOf(fileOf(whole.subarray(0, length)))).rejects.toThrow(
        `The file is cut off: it has ${length} bytes, and its header speaks of ${whole.length}.`,
      );
    }
  });

  it("is refused where its directory points outside of it, or to another tile", async () => {
    const entry = { entries: 1, from: 1_000_000, length: 100 };
    const outside = changed((bytes) => {
      const leaf = leafDirectory(entry);
      const moved = Buffer.concat([bytes, leaf]);
      put(moved, AT.root, bytes.length);
      put(moved, AT.root + 8, leaf.length);
      return moved;
    });
    await expect(factsOf(outside)).rejects.toThrow(
      "The directory of the file is damaged: it points outside of the file.",
    );
    const elsewhere = changed((bytes) => void put(bytes, AT.data, numberAt(bytes, AT.data) - 5));
    await expect(factsOf(elsewhere)).rejects.toThrow("The tile 0/0/0 is not what the file says (png): it is damaged.");
  });

  it("is refused where a tile unpacks to more than a map has", async () => {
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
    const path = fileOf(pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: bomb }], type: 1 }));
    await expect(factsOf(path)).rejects.toThrow(/^The tile 0\/0\/0 .*it is damaged\.$/);
  });

  it("is refused where a picture is larger than any of a map", async () => {
    const large = Buffer.concat([RED, Buffer.alloc(16 * 1024 * 1024)]);
    const path = fileOf(pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: large }], type: 2 }));
    await expect(factsOf(path)).rejects.toThrow(`The tile 0/0/0 has ${large.length} bytes, which is too many.`);
  });

  it("that becomes shorter while it is read is refused", async () => {
    const path = fileOf(pmtilesOf(PICTURE));
    const file = await openPmtiles(path);
    truncateSync(path, 127);
    await expect(file.inspect()).rejects.toThrow("The file became shorter while it was read.");
    await file.close();
  });
});
