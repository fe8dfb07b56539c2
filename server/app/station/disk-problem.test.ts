import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createFreeBytes } from "./disk-problem.ts";

const GIB = 1024 ** 3;

function openDisk(first: number | null) {
  const disk = { free: first, nowMs: 0, asked: 0 };
  const freeBytes = createFreeBytes({
    read() {
      disk.asked++;
      return disk.free;
    },
    elapsedMs: () => disk.nowMs,
  });
  return { disk, freeBytes };
}

test("a disk with ample room is asked once in a second", async () => {
  const { disk, freeBytes } = openDisk(100 * GIB);
  expect(freeBytes()).toBe(100 * GIB);
  await nextTurn();
  disk.nowMs = 999;
  expect([freeBytes(), disk.asked]).toEqual([100 * GIB, 1]);
  disk.nowMs = 1000;
  disk.free = 5;
  expect([freeBytes(), disk.asked]).toEqual([5, 2]);
});

test.each([[31 * GIB], [null]])(
  "a disk that could fill within a second, as with %s bytes, is asked in each turn",
  async (free) => {
    const { disk, freeBytes } = openDisk(free);
    expect([freeBytes(), freeBytes(), disk.asked]).toEqual([free, free, 1]);
    await nextTurn();
    disk.free = 5;
    expect([freeBytes(), disk.asked]).toEqual([5, 2]);
  },
);
