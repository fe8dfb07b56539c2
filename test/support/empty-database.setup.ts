import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openStore } from "../../server/storage/database.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";

/** Migrates the database that `server/storage/data-dir.fixture.ts` copies, once for the whole run. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-empty-"));
  openStore({ dataDir: folder, synchronous: "OFF" }).close();
  project.provide("emptyDatabase", join(folder, DATABASE_FILE));
  return () => rmSync(folder, { recursive: true, force: true });
}
