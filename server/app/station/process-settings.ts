import { setFlagsFromString } from "node:v8";

/**
 * What has to be said of a station's own process before it begins, as V8 and the C library read it only then
 * (docs/reliability.md, "Memory").
 */

/**
 * V8 takes 128 MB for young objects as soon as much arrives, and gives them back now and then. What a station makes for a
 * record is dropped within milliseconds: an eighth does for it. It has all of that from the beginning: otherwise V8
 * doubles it with a burst, as an import is, and halves it much later, and memory rises and falls for hours.
 */
export const STATION_NODE_FLAGS: readonly string[] = ["--min-semi-space-size=8", "--max-semi-space-size=8"];

/** The C library of Linux keeps an arena for each thread, with memory that the thread used once. */
export function stationEnvironment<Env extends Readonly<Record<string, string | undefined>>>(env: Env) {
  return { MALLOC_ARENA_MAX: "2", ...env };
}

/**
 * The flags above also hold for the heaps of threads that are started later, and there they win over `resourceLimits`. A
 * thread that takes more for young objects than it was allowed can end the station where it decodes
 * (docs/decisions/0065-decoders-on-threads.md). To be called before the first thread; the heap of the main thread keeps
 * what it began with.
 */
export function keepLimitsOfThreads(): void {
  setFlagsFromString("--min-semi-space-size=0");
  setFlagsFromString("--max-semi-space-size=0");
}
