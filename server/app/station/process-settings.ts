import { setFlagsFromString } from "node:v8";

/** Settings that V8 and the C library read only when the process starts (docs/reliability-trials.md, "Memory"). */

/**
 * V8 takes 128 MB for young objects as soon as much arrives, and gives them back now and then. What a station makes for a
 * record is dropped within milliseconds: a quarter does for it.
 */
export const STATION_NODE_FLAGS: readonly string[] = ["--max-semi-space-size=16"];

/**
 * The C library of Linux keeps an arena for each thread, with memory that the thread used once. And once a large block was
 * freed, it takes the next of that size from an arena, where small ones that live longer keep it from going back to the system:
 * with a fixed threshold (its own, bytes) large blocks are always mapped on their own.
 */
export function stationEnvironment<Env extends Readonly<Record<string, string | undefined>>>(env: Env) {
  return { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", ...env };
}

/**
 * The flag above also holds for the heaps of threads that are started later, and there it wins over their `resourceLimits`:
 * each took up to 32 MB for young objects where 8 or 12 had been allowed, which can end the station with a thread that
 * decodes (docs/decisions/0065-decoders-on-threads.md). To be called before the first thread; the heap of
 * the main thread keeps what it began with.
 */
export function keepLimitsOfThreads(): void {
  setFlagsFromString("--max-semi-space-size=0");
}
