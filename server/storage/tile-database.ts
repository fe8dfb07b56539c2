import Database from "better-sqlite3";

/** A SQLite file of a person that holds tiles (MBTiles, GeoPackage), read and never written. */
export type TileDatabase = {
  readonly hasTable: (name: string, columns: readonly string[]) => boolean;
  /** Texts of the table `metadata`, by name in lower case. */
  readonly metadata: () => ReadonlyMap<string, string>;
  /** The tables of tiles that a GeoPackage lists, some of them where there are many. */
  readonly tileTables: () => readonly ListedTileTable[];
  /** The grids of such a table. */
  readonly matrices: (table: string) => readonly TileMatrix[];
  /** A table with the columns `zoom_level`, `tile_column`, `tile_row` and `tile_data`. */
  readonly tiles: (table: string) => TileTable;
  readonly close: () => void;
};

/** Its rows are numbered as in the file. */
export type TileTable = {
  readonly zooms: () => readonly number[];
  /** The first and last columns and rows of a zoom. */
  readonly rangeOf: (zoom: number) => TileRange;
  /** Some tiles of a zoom, the first ones that are found. */
  readonly samples: (zoom: number, count: number) => readonly TileRow[];
  /** `undefined` where there is none, or a larger one. */
  readonly tile: (zoom: number, column: number, row: number) => Uint8Array | undefined;
};

/** A row of `gpkg_contents`, with the corners of its grids and the one of its coordinate system (OGC 12-128r19, 2.2). */
export type ListedTileTable = {
  readonly table: string;
  readonly identifier: string;
  readonly organization: string;
  readonly code: number;
  readonly west: number;
  readonly north: number;
  /** What is known to be covered, in the units of the coordinate system; null where the file does not say. */
  readonly minX: number | null;
  readonly minY: number | null;
  readonly maxX: number | null;
  readonly maxY: number | null;
};

/** A row of `gpkg_tile_matrix`: the grid of one zoom, and the size of its pixels in units of the coordinate system. */
export type TileMatrix = {
  readonly zoom: number;
  readonly columns: number;
  readonly rows: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
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
const MAX_TABLES = 20;

/**
 * Opens a file of unknown origin. A view in such a file can compute endlessly, so it must be read in a thread that can
 * be ended. It cannot reach anything outside of the file: functions and tables with side effects are refused
 * (`trusted_schema`), views cannot attach other files, and extensions are not loaded.
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
    return {
      hasTable: (name, columns) => {
        const known = db.prepare<[string], string>("SELECT lower(name) FROM pragma_table_info(?)").pluck().all(name);
        return columns.every((column) => known.includes(column));
      },
      metadata: () => readMetadata(db),
      tileTables: () => readTileTables(db),
      matrices: (table) => readMatrices(db, table),
      tiles: (table) => openTable(db, table, maxTileBytes),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether SQLite reports that a file is damaged, or not a database. */
export function isDamagedDatabase(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR|READONLY)/.test(error.code);
}

function openTable(db: Database.Database, table: string, maxTileBytes: number): TileTable {
  const name = `"${table.replaceAll('"', '""')}"`;
  const find = lazily(() =>
    db
      .prepare<[number, number, number, number], Uint8Array | string | null>(
        `SELECT tile_data FROM ${name}
         WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? AND length(tile_data) <= ?`,
      )
      .pluck(),
  );
  return {
    zooms: () => readZooms(db, name),
    rangeOf: (zoom) =>
      db
        .prepare<[number], TileRange>(
          `SELECT min(tile_column) AS minColumn, max(tile_column) AS maxColumn, min(tile_row) AS minRow,
             max(tile_row) AS maxRow
           FROM ${name} WHERE zoom_level = ?`,
        )
        .get(zoom)!,
    samples: (zoom, count) =>
      db
        .prepare<[number, number, number], TileRow>(
          `SELECT tile_column AS "column", tile_row AS "row",
             CASE WHEN length(tile_data) <= ? THEN CAST(tile_data AS BLOB) END AS bytes
           FROM ${name} WHERE zoom_level = ? LIMIT ?`,
        )
        .all(maxTileBytes, zoom, count),
    tile: (zoom, column, row) => {
      const bytes = find().get(zoom, column, row, maxTileBytes);
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
  };
}

function readTileTables(db: Database.Database): readonly ListedTileTable[] {
  return db
    .prepare<[number], ListedTileTable>(
      `SELECT CAST(contents.table_name AS TEXT) AS "table", CAST(coalesce(identifier, '') AS TEXT) AS identifier,
         CAST(organization AS TEXT) AS organization, CAST(organization_coordsys_id AS INTEGER) AS code,
         CAST(grid.min_x AS REAL) AS west, CAST(grid.max_y AS REAL) AS north,
         CAST(contents.min_x AS REAL) AS minX, CAST(contents.min_y AS REAL) AS minY,
         CAST(contents.max_x AS REAL) AS maxX, CAST(contents.max_y AS REAL) AS maxY
       FROM gpkg_contents AS contents
         JOIN gpkg_tile_matrix_set AS grid ON grid.table_name = contents.table_name
         JOIN gpkg_spatial_ref_sys AS system ON system.srs_id = grid.srs_id
       WHERE data_type = 'tiles' LIMIT ?`,
    )
    .all(MAX_TABLES);
}

function readMatrices(db: Database.Database, table: string): readonly TileMatrix[] {
  return db
    .prepare<[string, number], TileMatrix>(
      `SELECT CAST(zoom_level AS INTEGER) AS zoom, CAST(matrix_width AS INTEGER) AS "columns",
         CAST(matrix_height AS INTEGER) AS "rows", CAST(tile_width AS INTEGER) AS widthPx,
         CAST(tile_height AS INTEGER) AS heightPx, CAST(pixel_x_size AS REAL) AS pixelWidth,
         CAST(pixel_y_size AS REAL) AS pixelHeight
       FROM gpkg_tile_matrix WHERE table_name = ? AND zoom_level BETWEEN 0 AND ?`,
    )
    .all(table, MAX_ZOOM);
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
function readZooms(db: Database.Database, name: string): readonly number[] {
  const has = db.prepare<[number], number>(`SELECT 1 FROM ${name} WHERE zoom_level = ? LIMIT 1`).pluck();
  return Array.from({ length: MAX_ZOOM + 1 }, (_, zoom) => zoom).filter((zoom) => has.get(zoom) !== undefined);
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
