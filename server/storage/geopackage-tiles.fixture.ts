import Database from "better-sqlite3";

const HALF_WORLD_M = 20_037_508.342_789_244;

/** A tile by its place in the grid of its zoom in the file, from the north. */
type PlacedTile = { readonly zoom: number; readonly column: number; readonly row: number; readonly bytes: Uint8Array };

export type GeopackageContent = {
  readonly tiles: readonly PlacedTile[];
  /** The north-western corner of all grids. */
  readonly west?: number;
  readonly north?: number;
  /** Metres of a pixel at zoom 0; half as many at each deeper zoom. */
  readonly metresPerPx?: number;
  readonly code?: number;
  readonly more?: string;
};

/** A GeoPackage with one table of tiles at a path; without more, its zooms are those of web maps. */
export function writeGeopackage(path: string, made: GeopackageContent): void {
  const {
    tiles,
    west = -HALF_WORLD_M,
    north = HALF_WORLD_M,
    metresPerPx = (2 * HALF_WORLD_M) / 256,
    code = 3857,
  } = made;
  const db = new Database(path);
  db.pragma("application_id = 0x47504B47");
  db.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER,
      definition TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, identifier TEXT, min_x REAL, min_y REAL, max_x REAL,
      max_y REAL, srs_id INTEGER);
    CREATE TABLE gpkg_tile_matrix_set (table_name TEXT, srs_id INTEGER, min_x REAL, min_y REAL, max_x REAL, max_y REAL);
    CREATE TABLE gpkg_tile_matrix (table_name TEXT, zoom_level INTEGER, matrix_width INTEGER, matrix_height INTEGER,
      tile_width INTEGER, tile_height INTEGER, pixel_x_size REAL, pixel_y_size REAL);
    CREATE TABLE "a ""sheet""" (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER,
      tile_data BLOB, UNIQUE (zoom_level, tile_column, tile_row));
  `);
  const table = 'a "sheet"';
  db.prepare("INSERT INTO gpkg_spatial_ref_sys VALUES ('system', 7, 'EPSG', ?, '')").run(code);
  db.prepare("INSERT INTO gpkg_contents VALUES (?, 'tiles', 'Sheet', NULL, NULL, NULL, NULL, 7)").run(table);
  db.prepare("INSERT INTO gpkg_tile_matrix_set VALUES (?, 7, ?, ?, ?, ?)").run(table, west, -north, -west, north);
  const addGrid = db.prepare("INSERT INTO gpkg_tile_matrix VALUES (?, ?, ?, ?, 256, 256, ?, ?)");
  for (const zoom of new Set(tiles.map((tile) => tile.zoom))) {
    const pixelM = metresPerPx / 2 ** zoom;
    addGrid.run(table, zoom, 2 ** zoom, 2 ** zoom, pixelM, pixelM);
  }
  const addTile = db.prepare('INSERT INTO "a ""sheet""" VALUES (NULL, ?, ?, ?, ?)');
  for (const { zoom, column, row, bytes } of tiles) addTile.run(zoom, column, row, bytes);
  db.exec(made.more ?? "");
  db.close();
}
