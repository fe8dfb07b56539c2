import { expect, it } from "vitest";
import { reliefStrength } from "./relief.zoom.ts";

const anywhere = (zoom: number) => ({ z: zoom - 1, x: 3, y: 2 });
const strengths = (choice: Parameters<typeof reliefStrength>[1]) =>
  [2, 4, 7, 8, 9, 10, 12, 19].map((zoom) => reliefStrength(anywhere(zoom), choice));

it("fades out from zoom 8 on, and is gone at 10", () => {
  expect(strengths({ isOn: true, hasHills: undefined })).toEqual([1, 1, 1, 0.75, 0.4, 0, 0, 0]);
});

it("is nowhere when it is switched off", () => {
  expect(new Set(strengths({ isOn: false, hasHills: undefined }))).toEqual(new Set([0]));
});

it("gives way to the hills of the station's own heights where they are drawn", () => {
  expect(strengths({ isOn: true, hasHills: () => true })).toEqual([1, 1, 1, 0.75, 0, 0, 0, 0]);
  const hasHills = ({ x }: { readonly x: number }) => x > 100;
  expect(reliefStrength({ z: 8, x: 101, y: 90 }, { isOn: true, hasHills })).toBe(0);
  expect(reliefStrength({ z: 8, x: 99, y: 90 }, { isOn: true, hasHills })).toBe(0.4);
});
