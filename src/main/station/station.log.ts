import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";

const limitBytes = 5 * 1024 * 1024;

/** Opens `station.log` for appending; one that has grown past 5 MiB becomes `station.previous.log` first. */
export function openStationLog(folder: string): WriteStream {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "station.log");
  if (existsSync(path) && statSync(path).size > limitBytes) renameSync(path, join(folder, "station.previous.log"));
  return createWriteStream(path, { flags: "a" });
}
