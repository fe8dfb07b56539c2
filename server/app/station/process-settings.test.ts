import { spawnSync } from "node:child_process";
import { join } from "node:path";
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
/** The same in a thread with its own limit. */
const inThread = (preparation: string) => `
  ${preparation}
  const { Worker } = require("node:worker_threads");
  new Worker(${JSON.stringify(PROGRAM)}, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 6 } });
`;
const youngMb = (flags: readonly string[], program = PROGRAM) =>
  Number(spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8", env: {} }).stdout);

it("a station uses less memory for young objects than Node on a machine with enough memory", () => {
  // 32 MB, and for a moment the pages that a collection empties: 34.25 have been seen. Node takes 64 and more.
  expect(youngMb(STATION_NODE_FLAGS)).toBeLessThan(0.75 * youngMb(["--max-semi-space-size=64"]));
  expect(youngMb(STATION_NODE_FLAGS)).toBeGreaterThan(0);
});

it("the limits of a thread hold in a station, although its flags would win over them", () => {
  const settings = JSON.stringify(join(import.meta.dirname, "process-settings.ts"));
  const kept = youngMb(STATION_NODE_FLAGS, inThread(`require(${settings}).keepThreadLimits();`));
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(0.5 * youngMb(STATION_NODE_FLAGS, inThread("")));
});

it("the environment overrides what a station sets for the C library", () => {
  expect(stationEnvironment({ HOME: "/root" })).toEqual({
    HOME: "/root",
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "131072",
  });
  expect(stationEnvironment({ MALLOC_ARENA_MAX: "4" })).toMatchObject({ MALLOC_ARENA_MAX: "4" });
});

/** Frees a large block, takes forty of half a megabyte, and prints what of them the C library's main arena holds, in MB. */
const BLOCKS = `
  const { readFileSync } = require("node:fs");
  const arenaMb = () => {
    const lines = readFileSync("/proc/self/smaps", "utf8").split("\\n");
    const at = lines.findIndex((line) => line.endsWith("[heap]"));
    return Number(lines.slice(at).find((line) => line.startsWith("Size:")).split(/ +/)[1]) / 1024;
  };
  const before = arenaMb();
  new ArrayBuffer(20 * 2 ** 20).transfer(0); // frees it at once, where the collector frees it on a thread of its own
  globalThis.kept = Array.from({ length: 40 }, () => new ArrayBuffer(2 ** 19));
  console.log(arenaMb() - before);
`;
const arenaGrowthMb = (env: Record<string, string>) =>
  Number(spawnSync(process.execPath, ["-e", BLOCKS], { encoding: "utf8", env }).stdout);

it.runIf(process.platform === "linux")("large blocks stay out of the arena, where they would leave gaps", () => {
  expect(arenaGrowthMb({})).toBeGreaterThan(15);
  expect(arenaGrowthMb(stationEnvironment({}))).toBeLessThan(5);
});
