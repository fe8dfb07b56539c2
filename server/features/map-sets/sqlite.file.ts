import { type FileHandle, open } from "node:fs/promises";
import { isDamagedDatabase, openTileDatabase, type TileDatabase } from "../../storage/tile-database.ts";
import { MAX_TILE_BYTES, UnusableTileFileError } from "./tile-file.ts";

export const SQLITE_HEADER_BYTES = 100;
/** SQLite's file format, 1.3: the offsets in its header of the fields that are checked here. */
const HEADER = {
  pageSize: 16,
  writeVersion: 18,
  readVersion: 19,
  changes: 24,
  pages: 28,
  validFor: 92,
  application: 68,
};
const WRITE_AHEAD_LOG = 2;
const ROLLBACK_JOURNAL = 1;
/** A page size of 65536 does not fit into two bytes. */
const MAX_PAGE_BYTES = 65_536;

/** Opens a database of tiles of unknown origin. Rejects with a sentence where it cannot be read. */
export async function openDatabaseFile(path: string): Promise<TileDatabase> {
  const problem = await withFile(path, "r", findProblem);
  if (problem !== undefined) throw new UnusableTileFileError(problem);
  return readable(() => openTileDatabase(path, MAX_TILE_BYTES));
}

/**
 * Whether a database is marked as a GeoPackage (OGC 12-128r19, 1.1.1.1.1): `GPKG`, before its version 1.2 `GP10` or
 * `GP11`.
 */
export function isGeopackage(header: Buffer): boolean {
  return header.toString("latin1", HEADER.application, HEADER.application + 2) === "GP";
}

/**
 * Changes an uploaded file so that it is only read: with a write-ahead log, SQLite would have to write beside it. The
 * log itself is a separate file, which was not uploaded.
 */
export async function disableWriteAheadLog(path: string): Promise<void> {
  await withFile(path, "r+", async (handle) => {
    const header = await readHeader(handle);
    if (header[HEADER.readVersion] !== WRITE_AHEAD_LOG) return;
    await handle.write(Uint8Array.of(ROLLBACK_JOURNAL, ROLLBACK_JOURNAL), 0, 2, HEADER.writeVersion);
    await handle.sync();
  });
}

async function findProblem(handle: FileHandle): Promise<string | undefined> {
  const header = await readHeader(handle);
  const { size } = await handle.stat();
  if (header.length < SQLITE_HEADER_BYTES) return "The file ends inside of its header.";
  if (header[HEADER.readVersion] === WRITE_AHEAD_LOG) {
    return "The file is in SQLite's write-ahead mode and would have to be written to: upload it, or switch it over (PRAGMA journal_mode=DELETE).";
  }
  const page = header.readUInt16BE(HEADER.pageSize);
  const pageSize = page === 1 ? MAX_PAGE_BYTES : page;
  const pages = header.readUInt32BE(HEADER.pages);
  // Very old programs do not keep the number of pages; then it is not valid for the last change.
  const isKept = header.readUInt32BE(HEADER.changes) === header.readUInt32BE(HEADER.validFor);
  return isKept && pages * pageSize > size
    ? `The file is cut off: it has ${size} bytes, and its header speaks of ${pages * pageSize}.`
    : undefined;
}

async function readHeader(handle: FileHandle) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE_HEADER_BYTES), 0, SQLITE_HEADER_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function withFile<T>(path: string, mode: "r" | "r+", use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, mode);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Converts the error of a damaged database into a sentence. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isDamagedDatabase(error)) throw error;
    throw new UnusableTileFileError(`The database of the file is damaged: ${(error as Error).message}.`);
  }
}
