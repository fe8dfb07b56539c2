import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { encodeLines, encodePoint, type Vertex } from "./geometry.ts";

/** What GDAL 3.6.2 stored of the same geometries, given to it as WKT (`ogr2ogr -f GPKG -a_srs EPSG:4326`). */
const GDAL = {
  pointZ: "47500001e6100000 01 e9030000 4b581b6327e02c40 0e8d823bab094940 713d0ad7a3807240",
  lineZm: `47500005e6100000 0000000000002c40 0000000000003140 0000000000004940 0000000000804a40
    0000000000005940 0000000000007940 01 bd0b0000 02000000
    01 ba0b0000 02000000 0000000000002c40 0000000000004940 0000000000005940 000000000000f03f
    0000000000002e40 0000000000804940 0000000000006940 0000000000000040
    01 ba0b0000 02000000 0000000000003040 0000000000004a40 0000000000c07240 0000000000000840
    0000000000003140 0000000000804a40 0000000000007940 0000000000001040`,
  lineM: `47500003e6100000 0000000000002c40 0000000000003140 0000000000004940 0000000000804a40
    01 d5070000 02000000
    01 d2070000 02000000 0000000000002c40 0000000000004940 000000000000f03f
    0000000000002e40 0000000000804940 0000000000000040
    01 d2070000 02000000 0000000000003040 0000000000004a40 0000000000000840
    0000000000003140 0000000000804a40 0000000000001040`,
} as const;

const hexOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString("hex");
const bare = (hex: string) => hex.replaceAll(/\s/g, "");

const vertex = (longitude: number, latitude: number, heightM: number | null, timeS: number): Vertex => ({
  longitude,
  latitude,
  heightM,
  timeS,
});
const LINES = [
  [vertex(14, 50, 100, 1), vertex(15, 51, 200, 2)],
  [vertex(16, 52, 300, 3), vertex(17, 53, 400, 4)],
];

it("writes a point with a height byte for byte as GDAL does", () => {
  expect(hexOf(encodePoint(14.4378005, 50.0755381, 296.04))).toBe(bare(GDAL.pointZ));
});

it("writes a point without a height as one of two dimensions, not at height 0", () => {
  const { bytes, box } = encodePoint(-180, 90, null);
  const view = new DataView(bytes.buffer);
  expect([bytes.length, view.getUint32(9, true)]).toEqual([29, 1]);
  expect([view.getFloat64(13, true), view.getFloat64(21, true)]).toEqual([-180, 90]);
  expect(box).toEqual({ minX: -180, minY: 90, maxX: -180, maxY: 90 });
});

it("writes lines with heights and times byte for byte as GDAL does", () => {
  const lines = encodeLines(LINES);
  expect(hexOf(lines)).toBe(bare(GDAL.lineZm));
  expect(lines.box).toEqual({ minX: 14, minY: 50, maxX: 17, maxY: 53 });
});

it("writes no heights where one of them is unknown, byte for byte as GDAL does", () => {
  const [first, [third, fourth] = []] = LINES;
  expect(hexOf(encodeLines([first!, [{ ...third!, heightM: null }, fourth!]]))).toBe(bare(GDAL.lineM));
});
