/** SQL of OGC GeoPackage 1.3 (12-128r17), in the form in which GDAL writes it. */

/** `GPKG` in ASCII. */
export const APPLICATION_ID = 0x47504b47;
/** Version 1.3.0: 1.4 changes nothing that is used here, and readers of before 2023 warn of it. */
export const USER_VERSION = 10_300;

export type GeoPackageColumn = {
  readonly name: string;
  readonly type: "TEXT" | "REAL" | "INTEGER" | "DATETIME";
  /** With its unit. */
  readonly description: string;
};

export type GeoPackageLayer<N extends string = string> = {
  readonly name: N;
  readonly description: string;
  readonly geometry: "POINT" | "MULTILINESTRING";
  /** Whether every geometry has a measure. A height is optional in all of them. */
  readonly isMeasured: boolean;
  readonly columns: readonly GeoPackageColumn[];
};

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** The tables that every GeoPackage has, and those of the extensions that are used: the spatial index and the schema. */
export const CORE_TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  description TEXT
);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, '${WGS84}',
   'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  data_type TEXT NOT NULL,
  identifier TEXT UNIQUE,
  description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE,
  min_y DOUBLE,
  max_x DOUBLE,
  max_y DOUBLE,
  srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL,
  m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
);
CREATE TABLE gpkg_extensions (
  table_name TEXT,
  column_name TEXT,
  extension_name TEXT NOT NULL,
  definition TEXT NOT NULL,
  scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
);
CREATE TABLE gpkg_data_columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  name TEXT,
  title TEXT,
  description TEXT,
  mime_type TEXT,
  constraint_name TEXT,
  CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
  CONSTRAINT gdc_tn UNIQUE (table_name, name)
);
CREATE TABLE gpkg_data_column_constraints (
  constraint_name TEXT NOT NULL,
  constraint_type TEXT NOT NULL,
  value TEXT,
  min NUMERIC,
  min_is_inclusive BOOLEAN,
  max NUMERIC,
  max_is_inclusive BOOLEAN,
  description TEXT,
  CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value)
);
INSERT INTO gpkg_extensions VALUES
  ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write'),
  ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write');
`;

/** Names of layers and columns are the program's own, so they need no more than quotes. */
export function layerTables({ name, geometry, columns }: GeoPackageLayer): string {
  const declared = columns.map((column) => `"${column.name}" ${column.type}`);
  return `
CREATE TABLE "${name}" ("fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" ${geometry}, ${declared.join(", ")});
CREATE VIRTUAL TABLE "rtree_${name}_geom" USING rtree(id, minx, maxx, miny, maxy);
INSERT INTO gpkg_extensions VALUES
  ('${name}', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
`;
}

/**
 * Keep the index up to date where another program changes the layer (annex F.3). They use functions that such a program
 * has and SQLite alone does not, so they are made after the features are in.
 */
export function indexTriggers({ name }: GeoPackageLayer): string {
  const [index, table] = [`"rtree_${name}_geom"`, `"${name}"`];
  const isThere = `(NEW."geom" NOTNULL AND NOT ST_IsEmpty(NEW."geom"))`;
  const isGone = `(NEW."geom" ISNULL OR ST_IsEmpty(NEW."geom"))`;
  const put = `INSERT OR REPLACE INTO ${index} VALUES (NEW."fid",ST_MinX(NEW."geom"), ST_MaxX(NEW."geom"),ST_MinY(NEW."geom"), ST_MaxY(NEW."geom"));`;
  const remove = `DELETE FROM ${index} WHERE id = OLD."fid";`;
  const trigger = (suffix: string, when: string, action: string) =>
    `CREATE TRIGGER "rtree_${name}_geom_${suffix}" ${when} BEGIN ${action} END;`;
  return [
    trigger("insert", `AFTER INSERT ON ${table} WHEN (new."geom" NOT NULL AND NOT ST_IsEmpty(NEW."geom"))`, put),
    trigger("update1", `AFTER UPDATE OF "geom" ON ${table} WHEN OLD."fid" = NEW."fid" AND ${isThere}`, put),
    trigger("update2", `AFTER UPDATE OF "geom" ON ${table} WHEN OLD."fid" = NEW."fid" AND ${isGone}`, remove),
    trigger("update3", `AFTER UPDATE ON ${table} WHEN OLD."fid" != NEW."fid" AND ${isThere}`, `${remove} ${put}`),
    trigger(
      "update4",
      `AFTER UPDATE ON ${table} WHEN OLD."fid" != NEW."fid" AND ${isGone}`,
      `DELETE FROM ${index} WHERE id IN (OLD."fid", NEW."fid");`,
    ),
    trigger("delete", `AFTER DELETE ON ${table} WHEN old."geom" NOT NULL`, remove),
  ].join("\n");
}
