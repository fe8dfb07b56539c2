import { describe, expect, it } from "vitest";
import { type Vertex } from "./geometry.ts";
import { createLineCollector } from "./line-collector.ts";

const at = (longitude: number, timeS: number, heightM: number | null = 100): Vertex => ({
  longitude,
  latitude: longitude < 0 ? 11 : 10,
  heightM,
  timeS,
});

function linesOf(...vertices: readonly Vertex[]) {
  const lines = createLineCollector();
  for (const vertex of vertices) lines.add(vertex);
  return lines.finish();
}

describe("the lines of a track", () => {
  it("join positions at most a minute apart", () => {
    expect(linesOf(at(1, 0), at(2, 60), at(3, 120.001), at(4, 121))).toEqual([
      [at(1, 0), at(2, 60)],
      [at(3, 120.001), at(4, 121)],
    ]);
  });

  it("leave out a position without another beside it", () => {
    expect(linesOf(at(1, 0), at(2, 100), at(3, 101), at(4, 300))).toEqual([[at(2, 100), at(3, 101)]]);
    expect(linesOf(at(1, 0))).toEqual([]);
    expect(linesOf()).toEqual([]);
  });

  it("are cut at the antimeridian, with place, height and time where they meet it", () => {
    const meeting = { latitude: 10.5, heightM: 150, timeS: 5 };
    const [east, west] = [at(179, 0, 100), at(-179, 10, 200)];
    expect(linesOf(east, west)).toEqual([
      [east, { ...meeting, longitude: 180 }],
      [{ ...meeting, longitude: -180 }, west],
    ]);
    expect(linesOf(west, { ...east, timeS: 20 })).toEqual([
      [west, { latitude: 10.5, heightM: 150, timeS: 15, longitude: -180 }],
      [
        { latitude: 10.5, heightM: 150, timeS: 15, longitude: 180 },
        { ...east, timeS: 20 },
      ],
    ]);
  });

  it("have no height at the antimeridian where one beside it is unknown", () => {
    const lines = linesOf(at(179, 0, null), at(-179, 10, 200));
    expect(lines.map((line) => line.map(({ heightM }) => heightM))).toEqual([
      [null, null],
      [null, 200],
    ]);
  });
});
