import { dataViewOf } from "../../kernel/data-view.ts";

/** A longitude and latitude in degrees (WGS 84), the height above the ellipsoid in metres and the time in Unix seconds. */
export type Vertex = {
  readonly longitude: number;
  readonly latitude: number;
  readonly heightM: number | null;
  readonly timeS: number;
};

/** Bounds in degrees. */
export type Box = { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };

/** A geometry as GeoPackage stores it, and its bounds for the spatial index. */
export type EncodedGeometry = { readonly bytes: Uint8Array; readonly box: Box };

/** The id of WGS 84 in the table of reference systems, that of EPSG. */
export const WGS84_SRS = 4326;

/** Flags of the header (OGC 12-128r17, 2.1.3): little-endian numbers, and the kind of envelope in bits 1 to 3. */
const LITTLE_ENDIAN = 1;
const ENVELOPE_XY = 1 << 1;
const ENVELOPE_XYZ = 2 << 1;

/** ISO 13249-3: 1000 is added with heights, 2000 with measures, 3000 with both. */
const POINT = 1;
const LINE_STRING = 2;
const MULTI_LINE_STRING = 5;
const WITH_Z = 1000;
const WITH_M = 2000;

const HEAD_BYTES = 8;
/** The order of bytes, the type, and for all but points the number of parts. */
const WKB_HEAD_BYTES = 9;
const DOUBLE_BYTES = 8;

/** A point, with its height if it is known. As other programs do, without an envelope: it would only repeat the point. */
export function encodePoint(longitude: number, latitude: number, heightM: number | null): EncodedGeometry {
  const coordinates = heightM === null ? [longitude, latitude] : [longitude, latitude, heightM];
  const bytes = new Uint8Array(HEAD_BYTES + 5 + coordinates.length * DOUBLE_BYTES);
  const out = createCursor(bytes);
  writeHead(out, LITTLE_ENDIAN);
  out.byte(LITTLE_ENDIAN);
  out.uint32(POINT + (heightM === null ? 0 : WITH_Z));
  for (const coordinate of coordinates) out.double(coordinate);
  return { bytes, box: { minX: longitude, minY: latitude, maxX: longitude, maxY: latitude } };
}

/**
 * Lines with the time as measure. They have heights only where all of their vertices do: a geometry either has them or
 * not, and there is no number for an unknown one.
 *
 * @param lines at least one, each with at least two vertices
 */
export function encodeLines(lines: readonly (readonly Vertex[])[]): EncodedGeometry {
  const hasZ = lines.every((line) => line.every(({ heightM }) => heightM !== null));
  const { box, heights } = boundsOf(lines);
  const envelope = hasZ ? [...edgesOf(box), heights.min, heights.max] : edgesOf(box);
  const type = WITH_M + (hasZ ? WITH_Z : 0);
  const vertexBytes = (hasZ ? 4 : 3) * DOUBLE_BYTES;
  const vertices = lines.reduce((sum, line) => sum + line.length, 0);
  const bytes = new Uint8Array(
    HEAD_BYTES + envelope.length * DOUBLE_BYTES + WKB_HEAD_BYTES * (1 + lines.length) + vertices * vertexBytes,
  );
  const out = createCursor(bytes);
  writeHead(out, LITTLE_ENDIAN | (hasZ ? ENVELOPE_XYZ : ENVELOPE_XY));
  for (const edge of envelope) out.double(edge);
  out.byte(LITTLE_ENDIAN);
  out.uint32(MULTI_LINE_STRING + type);
  out.uint32(lines.length);
  for (const line of lines) {
    out.byte(LITTLE_ENDIAN);
    out.uint32(LINE_STRING + type);
    out.uint32(line.length);
    for (const { longitude, latitude, heightM, timeS } of line) {
      out.double(longitude);
      out.double(latitude);
      if (hasZ) out.double(heightM!);
      out.double(timeS);
    }
  }
  return { bytes, box };
}

type Cursor = {
  readonly byte: (value: number) => void;
  readonly int32: (value: number) => void;
  readonly uint32: (value: number) => void;
  readonly double: (value: number) => void;
};

function createCursor(bytes: Uint8Array): Cursor {
  const view = dataViewOf(bytes);
  let at = 0;
  const advance = (by: number) => (at += by) - by;
  return {
    byte: (value) => view.setUint8(advance(1), value),
    int32: (value) => view.setInt32(advance(4), value, true),
    uint32: (value) => view.setUint32(advance(4), value, true),
    double: (value) => view.setFloat64(advance(DOUBLE_BYTES), value, true),
  };
}

/** `GP`, version 0. */
function writeHead(out: Cursor, flags: number): void {
  out.byte(0x47);
  out.byte(0x50);
  out.byte(0);
  out.byte(flags);
  out.int32(WGS84_SRS);
}

/** In the order of an envelope. */
function edgesOf({ minX, maxX, minY, maxY }: Box): readonly number[] {
  return [minX, maxX, minY, maxY];
}

function boundsOf(lines: readonly (readonly Vertex[])[]) {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const heights = { min: Infinity, max: -Infinity };
  for (const line of lines) {
    for (const { longitude, latitude, heightM } of line) {
      box.minX = Math.min(box.minX, longitude);
      box.maxX = Math.max(box.maxX, longitude);
      box.minY = Math.min(box.minY, latitude);
      box.maxY = Math.max(box.maxY, latitude);
      heights.min = Math.min(heights.min, heightM ?? Infinity);
      heights.max = Math.max(heights.max, heightM ?? -Infinity);
    }
  }
  return { box, heights };
}
