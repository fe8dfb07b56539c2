import { setFlagsFromString } from "node:v8";

/** Settings that V8 and the C library read only when the process starts (docs/reliability-trials.md, "Memory"). */

/**
 * V8 reserves 128 MB for young objects as soon as much data arrives, and releases them only now and then. The objects
 * of a record are dropped within milliseconds: a quarter is enough.
 */
export const STATION_NODE_FLAGS: readonly string[] = ["--max-semi-space-size=16"];

/**
 * The C library of Linux keeps an arena for each thread, with memory that the thread used once. And after a large block
 * was freed, the next one of that size is allocated in an arena, where small blocks that are used longer prevent its
 * return to the system: with a fixed threshold (the library's default, bytes) large blocks are always mapped
 * separately.
 */
export function stationEnvironment<Env extends Readonly<Record<string, string | undefined>>>(env: Env) {
  return { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", ...env };
}

/**
 * The flag above also applies to the heaps of threads that are started later, and there it takes precedence over their
 * `resourceLimits`: each took up to 32 MB for young objects where 8 or 12 had been allowed, which can end the station
 * with a thread that decodes (docs/decisions/0065-decoders-on-threads.md). Call it before the first thread; the heap of
 * the main thread keeps its initial limits.
 */
export function keepThreadLimits(): void {
  setFlagsFromString("--max-semi-space-size=0");
}
