import type { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";

/**
 * A migrated database as bytes that can be opened in memory. The coordinate systems of SpatiaLite, nine tenths of it,
 * are left out: no flight needs them.
 */
export function makeDatabaseImage(path: string): Buffer {
  const bytes = readFileSync(path);
  // The file format's read and write version: a database in memory has no write-ahead log.
  bytes[18] = 1;
  bytes[19] = 1;
  const db = new Database(bytes);
  db.pragma("foreign_keys = OFF");
  db.exec("DELETE FROM spatial_ref_sys_aux; DELETE FROM spatial_ref_sys; VACUUM");
  const image = db.serialize();
  db.close();
  return image;
}
