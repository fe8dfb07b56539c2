import { describe, expect, it } from "vitest";
import { enlargementOf, SharedPictures } from "./overzoom.ts";

/** The part of a picture's interface that the layers use. */
function pictureOf(onClose: () => void): ImageBitmap {
  return { width: 1, height: 1, close: onClose };
}

describe("a tile deeper than its pictures", () => {
  it("shows its part of the deepest one above it", () => {
    expect(enlargementOf({ z: 5, x: 17, y: 11 }, 3)).toEqual({
      tile: { z: 3, x: 4, y: 2 },
      scale: 4,
      left: -1,
      top: -3,
    });
  });

  it("is that picture itself where there is one of its zoom", () => {
    const tile = { z: 3, x: 4, y: 2 };
    const { scale, left, top, tile: same } = enlargementOf(tile, 3);
    expect({ scale, same, corner: [left + 0, top + 0] }).toEqual({ scale: 1, same: tile, corner: [0, 0] });
    expect(enlargementOf(tile, 7)).toMatchObject({ tile, scale: 1 });
  });
});

describe("pictures that several tiles show parts of", () => {
  it("are made once, and closed after their last tile", async () => {
    const pictures = new SharedPictures();
    let closed = 0;
    let made = 0;
    const make = async () => {
      made += 1;
      return pictureOf(() => (closed += 1));
    };
    await Promise.all([pictures.take("a", make), pictures.take("a", make)]);
    pictures.release("a");
    await pictures.take("b", make);
    expect([made, closed]).toEqual([2, 0]);
    pictures.release("a");
    await Promise.resolve();
    expect([made, closed]).toEqual([2, 1]);
    await pictures.take("a", make);
    expect(made).toBe(3);
  });

  it("are tried again once nothing shows the one that failed", async () => {
    const pictures = new SharedPictures();
    const failed = pictures.take("a", () => Promise.reject(new Error("the station restarts")));
    await expect(failed).rejects.toThrow("the station restarts");
    pictures.release("a");
    expect(await pictures.take("a", async () => undefined)).toBeUndefined();
  });
});
