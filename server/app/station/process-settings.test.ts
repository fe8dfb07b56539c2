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

it("a station takes at most 32 MB for young objects", () => {
  expect(youngMb(STATION_NODE_FLAGS)).toBeLessThanOrEqual(32);
  // What Node takes by itself on a machine with enough memory.
  expect(youngMb(["--max-semi-space-size=64"])).toBeGreaterThan(32);
});

it("a station has two arenas of the C library, unless its environment says otherwise", () => {
  expect(stationEnvironment({ HOME: "/root" })).toEqual({ HOME: "/root", MALLOC_ARENA_MAX: "2" });
  expect(stationEnvironment({ MALLOC_ARENA_MAX: "4" })).toEqual({ MALLOC_ARENA_MAX: "4" });
});
