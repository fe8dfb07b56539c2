import { expect, it } from "vitest";
import { bboxBetween, bboxOfView, cornersOfBox } from "./place-box.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

it("is the box between two corners, whichever were clicked", () => {
  for (const [a, b] of [
    [at(50, 14), at(50.1, 14.2)],
    [at(50.1, 14.2), at(50, 14)],
    [at(50.1, 14), at(50, 14.2)],
    [at(50, 14.2), at(50.1, 14)],
  ] as const) {
    expect(bboxBetween(a, b)).toBe("14,50,14.2,50.1");
  }
  expect(bboxBetween(at(-17, 179.5), at(-18, -179.5))).toBe("179.5,-18,-179.5,-17");
  expect(bboxBetween(at(-17, 180.5), at(-18, 179.5))).toBe("179.5,-18,-179.5,-17");
});

it("is what a map shows, also one that was moved around the world", () => {
  expect(bboxOfView({ west: 374, south: 50, east: 374.2, north: 50.1 })).toBe("14,50,14.2,50.1");
  expect(bboxOfView({ west: -300, south: -91, east: 300, north: 95 })).toBe("-180,-90,180,90");
});

it("has four corners, in one piece also over the 180th meridian", () => {
  const corners = cornersOfBox("179.5,-18,-179.5,-17");
  expect(corners.map(({ longitude }) => longitude)).toEqual([179.5, 180.5, 180.5, 179.5]);
  expect(bboxBetween(corners[0]!, corners[2]!)).toBe("179.5,-18,-179.5,-17");
});
