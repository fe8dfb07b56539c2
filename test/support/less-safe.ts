import type { StationOptions } from "../../server/app/index.ts";

/**
 * The protections that a station in a test does not need: the wait for the disk at each commit, and slow password
 * hashes.
 */
export const LESS_SAFE = {
  synchronous: "OFF",
  passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const satisfies StationOptions["lessSafe"];
