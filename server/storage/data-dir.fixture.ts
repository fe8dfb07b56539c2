import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { DATABASE_FILE } from "./database-file.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a database that was migrated once for the whole run, and holds nothing. */
    readonly emptyDatabase: string;
  }
}

/** A new data directory, as a station leaves it after a start and a stop; the caller removes it. */
export function makeDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `fieldstation-${name}-`));
  copyEmptyDatabase(dataDir);
  return dataDir;
}

/**
 * Puts an empty database of today's schema into a directory that is made when missing. Migrating one takes ten times as
 * long as copying it: only tests that are about a first start need to begin with nothing.
 */
export function copyEmptyDatabase(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(inject("emptyDatabase"), join(dataDir, DATABASE_FILE));
}
