import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkMarks, ForeignDatabaseError, UnreadableDatabaseError } from "./migrations.ts";

export const DATABASE_FILE = "station.sqlite";

/** Mode of a file that holds password hashes and signing keys. */
export const OWNER_ONLY = 0o600;

/** Length of the header (SQLite file format, section 1.3) and the offsets of its big-endian numbers, bytes. */
const HEADER_BYTES = 100;
const PAGE_BYTES_AT = 16;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const VALID_FOR_AT = 92;
const VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/**
 * Whether a directory contains a recording, according to the header of its file. Opens and changes nothing, so it is
 * safe while a station uses the directory. Throws `ForeignDatabaseError` when the file is not a station's, and the
 * system error when it cannot be read.
 */
export function hasRecording(dataDir: string): boolean {
  const path = join(dataDir, DATABASE_FILE);
  return existsSync(path) && readMarks(path) === "marked";
}

/** Checks the header marks of a file; an empty file is not a recording yet. Throws as `hasRecording` does. */
export function readMarks(path: string): "marked" | "empty" {
  const header = readHeader(path);
  if (header === undefined) return "empty";
  checkMarks(marksOf(header));
  return "marked";
}

/** The version of the schema, from the header of a file. Throws as `hasRecording` does. */
export function readSchemaVersion(path: string): number {
  const header = readHeader(path);
  if (header === undefined) throw new ForeignDatabaseError(`${path} is empty: it holds nothing that could be read.`);
  checkMarks(marksOf(header));
  return marksOf(header).version;
}

/** Whether a file is shorter than its own header says; only true of a file that was closed, without a log beside it. */
export function isTruncated(path: string): boolean {
  const header = existsSync(path) ? readHeader(path) : undefined;
  if (header === undefined || existsSync(`${path}-wal`)) return false;
  const size = header.readUInt16BE(PAGE_BYTES_AT);
  // The number of pages is valid when it was written by the last change (section 1.3.8 of the file format).
  if (header.readUInt32BE(CHANGES_AT) !== header.readUInt32BE(VALID_FOR_AT)) return false;
  return statSync(path).size < header.readUInt32BE(PAGES_AT) * (size === 1 ? 65_536 : size);
}

const marksOf = (header: Buffer) => ({
  applicationId: header.readInt32BE(APPLICATION_ID_AT),
  version: header.readInt32BE(VERSION_AT),
});

/** The header of a database; undefined where the file is empty. */
function readHeader(path: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  let length: number;
  try {
    length = readSync(file, header);
  } finally {
    closeSync(file);
  }
  if (length === 0) return undefined;
  if (length < HEADER_BYTES || !header.toString("latin1").startsWith("SQLite format 3\0")) {
    throw new UnreadableDatabaseError("The database file is damaged or not a database.");
  }
  return header;
}
