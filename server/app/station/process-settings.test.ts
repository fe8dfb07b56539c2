import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { STATION_NODE_FLAGS, stationEnvironment } from "./process-settings.ts";

/** Keeps each of many objects for a while, and prints the most that V8 took for young ones, in MB. */
const PROGRAM = `
  const { getHeapSpaceStatistics } = require("node:v8");
  let [kept, most] = [[], 0];
  for (let index = 0; index < 1e6; index++) {
    kept.push({ index, list: [index] });
    if (kept.length > 200_000) kept = kept.slice(100_000);
    if (index % 20_000 > 0) continue;
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    most = Math.max(most, young.space_size);
  }
  console.log(most / 2 ** 20);
`;
const youngMb = (flags: readonly string[]) =>
  Number(spawnSync(process.execPath, [...flags, "-e", PROGRAM], { encoding: "utf8", env: {} }).stdout);

it("a station takes less for young objects than Node on a machine with enough memory", () => {
  // 32 MB, and for a moment the pages that a collection empties: 34.25 have been seen. Node takes 64 and more.
  expect(youngMb(STATION_NODE_FLAGS)).toBeLessThan(0.75 * youngMb(["--max-semi-space-size=64"]));
  expect(youngMb(STATION_NODE_FLAGS)).toBeGreaterThan(0);
});

it("a station has two arenas of the C library, unless its environment says otherwise", () => {
  expect(stationEnvironment({ HOME: "/root" })).toEqual({ HOME: "/root", MALLOC_ARENA_MAX: "2" });
  expect(stationEnvironment({ MALLOC_ARENA_MAX: "4" })).toEqual({ MALLOC_ARENA_MAX: "4" });
});
