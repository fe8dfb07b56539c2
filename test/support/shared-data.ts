import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const root = process.env["STATION_TEST_DATA"] ?? resolve(import.meta.dirname, "../../../shared/data");

let isReported = false;

/**
 * Path of a real recording, or `undefined` where the recordings are not beside the project (reported once, in one
 * line).
 */
export function sharedData(...parts: readonly string[]): string | undefined {
  const path = join(root, ...parts);
  if (existsSync(path)) return path;
  if (!isReported) {
    isReported = true;
    console.warn(`skipped: tests on real recordings, none at ${root} (set STATION_TEST_DATA)`);
  }
  return undefined;
}
