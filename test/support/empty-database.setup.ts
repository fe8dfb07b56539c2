import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { TestProject } from "vitest/node";
import { openStore } from "../../server/storage/database.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";

/** Migrates the database that `server/storage/data-dir.fixture.ts` copies, once for the whole run. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-empty-"));
  const path = join(folder, DATABASE_FILE);
  openStore({ dataDir: folder, synchronous: "OFF" }).close();
  keepOneCoordinateSystem(path);
  project.provide("emptyDatabase", path);
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Five sixths of an empty database are the coordinate systems of SpatiaLite; a station uses WGS 84 only (EPSG:4326).
 * Without the others a copy takes a fifth of the time, and so does each backup of it.
 */
function keepOneCoordinateSystem(path: string): void {
  const db = new Database(path);
  db.exec("DELETE FROM spatial_ref_sys_aux WHERE srid <> 4326; DELETE FROM spatial_ref_sys WHERE srid <> 4326; VACUUM");
  db.close();
}
