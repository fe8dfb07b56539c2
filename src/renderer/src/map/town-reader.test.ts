import { describe, expect, it } from "vitest";
import { fromMercator } from "../tracks/mercator.ts";
import { readTownColumns, readTowns } from "./town-reader.ts";

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

const zigzag = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
const text = (field: number, value: string) => {
  const bytes = new TextEncoder().encode(value);
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
};

/** As the package writes a town: its id and country are there, too, and are skipped. */
function town(name: string, population: number, eastE5: number, northE5: number): number[] {
  const fields = [
    ...[1 << 3, ...zigzag(3_067_696)],
    ...text(2, name),
    ...text(3, "CZ"),
    ...[9 << 3, ...varint(population)],
    ...[10 << 3, ...zigzag(eastE5)],
    ...[11 << 3, ...zigzag(northE5)],
  ];
  return [...varint(fields.length), ...fields];
}

/** The second town is west and south of the first: coordinates are differences. */
const bytes = new Uint8Array([
  ...town("Úvaly", 6_000, 1_473_083, 5_007_403),
  ...town("Plzeň", 164_180, -135_700, -32_700),
]);

describe("the towns of the built-in map", () => {
  it("are read largest first", () => {
    const towns = readTowns(bytes);
    expect(towns.names).toEqual(["Plzeň", "Úvaly"]);
    expect([...towns.populations]).toEqual([164_180, 6_000]);
  });

  it("have their positions, each stored as a difference from the one before", () => {
    const { xs, ys } = readTowns(bytes);
    const plzen = fromMercator({ x: xs[0] ?? 0, y: ys[0] ?? 0 });
    expect(plzen.latitude).toBeCloseTo(49.747, 3);
    expect(plzen.longitude).toBeCloseTo(13.374, 3);
  });

  it("stay in the order of the list where they are equally large, down to those without people", () => {
    const equal = ["First", "Second", "Large", "Third"].map((name) => town(name, name === "Large" ? 5 : 0, 0, 0));
    const towns = readTowns(new Uint8Array(equal.flat()));
    expect(towns.names).toEqual(["Large", "First", "Second", "Third"]);
    expect([...towns.populations]).toEqual([5, 0, 0, 0]);
  });

  it("give a name when it is asked for, and none beyond the list", () => {
    const { names } = readTownColumns(bytes);
    expect(names.length).toBe(2);
    expect([names.at(1), names.at(0), names.at(2)]).toEqual(["Úvaly", "Plzeň", undefined]);
  });

  it("are refused when the bytes end too early", () => {
    expect(() => readTowns(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});
