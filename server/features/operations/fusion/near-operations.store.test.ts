import { afterAll, expect, it } from "vitest";
import type { Bbox } from "../../../kernel/geo.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { createNearOperations } from "./near-operations.store.ts";

const temp = openTempStore();
afterAll(() => temp[Symbol.dispose]());

it.each<[string, Bbox, readonly number[]]>([
  ["around a box", { west: 14, south: 50, east: 15, north: 51 }, [13.99, 49.99, 15.01, 51.01]],
  [
    "around one across the antimeridian",
    { west: 179.9, south: 0, east: -179.9, north: 1 },
    [179.89, -0.01, -179.89, 1.01],
  ],
  [
    "across the antimeridian from the west",
    { west: 179, south: 0, east: 179.995, north: 1 },
    [178.99, -0.01, -179.995, 1.01],
  ],
  [
    "across the antimeridian from the east",
    { west: -180, south: 0, east: -179, north: 1 },
    [179.99, -0.01, -178.99, 1.01],
  ],
  ["all around", { west: 0.005, south: 0, east: -0.005, north: 1 }, [-180, -0.01, 180, 1.01]],
  ["up to the pole", { west: 1, south: 88, east: 2, north: 89.995 }, [0.99, 87.99, 2.01, 90]],
])("operations are looked for a little farther: %s", (_, box, expected) => {
  const asked: Bbox[] = [];
  const listNear = createNearOperations(temp.store.writer, (bbox) => {
    asked.push(bbox);
    return new Set();
  });
  listNear(box, { fromMs: 0, toMs: 1 }, true);
  const [{ west, south, east, north }] = asked as [Bbox];
  [west, south, east, north].forEach((degrees, index) => expect(degrees).toBeCloseTo(expected[index]!, 9));
});
