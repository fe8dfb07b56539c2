import { describe, expect, it } from "vitest";
import { createTileCache, MAX_TILE_BYTES } from "./hgt.folder.ts";

describe("the files of heights that are kept in memory", () => {
  /** Files of a resolution, and how often each was read, by its western edge. */
  function cacheOf(samples: number) {
    const reads: number[] = [];
    const find = createTileCache(MAX_TILE_BYTES, async ({ latitude, longitude }) => {
      const west = Math.floor(longitude);
      reads[west] = (reads[west] ?? 0) + 1;
      return west > 90
        ? undefined
        : { south: Math.floor(latitude), west, samples, bytes: new Uint8Array(samples * samples * 2) };
    });
    const findAll = async (...wests: readonly number[]) => {
      for (const west of wests) await find({ latitude: 50.5, longitude: west + 0.5 });
    };
    return { reads, findAll };
  }

  it("are all that a region needs, where they are small", async () => {
    const { reads, findAll } = cacheOf(1201);
    for (let round = 0; round < 3; round++) await findAll(0, 1, 2, 3, 4, 5, 6, 7);
    expect(reads).toEqual(Array.from({ length: 8 }, () => 1));
  });

  it("are the four that were used last, where they are large", async () => {
    const { reads, findAll } = cacheOf(3601);
    await findAll(0, 1, 2, 3, 0, 4, 0, 2, 3, 4);
    expect(reads).toEqual([1, 1, 1, 1, 1]);
    await findAll(1);
    expect(reads).toEqual([1, 2, 1, 1, 1]);
  });

  it("do not count what is not there, which is looked for again", async () => {
    const { reads, findAll } = cacheOf(3601);
    await findAll(0, 1, 2, 3, 100, 100, 0, 1, 2, 3);
    expect([...reads.slice(0, 4), reads[100]]).toEqual([1, 1, 1, 1, 2]);
  });
});
