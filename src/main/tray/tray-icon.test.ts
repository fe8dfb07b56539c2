import { describe, expect, it } from "vitest";
import { drawTrayIcon } from "./tray-icon.ts";

const SIZE = 22;
const shapeOf = (mark: Parameters<typeof drawTrayIcon>[0]): string =>
  [...drawTrayIcon(mark, SIZE)].filter((_byte, index) => index % 4 === 3).join("");

describe("drawTrayIcon", () => {
  it("fills the size that was asked for", () => {
    expect(drawTrayIcon("receiving", SIZE)).toHaveLength(SIZE * SIZE * 4);
  });

  it("gives each state a different shape, so that colour is not needed to tell them apart", () => {
    const shapes = (["receiving", "quiet", "error", "idle"] as const).map(shapeOf);
    expect(new Set(shapes).size).toBe(4);
  });

  it("leaves the corners free", () => {
    expect(shapeOf("receiving").startsWith("0")).toBe(true);
    expect(shapeOf("receiving")).toContain("255");
  });
});
