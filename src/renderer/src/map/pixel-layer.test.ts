import { expect, it } from "vitest";
import { PixelLayer, parseColor, pixelSprite } from "./pixel-layer.ts";

const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const HALF_RED = 0x800000ff;

function layerOf(widthPx: number, heightPx: number): PixelLayer {
  const layer = new PixelLayer();
  layer.begin(widthPx, heightPx);
  return layer;
}

const hex = (pixels: Int32Array) => [...pixels].map((pixel) => (pixel >>> 0).toString(16).padStart(8, "0"));

it("keeps the visible pixels of an image, row by row", () => {
  const sprite = pixelSprite(Int32Array.of(0, RED, RED, BLUE, 0, RED, HALF_RED, HALF_RED, BLUE), 3);
  // Row, column, length, and whether it is opaque (1) or not quite (2).
  expect([...sprite.runs]).toEqual([0, 1, 2, 1, 1, 0, 1, 1, 1, 2, 1, 1, 2, 0, 2, 2, 2, 2, 1, 1]);
  expect(hex(sprite.pixels)).toEqual([
    "ff0000ff",
    "ff0000ff",
    "ffff0000",
    "ff0000ff",
    "800000ff",
    "800000ff",
    "ffff0000",
  ]);
});

it("puts a sprite where it belongs, and only the part of it that is inside", () => {
  const sprite = pixelSprite(Int32Array.of(RED, BLUE, BLUE, RED), 2);
  const layer = layerOf(2, 2);
  layer.stamp(sprite, -1, 1);
  expect(hex(layer.pixels)).toEqual(["00000000", "00000000", "ffff0000", "00000000"]);
  layer.stamp(sprite, 5, 0);
  layer.stamp(sprite, 0, -7);
  expect(hex(layer.pixels)[3]).toBe("00000000");
});

it("shows what is below through a half transparent pixel", () => {
  const layer = layerOf(1, 1);
  layer.stamp(pixelSprite(Int32Array.of(BLUE), 1), 0, 0);
  layer.stamp(pixelSprite(Int32Array.of(HALF_RED), 1), 0, 0);
  expect(hex(layer.pixels)).toEqual(["ff7f0080"]);
});

it("mixes a half transparent pixel with one that is half transparent itself", () => {
  const layer = layerOf(1, 1);
  layer.stamp(pixelSprite(Int32Array.of(0x80ff0000), 1), 0, 0);
  layer.stamp(pixelSprite(Int32Array.of(HALF_RED), 1), 0, 0);
  expect(hex(layer.pixels)).toEqual(["c05500aa"]);
});

it("begins again with what was kept", () => {
  const layer = layerOf(2, 1);
  layer.stamp(pixelSprite(Int32Array.of(RED), 1), 0, 0);
  layer.keep();
  layer.stamp(pixelSprite(Int32Array.of(BLUE), 1), 1, 0);
  layer.restore();
  expect(hex(layer.pixels)).toEqual(["ff0000ff", "00000000"]);
});

it("starts again with an empty picture", () => {
  const layer = layerOf(1, 1);
  layer.stamp(pixelSprite(Int32Array.of(RED), 1), 0, 0);
  layer.begin(1, 1);
  expect(hex(layer.pixels)).toEqual(["00000000"]);
});

it.each([
  { x: 0, y: 2.5, x1: 5, y1: 2.5 },
  { x: 5, y: 2.5, x1: 0, y1: 2.5 },
])("draws a line of one pixel along its row, from $x to $x1", ({ x, y, x1, y1 }) => {
  const layer = layerOf(5, 5);
  layer.line({ x, y }, x1, y1, { halfWidthPx: 0.5, rgb: parseColor("#0000ff"), opacity: 255 });
  const rows = Array.from({ length: 5 }, (_, row) => hex(layer.pixels.slice(row * 5, row * 5 + 5)));
  expect(rows[2]).toEqual(Array.from({ length: 5 }, () => "ffff0000"));
  expect(rows.filter((_, row) => row !== 2).flat()).toEqual(Array.from({ length: 20 }, () => "00000000"));
});

it("draws a steep line, and no pixel outside of the picture", () => {
  const layer = layerOf(3, 3);
  layer.line({ x: 1.5, y: -4 }, 1.5, 9, { halfWidthPx: 0.5, rgb: parseColor("#ff0000"), opacity: 100 });
  expect(hex(layer.pixels)).toEqual([0, 1, 2].flatMap(() => ["00000000", "640000ff", "00000000"]));
});

it("does not make a line stronger where it is crossed", () => {
  const layer = layerOf(3, 3);
  const style = { halfWidthPx: 0.5, rgb: parseColor("#ff0000"), opacity: 100 };
  layer.line({ x: 0, y: 1.5 }, 3, 1.5, style);
  layer.line({ x: 1.5, y: 0 }, 1.5, 3, style);
  expect(hex(layer.pixels)[4]).toBe("640000ff");
});
