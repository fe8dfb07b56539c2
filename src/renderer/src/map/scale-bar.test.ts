import { expect, it } from "vitest";
import { scaleBarOf } from "./scale-bar.ts";

it("a scale is a round length that has room, in metres and kilometres", () => {
  expect(scaleBarOf(2_800, 140, "metric")).toEqual({ text: "2\u00a0km", widthPx: 100 });
  expect(scaleBarOf(1_000, 140, "metric")).toEqual({ text: "1\u00a0km", widthPx: 140 });
  expect(scaleBarOf(999, 140, "metric")).toEqual({ text: "500\u00a0m", widthPx: 70 });
  expect(scaleBarOf(3_500_000, 140, "metric").text).toBe("3,000\u00a0km");
});

it("a scale is in feet and nautical miles where heights are in feet, as distances on cards are", () => {
  expect(scaleBarOf(1_852 * 2.5, 100, "aviation")).toEqual({ text: "2\u00a0NM", widthPx: 80 });
  expect(scaleBarOf(1_700, 100, "aviation").text).toBe("5,000\u00a0ft");
  expect(scaleBarOf(30.48, 100, "aviation")).toEqual({ text: "100\u00a0ft", widthPx: 100 });
});
