import { constants, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { copyFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { checkPages, protectFile } from "../backup.ts";
import { readSchemaVersion } from "../database-file.ts";
import { migrate } from "../migrations.ts";
import { loadSpatialite } from "../spatialite.ts";
import { openPageFile, type PageFile } from "./page-file.ts";
import { findPageOwners, readRows } from "./table-rows.ts";
import { listRoots, listTables, type Table } from "./tables.ts";
import { insertRow } from "./insert-row.ts";
import { checkSegments, indexSegments, type SalvagedSegments } from "./packed-segments.ts";

/** The result for one table. Rows on damaged pages cannot be counted, so the pages are counted. */
export type SalvagedTable = {
  readonly table: string;
  readonly rows: number;
  /** Rows that are there, but incomplete or not those of this table. */
  readonly unreadableRows: number;
  readonly damagedPages: number;
};

export type SalvageReport = {
  readonly tables: readonly SalvagedTable[];
  /** Rows that name a row of another table that was lost. */
  readonly danglingRows: number;
  readonly packed: SalvagedSegments;
};

/**
 * Copies every row that can be read from a damaged database into a new one, the way SQLite's own recovery does: page by
 * page, without trusting any index. The damaged file is not changed. Rejects where nothing tells what its pages hold, and
 * where the new file already exists.
 */
export async function salvageDatabase(options: {
  readonly from: string;
  readonly into: string;
  readonly spatialite?: string | undefined;
}): Promise<SalvageReport> {
  const { from, into } = options;
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  if (existsSync(into)) throw new Error(`${into} already exists; choose another name.`);
  mkdirSync(dirname(into), { recursive: true });
  const folder = mkdtempSync(`${into}.part-`);
  try {
    const damaged = await copyWithLog(from, folder);
    const version = readSchemaVersion(damaged);
    const fresh = join(folder, "fresh.sqlite");
    const db = openFresh(fresh, version, options.spatialite);
    let report: SalvageReport;
    const file = openPageFile(damaged);
    try {
      report = copyTables(file, db);
    } finally {
      file.close();
      db.close();
    }
    checkPages(fresh);
    await protectFile(fresh);
    await rename(fresh, into);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a database together with its write-ahead log. Where SQLite refuses the log, it is left out. */
async function copyWithLog(from: string, folder: string): Promise<string> {
  const copy = join(folder, "damaged.sqlite");
  await copyFile(from, copy, constants.COPYFILE_FICLONE);
  if (!existsSync(`${from}-wal`)) return copy;
  await copyFile(`${from}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE);
  const db = new Database(copy);
  try {
    db.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // The pages of the file itself are still read.
  } finally {
    db.close();
  }
  return copy;
}

/** A new database of the schema that the damaged one had; the next start of a station brings it up to date. */
function openFresh(path: string, version: number, spatialite: string | undefined): Database.Database {
  const db = new Database(path);
  loadSpatialite(db, spatialite);
  db.pragma("auto_vacuum = INCREMENTAL");
  // A partial result is of no use: the file gets its name when it is complete.
  db.pragma("synchronous = OFF");
  db.pragma("foreign_keys = OFF");
  migrate(db, version);
  return db;
}

function copyTables(file: PageFile, db: Database.Database): SalvageReport {
  const tables = listTables(db);
  const roots = listRoots(file, db, tables);
  const found = tables.flatMap((table, index) => (roots[index] === undefined ? [] : [{ table, root: roots[index] }]));
  const trees = found.map(({ table, root }) => ({ root, columns: table.columns.length }));
  // A table to whose first page nothing refers has lost at least that page.
  const counts = new Map(
    tables.map(({ name }, index) => [
      name,
      { rows: 0, unreadableRows: 0, damagedPages: roots[index] === undefined ? 1 : 0 },
    ]),
  );
  const owners = findPageOwners(file, trees);
  const packed = db.transaction(() => {
    for (const { table } of found) db.exec(`DELETE FROM "${table.name}"`);
    for (let page = 1; page <= file.pages; page++) {
      const owner = owners[page]! - 1;
      if (owner < 0) continue;
      const { table } = found[owner]!;
      copyPage(file, page, { table, tree: trees[owner]!, count: counts.get(table.name)!, db });
    }
    return rebuildDerived(db);
  })();
  return {
    tables: [...counts].map(([table, count]) => ({ table, ...count })),
    danglingRows: db.prepare<[], number>("SELECT count(*) FROM pragma_foreign_key_check").pluck().get() ?? 0,
    packed,
  };
}

function copyPage(
  file: PageFile,
  page: number,
  {
    table,
    tree,
    count,
    db,
  }: {
    readonly table: Table;
    readonly tree: { readonly root: number; readonly columns: number };
    readonly count: { rows: number; unreadableRows: number; damagedPages: number };
    readonly db: Database.Database;
  },
): void {
  const read = readRows(file, page, tree);
  if (read === undefined) {
    count.damagedPages++;
    return;
  }
  count.unreadableRows += read.unreadable;
  for (const row of read.rows) {
    if (insertRow(db, table, row)) count.rows++;
    else count.unreadableRows++;
  }
}

/**
 * Rebuilds what follows from the rows and segments that were read: the index in space and time, and the number of
 * records. A recording that is older than segments has neither them nor the present name of the index.
 */
function rebuildDerived(db: Database.Database): SalvagedSegments {
  const hasSegments = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'packed_segment'").get() !== undefined;
  const segments = hasSegments ? checkSegments(db) : { segments: 0, damagedSegments: 0, lostRecords: 0 };
  const index = hasSegments ? "track_extent" : "track_segment";
  db.exec(`DELETE FROM ${index}`);
  for (const [kind, table] of ["ua_track", "operator_track"].entries()) {
    // The ids and seconds are those of server/storage/tracks/track-extents.ts.
    db.exec(
      `INSERT INTO ${index} (id, west_e7, east_e7, south_e7, north_e7, first_s, last_s, suboperation, kind)
       SELECT (suboperation * 2 + ${kind}) * 33554432 + extent, min(longitude_e7), max(longitude_e7),
         min(latitude_e7), max(latitude_e7), ${secondOfSql("min(time_ms)")}, ${secondOfSql("max(time_ms)")},
         suboperation, ${kind}
       FROM (SELECT suboperation, time_ms, latitude_e7, longitude_e7,
               (row_number() OVER (PARTITION BY suboperation ORDER BY time_ms) - 1) / 64 AS extent FROM ${table})
       GROUP BY suboperation, extent`,
    );
  }
  if (hasSegments) indexSegments(db);
  const packed = hasSegments
    ? "+ (SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE packed_segment.suboperation = suboperations.id AND kind = 0)"
    : "";
  db.exec(
    `UPDATE suboperation SET record_count = stored.records
     FROM (SELECT id, (SELECT count(*) FROM ua_track WHERE ua_track.suboperation = suboperations.id)
             ${packed} AS records FROM suboperation AS suboperations) AS stored
     WHERE stored.id = suboperation.id AND stored.records <> suboperation.record_count`,
  );
  return segments;
}

/** As `secondOf` does; a division in SQL rounds a time before 1970 up. */
function secondOfSql(timeMs: string): string {
  return `max(-2147483648, min(2147483647, cast(floor(${timeMs} / 1000.0) AS INTEGER) - 1546300800))`;
}
