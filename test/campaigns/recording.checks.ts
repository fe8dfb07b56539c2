import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { checkDatabase } from "../../server/storage/integrity.ts";
import type { ReadableDb } from "../../server/storage/database.ts";
import { storedTimes } from "../support/packed-tracks.ts";
import type { Acknowledged } from "./kill.work.ts";

/** The results of checking a recording after an attack. */
export type Findings = {
  readonly lost: number;
  readonly doubled: number;
  /** Damaged or incomplete data, a sentence each. */
  readonly corrupt: readonly string[];
};

/** Rows that only an incomplete transaction leaves. */
const HALF_WRITTEN = [
  `SELECT 'suboperation ' || s.id || ' says ' || s.record_count || ' records' FROM suboperation AS s
   WHERE s.deleted_ms IS NULL AND s.record_count <> (SELECT count(*) FROM ua_track WHERE suboperation = s.id)
       + (SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE suboperation = s.id AND kind = 0)`,
  `SELECT 'records of suboperation ' || suboperation || ', which is not there' FROM ua_track
   WHERE suboperation NOT IN (SELECT id FROM suboperation) LIMIT 1`,
  `SELECT 'segment of suboperation ' || suboperation || ', which is not there' FROM packed_segment
   WHERE suboperation NOT IN (SELECT id FROM suboperation) LIMIT 1`,
  `SELECT 'a row in segment ' || s.id FROM packed_segment AS s WHERE EXISTS (SELECT 1 FROM ua_track AS r
     WHERE s.kind = 0 AND r.suboperation = s.suboperation AND r.time_ms BETWEEN s.first_ms AND s.last_ms)`,
  `SELECT 'a flight without its suboperation' FROM flight WHERE suboperation NOT IN (SELECT id FROM suboperation)`,
];

/** Checks a recording that no station is using: every page, every row, and everything that was acknowledged. */
export function checkRecording(dataDir: string, acknowledged: Acknowledged, isThorough: boolean): Findings {
  const path = join(dataDir, DATABASE_FILE);
  // Opened for writing, as a station does: the contents of the log are moved into the file.
  const db = new Database(path);
  try {
    const corrupt = [
      ...(db.pragma(isThorough ? "integrity_check" : "quick_check", { simple: true }) === "ok" ? [] : ["pages"]),
      ...(db.pragma("foreign_key_check") as readonly object[]).map((row) => JSON.stringify(row)),
      ...HALF_WRITTEN.flatMap((sql) => db.prepare<[], string>(sql).pluck().all()),
    ];
    return { ...countMissing(db, acknowledged), corrupt };
  } finally {
    db.close();
  }
}

function countMissing(db: Database.Database, { received, points, flights, edits }: Acknowledged) {
  const tracksOf = db.prepare<[string], number>("SELECT suboperation FROM identifier WHERE value = ?").pluck();
  const trackOfFlight = db.prepare<[string], number>("SELECT suboperation FROM flight WHERE id = ?").pluck();
  const timesOf = (tracks: readonly number[]) => tracks.flatMap((track) => storedTimes(db as ReadableDb, track));
  const flightRows = db.prepare<[string], number>("SELECT count(*) FROM flight WHERE id = ?");
  const editRows = db.prepare<[string], number>("SELECT count(*) FROM fusion_edit WHERE uuid = ?");
  let [lost, doubled] = [0, 0];
  const compare = (wanted: ReadonlySet<number>, stored: readonly number[]) => {
    const found = new Set(stored);
    lost += [...wanted].filter((time) => !found.has(time)).length;
    doubled += stored.length - found.size;
  };
  for (const [serial, times] of received) compare(times, timesOf(tracksOf.all(serial)));
  for (const [flight, times] of points) compare(times, timesOf(trackOfFlight.all(flight)));
  for (const id of flights) lost += 1 - (flightRows.pluck().get(id) ?? 0);
  for (const id of edits) lost += 1 - (editRows.pluck().get(id) ?? 0);
  // A file that is imported twice is one flight.
  doubled +=
    db
      .prepare<[], number>(
        "SELECT count(*) FROM (SELECT 1 FROM flight WHERE source_name IS NOT NULL GROUP BY source_name HAVING count(*) > 1)",
      )
      .pluck()
      .get() ?? 0;
  return { lost, doubled };
}

/** The number of positions of these serial numbers in a recording that no station is using. */
export function countPositions(dataDir: string, serials: readonly string[]): number {
  const db = new Database(join(dataDir, DATABASE_FILE));
  try {
    const tracksOf = db.prepare<[string], number>("SELECT suboperation FROM identifier WHERE value = ?").pluck();
    const tracks = serials.flatMap((serial) => tracksOf.all(serial));
    return tracks.reduce((sum, track) => sum + storedTimes(db as ReadableDb, track).length, 0);
  } finally {
    db.close();
  }
}

/** Checks that every backup with its final name is complete; returns a sentence about each that is not. */
export function checkBackups(dataDir: string): readonly string[] {
  const folder = join(dataDir, "backups");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite"))
    .flatMap((name) => checkDatabase(join(folder, name), "quick").map((found) => `backup ${name}: ${found}`));
}
