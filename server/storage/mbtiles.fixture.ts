import Database from "better-sqlite3";

/** A tile by its place in the XYZ scheme. */
type PlacedTile = { readonly z: number; readonly x: number; readonly y: number; readonly bytes: Uint8Array };

/** An MBTiles file at a path; its rows are counted from the south. */
export function writeMbtiles(
  path: string,
  tiles: readonly PlacedTile[],
  metadata: Readonly<Record<string, string>> = {},
  more = "",
): void {
  const db = new Database(path);
  db.exec(`
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
  `);
  const addTile = db.prepare("INSERT INTO tiles VALUES (?, ?, ?, ?)");
  for (const { z, x, y, bytes } of tiles) addTile.run(z, x, 2 ** z - 1 - y, bytes);
  const addText = db.prepare("INSERT INTO metadata VALUES (?, ?)");
  for (const [name, value] of Object.entries(metadata)) addText.run(name, value);
  db.exec(more);
  db.close();
}
