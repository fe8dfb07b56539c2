import type { StationOptions } from "../../server/app/index.ts";

/** What a station in a test goes without: the wait for the disk at each commit, and passwords that are slow to guess. */
export const LESS_SAFE = {
  synchronous: "OFF",
  passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const satisfies StationOptions["lessSafe"];
