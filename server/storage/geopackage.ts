import Database from "better-sqlite3";
import { closeSync, fsyncSync, openSync } from "node:fs";
import {
  APPLICATION_ID,
  CORE_TABLES,
  type GeoPackageLayer,
  indexTriggers,
  layerTables,
  USER_VERSION,
} from "./geopackage.schema.ts";

/** A geometry in the binary form of GeoPackage, and its bounds in degrees. */
export type GeoPackageGeometry = {
  readonly bytes: Uint8Array;
  readonly box: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
};

/** In the order of the columns of its layer. */
export type GeoPackageValues = readonly (string | number | null)[];

/** A GeoPackage that is being written. It is not valid before `finish`. */
export type GeoPackage<N extends string> = {
  readonly add: (layer: N, geometry: GeoPackageGeometry | null, values: GeoPackageValues) => void;
  /** Writes extents and triggers and closes the file, which is then on the disk. */
  readonly finish: () => void;
  /** Closes an unfinished file, which the caller then removes. Does nothing after `finish`. */
  readonly abandon: () => void;
};

/** Pages that are kept in memory, in kibibytes: enough for the inner pages of the spatial index of millions of points. */
const CACHE_KIB = 32 * 1024;

/**
 * Creates a GeoPackage with empty layers. Everything is one transaction without a journal, since a file of which the
 * writing did not end is of no use: the caller removes it.
 *
 * @param path a file that does not exist, or is empty
 * @param changedAt ISO 8601 in UTC
 */
export function createGeoPackage<N extends string>(
  path: string,
  layers: readonly GeoPackageLayer<N>[],
  changedAt: string,
): GeoPackage<N> {
  const db = new Database(path);
  try {
    db.pragma("journal_mode = OFF");
    db.pragma("synchronous = OFF");
    db.pragma("locking_mode = EXCLUSIVE");
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${USER_VERSION}`);
    db.exec("BEGIN");
    db.exec(CORE_TABLES);
    const writers = new Map(layers.map((layer) => [layer.name, createLayer(db, layer, changedAt)]));
    return {
      add: (name, geometry, values) => writers.get(name)!.add(geometry, values),
      finish() {
        for (const writer of writers.values()) writer.finish();
        db.exec("COMMIT");
        db.close();
        const file = openSync(path, "r+");
        try {
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      },
      abandon: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function createLayer(db: Database.Database, layer: GeoPackageLayer, changedAt: string) {
  const { name, description, geometry, isMeasured, columns } = layer;
  db.exec(layerTables(layer));
  db.prepare(
    `INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change, srs_id)
     VALUES (?, 'features', ?, ?, ?, 4326)`,
  ).run(name, name, description, changedAt);
  db.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, 2, ?)").run(
    name,
    geometry,
    isMeasured ? 1 : 0,
  );
  const describe = db.prepare("INSERT INTO gpkg_data_columns (table_name, column_name, description) VALUES (?, ?, ?)");
  for (const column of columns) describe.run(name, column.name, column.description);

  const insert = db.prepare(
    `INSERT INTO "${name}" ("geom", ${columns.map((column) => `"${column.name}"`).join(", ")})
     VALUES (${Array.from({ length: columns.length + 1 }, () => "?").join(", ")})`,
  );
  const index = db.prepare(`INSERT INTO "rtree_${name}_geom" VALUES (?, ?, ?, ?, ?)`);
  const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

  return {
    add(shape: GeoPackageGeometry | null, values: GeoPackageValues): void {
      const { lastInsertRowid } = insert.run(shape?.bytes ?? null, ...values);
      if (shape === null) return;
      const { minX, minY, maxX, maxY } = shape.box;
      index.run(lastInsertRowid, minX, maxX, minY, maxY);
      extent.minX = Math.min(extent.minX, minX);
      extent.minY = Math.min(extent.minY, minY);
      extent.maxX = Math.max(extent.maxX, maxX);
      extent.maxY = Math.max(extent.maxY, maxY);
    },
    finish(): void {
      db.exec(indexTriggers(layer));
      // An empty layer has no extent.
      if (extent.minX > extent.maxX) return;
      db.prepare("UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?").run(
        extent.minX,
        extent.minY,
        extent.maxX,
        extent.maxY,
        name,
      );
    },
  };
}
