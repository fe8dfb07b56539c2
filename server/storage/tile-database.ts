import Database from "better-sqlite3";

/** A SQLite file of a person that holds tiles (MBTiles), read and never written. Its rows are numbered as in the file. */
export type TileDatabase = {
  readonly hasTable: (name: string, columns: readonly string[]) => boolean;
  /** Texts of the table `metadata`, by name in lower case. */
  readonly metadata: () => ReadonlyMap<string, string>;
  readonly zooms: () => readonly number[];
  /** The first and last columns and rows of a zoom. */
  readonly rangeOf: (zoom: number) => TileRange;
  /** Some tiles of a zoom, the first ones that are found. */
  readonly samples: (zoom: number, count: number) => readonly TileRow[];
  /** `undefined` where there is none, or a larger one. */
  readonly tile: (zoom: number, column: number, row: number) => Uint8Array | undefined;
  readonly close: () => void;
};

export type TileRange = {
  readonly minColumn: number;
  readonly maxColumn: number;
  readonly minRow: number;
  readonly maxRow: number;
};

export type TileRow = { readonly column: number; readonly row: number; readonly bytes: Uint8Array | null };

const MAX_ZOOM = 30;
const MAX_METADATA_ROWS = 200;

/**
 * Opens a file that anybody may have made. A view of such a file can compute for ever, so it must be read in a thread
 * that can be ended. It cannot reach anything outside of the file: functions and tables with side effects are refused to
 * it (`trusted_schema`), nothing can be attached by a view, and extensions are not loaded.
 *
 * @param maxTileBytes a larger tile is not read into memory
 */
export function openTileDatabase(path: string, maxTileBytes: number): TileDatabase {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma("trusted_schema = OFF");
    db.pragma("query_only = ON");
    db.pragma("cell_size_check = ON");
    db.pragma("mmap_size = 0");
    const find = lazily(() =>
      db
        .prepare<[number, number, number, number], Uint8Array | string | null>(
          "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? AND length(tile_data) <= ?",
        )
        .pluck(),
    );
    return {
      hasTable: (name, columns) => {
        const known = db.prepare<[string], string>("SELECT lower(name) FROM pragma_table_info(?)").pluck().all(name);
        return columns.every((column) => known.includes(column));
      },
      metadata: () => readMetadata(db),
      zooms: () => readZooms(db),
      rangeOf: (zoom) =>
        db
          .prepare<[number], TileRange>(
            `SELECT min(tile_column) AS minColumn, max(tile_column) AS maxColumn, min(tile_row) AS minRow,
               max(tile_row) AS maxRow
             FROM tiles WHERE zoom_level = ?`,
          )
          .get(zoom)!,
      samples: (zoom, count) =>
        db
          .prepare<[number, number, number], TileRow>(
            `SELECT tile_column AS "column", tile_row AS "row",
               CASE WHEN length(tile_data) <= ? THEN CAST(tile_data AS BLOB) END AS bytes
             FROM tiles WHERE zoom_level = ? LIMIT ?`,
          )
          .all(maxTileBytes, zoom, count),
      tile: (zoom, column, row) => {
        const bytes = find().get(zoom, column, row, maxTileBytes);
        return bytes instanceof Uint8Array ? bytes : undefined;
      },
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether SQLite says that a file is damaged, or none of its own. */
export function isDamagedDatabase(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR|READONLY)/.test(error.code);
}

function readMetadata(db: Database.Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[number], { name: string | null; value: string | null }>(
      `SELECT lower(CAST(name AS TEXT)) AS name, CAST(value AS TEXT) AS value FROM metadata LIMIT ?`,
    )
    .all(MAX_METADATA_ROWS);
  return new Map(rows.map(({ name, value }) => [name ?? "", value ?? ""]));
}

/** One look into the index for each zoom, instead of one over all tiles. */
function readZooms(db: Database.Database): readonly number[] {
  const has = db.prepare<[number], number>("SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1").pluck();
  return Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom).filter((zoom) => has.get(zoom) !== undefined);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
