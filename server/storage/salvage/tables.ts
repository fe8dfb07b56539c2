import type Database from "better-sqlite3";
import type { PageFile } from "./page-file.ts";
import { findPageOwners, readRows } from "./table-rows.ts";

export type Column = { readonly name: string; readonly isRowId: boolean };

/** A table of the station, with its columns in the order in which rows are stored. */
export type Table = { readonly name: string; readonly columns: readonly Column[] };

const SCHEMA = { root: 1, columns: 5 };
/** Tables of the station with a geometry, which are not `STRICT`; all others that are not belong to SpatiaLite. */
const WITH_GEOMETRY: ReadonlySet<string> = new Set(["track_line", "zone"]);

type ListedTable = { readonly name: string; readonly wr: number; readonly strict: number };
type ListedColumn = { readonly name: string; readonly type: string; readonly pk: number };

/** The station's own tables, without indexes in space and without what belongs to SpatiaLite. */
export function listTables(db: Database.Database): readonly Table[] {
  const listed = db.prepare<[], ListedTable>("SELECT name, wr, strict FROM pragma_table_list WHERE type = 'table'");
  return listed
    .all()
    .filter(({ name, strict }) => strict === 1 || WITH_GEOMETRY.has(name))
    .map(({ name, wr }) => ({ name, columns: wr === 1 ? keyedColumns(db, name) : plainColumns(db, name) }));
}

function plainColumns(db: Database.Database, table: string): readonly Column[] {
  const columns = db.prepare<[string], ListedColumn>("SELECT name, type, pk FROM pragma_table_info(?)").all(table);
  const isSingleKey = columns.filter(({ pk }) => pk > 0).length === 1;
  return columns.map(({ name, type, pk }) => ({
    name,
    // SQLite stores NULL in such a column; its value is the id of the row.
    isRowId: isSingleKey && pk === 1 && type.toUpperCase() === "INTEGER",
  }));
}

/** Without row ids, the columns of the key come first. */
function keyedColumns(db: Database.Database, table: string): readonly Column[] {
  const key = db
    .prepare<[string], string>("SELECT name FROM pragma_index_list(?) WHERE origin = 'pk'")
    .pluck()
    .get(table);
  return db
    .prepare<[string], string>("SELECT name FROM pragma_index_xinfo(?) ORDER BY seqno")
    .pluck()
    .all(key ?? "")
    .map((name) => ({ name, isRowId: false }));
}

/**
 * The root page of each table, from the schema of the file. Where that cannot be read, it is the root page in a new
 * database of the same schema, if the file has the root of a tree there.
 */
export function listRoots(
  file: PageFile,
  db: Database.Database,
  tables: readonly Table[],
): readonly (number | undefined)[] {
  const schema = readSchema(file);
  const taken = new Set(schema.values());
  const usual = db.prepare<[string], number>("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return tables.map(({ name }) => {
    const root = schema.get(name);
    if (root !== undefined) return root;
    const guess = usual.pluck().get(name);
    return guess !== undefined && !taken.has(guess) && file.findParent(guess) === 0 ? guess : undefined;
  });
}

/** Tables and indexes by name, with their first pages: rows of `sqlite_schema`. */
function readSchema(file: PageFile): ReadonlyMap<string, number> {
  const roots = new Map<string, number>();
  const owners = findPageOwners(file, [SCHEMA]);
  for (let page = 1; page <= file.pages; page++) {
    if (owners[page] !== 1) continue;
    for (const { values } of readRows(file, page, SCHEMA)?.rows ?? []) {
      const [type, name, , root] = values;
      if ((type === "table" || type === "index") && typeof name === "string" && typeof root === "bigint" && root > 0n)
        roots.set(name, Number(root));
    }
  }
  return roots;
}
