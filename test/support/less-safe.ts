import type { StationOptions } from "../../server/app/index.ts";
import type { MakeKey } from "../../server/identity/identity.deps.ts";
import { generatePrivateKey } from "../../server/identity/signing-keys.ts";

let firstKey: ReturnType<MakeKey> | undefined;

/** The same for all stations of a worker, which have names of their own for it; a key that replaces it is a new one. */
const makeFirstKey: MakeKey = () => (firstKey ??= generatePrivateKey());

/**
 * What a station in a test goes without: the wait for the disk at each commit, passwords that are slow to guess, and a
 * first signing key that is nobody else's.
 */
export const LESS_SAFE = {
  synchronous: "OFF",
  passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  makeFirstKey,
} as const satisfies StationOptions["lessSafe"];
