import type { Feature } from "geojson";
import { describe, expect, it } from "vitest";
import { halveResolution } from "./heights.mjs";
import { maskOf } from "./mask.mjs";
import { readNetcdf } from "./netcdf.mjs";

/** A list of the classic format: its tag, how many, and their words. */
function listOf(tag: number, ...entries: readonly Buffer[]): Buffer {
  return Buffer.concat([word(tag), word(entries.length), ...entries]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function named(name: string, ...rest: readonly Buffer[]): Buffer {
  const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
  padded.write(name, "latin1");
  return Buffer.concat([word(name.length), padded, ...rest]);
}

function fileOf(type: number): Buffer {
  const [dimension, attribute, variable] = [10, 11 + 1, 11];
  const title = named("title", word(2), word(5), Buffer.from("Hills\0\0\0"));
  const head = (begin: number) =>
    Buffer.concat([
      Buffer.from("CDF\u0001", "latin1"),
      word(0),
      listOf(dimension, named("Y", word(2)), named("LON", word(3))),
      listOf(attribute, title),
      listOf(
        variable,
        named("RELIEF", word(2), word(0), word(1), listOf(attribute, title), word(type), word(24), word(begin)),
      ),
    ]);
  const values = Buffer.alloc(24);
  [1, 2, 3, -4, 5.5, 6].forEach((value, at) => values.writeFloatBE(value, 4 * at));
  return Buffer.concat([head(head(0).length), values]);
}

const GRID = { columns: 36, rows: 18, perDegree: 0.1 };

function square(west: number, south: number, size: number, hole = 0): Feature {
  const ring = (edge: number) => {
    const [w, s, e, n] = [west + edge, south + edge, west + size - edge, south + size - edge];
    return [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ];
  };
  const coordinates = hole === 0 ? [ring(0)] : [ring(0), ring(hole)];
  return { type: "Feature", geometry: { type: "Polygon", coordinates }, properties: {} };
}

describe("a file of netCDF's classic format", () => {
  it("has variables with their sizes", () => {
    const { sizes, values } = readNetcdf(fileOf(5))("RELIEF");
    expect(sizes).toEqual([2, 3]);
    expect([...values]).toEqual([1, 2, 3, -4, 5.5, 6]);
  });

  it("is refused when it is another one, or has not what is asked for", () => {
    expect(() => readNetcdf(Buffer.from("\u0089HDF and more"))).toThrow("classic format");
    expect(() => readNetcdf(fileOf(5))("DEPTH")).toThrow("no variable DEPTH");
    expect(() => readNetcdf(fileOf(4))("RELIEF")).toThrow("floating point");
  });
});

describe("what of a grid is land", () => {
  const landOf = (...features: readonly Feature[]) =>
    [...maskOf(features, GRID).entries()].flatMap(([at, isLand]) =>
      isLand === 1 ? [`${(at % GRID.columns) * 10 - 180},${90 - Math.floor(at / GRID.columns) * 10}`] : [],
    );

  it("is inside of polygons, and not in their holes", () => {
    expect(landOf(square(5, 5, 20))).toEqual(["10,20", "20,20", "10,10", "20,10"]);
    expect(landOf(square(-5, -5, 30, 11))).not.toContain("10,10");
    expect(landOf(square(-5, -5, 30, 11))).toHaveLength(8);
  });

  it("goes on beyond the antimeridian", () => {
    expect(landOf(square(165, 5, 20))).toEqual(["-180,20", "170,20", "-180,10", "170,10"].toSorted(byRow));
  });
});

describe("heights at twice the distance", () => {
  it("are means, also around the antimeridian", () => {
    const heights = new Float32Array(GRID.columns * GRID.rows).fill(100);
    heights[GRID.columns * 2 + GRID.columns - 1] = 900;
    const halved = halveResolution(heights, GRID);
    expect(halved.grid).toEqual({ columns: 18, rows: 9, perDegree: 0.05 });
    expect(halved.heights[18]).toBe(200);
    expect(halved.heights[19]).toBe(100);
  });

  it("are those of the sea where most around is sea", () => {
    const heights = new Float32Array(GRID.columns * GRID.rows).fill(NaN);
    heights[0] = 400;
    const halved = halveResolution(heights, GRID);
    expect(halved.heights[1]).toBeNaN();
    expect(halved.heights[40]).toBeNaN();
  });
});

function byRow(one: string, other: string): number {
  const [west = 0, south = 0] = one.split(",").map(Number);
  const [otherWest = 0, otherSouth = 0] = other.split(",").map(Number);
  return otherSouth - south || west - otherWest;
}
