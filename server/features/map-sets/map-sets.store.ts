import type { MapLayer, MapSetContainer, TileFormat } from "../../contracts/map-sets.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

export type MapSetModel = {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  /** The path of a linked file; null for one in the station's folder. */
  readonly path: string | null;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly container: MapSetContainer;
  readonly format: TileFormat | "geojson";
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly attribution: string;
  readonly tileSize: number | null;
  readonly style: "protomaps" | "generic" | null;
  readonly layers: readonly MapLayer[];
  /** Place in the drawing order, the lowest first. */
  readonly position: number;
  readonly opacity: number;
  readonly addedMs: number;
};

type Row = Omit<MapSetModel, "layers"> & { readonly layers: string };

const COLUMNS = `id, owner_id AS ownerId, name, path, bytes, modified_ms AS modifiedMs, container, format,
  min_zoom AS minZoom, max_zoom AS maxZoom, west, south, east, north, attribution, tile_size AS tileSize, style, layers,
  position, opacity, added_ms AS addedMs`;

export function listMapSets(db: ReadableDb): readonly MapSetModel[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} FROM map_set ORDER BY position, added_ms, id`).all().map(modelOf);
}

export function findMapSet(db: ReadableDb, id: string): MapSetModel | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM map_set WHERE id = ?`).get(id);
  return row === undefined ? undefined : modelOf(row);
}

/** Puts a set above all others. */
export function insertMapSet(db: WritableDb, { layers, ...set }: Omit<MapSetModel, "position">): void {
  db.prepare(
    `INSERT INTO map_set (id, owner_id, name, path, bytes, modified_ms, container, format, min_zoom, max_zoom, west, south,
       east, north, attribution, tile_size, style, layers, position, opacity, added_ms)
     VALUES (@id, @ownerId, @name, @path, @bytes, @modifiedMs, @container, @format, @minZoom, @maxZoom, @west, @south,
       @east, @north, @attribution, @tileSize, @style, @layers,
       (SELECT coalesce(max(position) + 1, 0) FROM map_set), @opacity, @addedMs)`,
  ).run({ ...set, layers: JSON.stringify(layers) });
}

export function updateMapSet(
  db: WritableDb,
  id: string,
  { name, opacity, attribution }: Pick<MapSetModel, "name" | "opacity" | "attribution">,
): void {
  db.prepare("UPDATE map_set SET name = ?, opacity = ?, attribution = ? WHERE id = ?").run(
    name,
    opacity,
    attribution,
    id,
  );
}

/** All sets in drawing order, from the bottom. */
export function updatePositions(db: WritableDb, ids: readonly string[]): void {
  const update = db.prepare("UPDATE map_set SET position = ? WHERE id = ?");
  db.transaction(() => ids.forEach((id, position) => update.run(position, id)))();
}

export function removeMapSet(db: WritableDb, id: string): void {
  db.prepare("DELETE FROM map_set WHERE id = ?").run(id);
}

function modelOf({ layers, ...row }: Row): MapSetModel {
  return { ...row, layers: JSON.parse(layers) as readonly MapLayer[] };
}
