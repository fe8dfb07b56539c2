import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { OWNER_ONLY } from "./database-file.ts";
import { findDamagedSegments, type CheckProgress } from "./tracks/segment-check.ts";

/**
 * `quick` reads every page; `full` also compares every index with its table and verifies packed telemetry, which takes
 * several times as long.
 */
export type CheckDepth = "quick" | "full";

const MAX_FINDINGS = 5;

/** Checks a database that may be in use. Returns the damage that was found, nothing where there is none. */
export function checkDatabase(
  path: string,
  depth: CheckDepth,
  onProgress?: (progress: CheckProgress) => void,
): readonly string[] {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const damages = checkTables(db, depth, MAX_FINDINGS);
      if (depth === "quick" || damages.length > 0) return damages;
      return findDamagedSegments(db, MAX_FINDINGS, onProgress);
    } finally {
      db.close();
    }
  } catch (error) {
    // Damage to the schema or the header is thrown, not listed.
    if (error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(error.code))
      return [error.message];
    throw error;
  }
}

/**
 * SQLite's check, table by table with its indexes. Each is one call that cannot be interrupted, so that a thread can be
 * ended after the current table, not only after the whole recording. Returns at most `limit` findings.
 */
export function checkTables(
  db: Pick<Database.Database, "prepare">,
  depth: CheckDepth,
  limit: number,
): readonly string[] {
  const check = depth === "quick" ? "quick_check" : "integrity_check";
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    .pluck()
    .all();
  const found: string[] = [];
  // With the schema itself SQLite also checks the list of free pages.
  for (const table of ["sqlite_schema", ...tables]) {
    const name = table.replaceAll('"', '""');
    const findings = db.prepare<[], string>(`PRAGMA ${check}("${name}")`).pluck().all();
    found.push(...findings.filter((finding) => finding !== "ok"));
    if (found.length >= limit) return found.slice(0, limit);
  }
  return found;
}

/** The results of checks, kept from one start to the next, outside the database, which may be read-only. */
export type CheckHistory = {
  /** When a full check last found nothing, Unix milliseconds. */
  readonly fullMs: number | null;
  /** What a check found; null where it found nothing. */
  readonly damage: string | null;
};

const FILE = "integrity.json";
const NOTHING: CheckHistory = { fullMs: null, damage: null };

export function readCheckHistory(dataDir: string): CheckHistory {
  try {
    const read = JSON.parse(readFileSync(join(dataDir, FILE), "utf8")) as Partial<CheckHistory>;
    return {
      fullMs: typeof read.fullMs === "number" ? read.fullMs : null,
      damage: typeof read.damage === "string" ? read.damage : null,
    };
  } catch {
    return NOTHING;
  }
}

export function saveCheckHistory(dataDir: string, history: CheckHistory): void {
  const path = join(dataDir, FILE);
  writeFileSync(`${path}.part`, JSON.stringify(history), { mode: OWNER_ONLY });
  renameSync(`${path}.part`, path);
}

/** Removes the results of checks: those of a recording say nothing about another that takes its place. */
export function removeCheckHistory(dataDir: string): void {
  if (existsSync(join(dataDir, FILE))) rmSync(join(dataDir, FILE));
}
