import { expect, it } from "vitest";
import { createThumbnail } from "./thumbnail.ts";

it("draws a track across the antimeridian as one anywhere else", () => {
  const track = (...longitudes: readonly number[]) =>
    createThumbnail(longitudes.map((longitude, index) => ({ latitude: -17 + index * 0.05, longitude })));
  expect(track(179.9, 179.98, -179.94)).toBe(track(14.9, 14.98, 15.06));
});
