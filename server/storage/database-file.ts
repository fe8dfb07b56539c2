import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { checkMarks, ForeignDatabaseError } from "./migrations.ts";

export const DATABASE_FILE = "station.sqlite";

/** Mode of a file that holds password hashes and signing keys. */
export const OWNER_ONLY = 0o600;

/** Length of the header (SQLite file format, section 1.3) and the offsets of its big-endian numbers, bytes. */
const HEADER_BYTES = 100;
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
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  let length: number;
  try {
    length = readSync(file, header);
  } finally {
    closeSync(file);
  }
  if (length === 0) return "empty";
  if (length < HEADER_BYTES || !header.toString("latin1").startsWith("SQLite format 3\0")) {
    throw new ForeignDatabaseError("The database file is damaged or not a database.");
  }
  checkMarks({ applicationId: header.readInt32BE(APPLICATION_ID_AT), version: header.readInt32BE(VERSION_AT) });
  return "marked";
}
