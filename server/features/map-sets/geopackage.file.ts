import type { TileFormat } from "../../contracts/map-sets.ts";
import type { ListedTileTable, TileDatabase, TileMatrix, TileTable } from "../../storage/tile-database.ts";
import { formatOfTile, widthOfTile } from "./tile-content.rules.ts";
import { openDatabaseFile, readable } from "./sqlite.file.ts";
import {
  type Bounds,
  type TileAddress,
  type TileFile,
  type TileFileFacts,
  UnusableTileFileError,
} from "./tile-file.ts";
import { plainText, usableBounds, WORLD } from "./tile-metadata.rules.ts";
import { boundsOfBox, boxOfTile, placeOfGrid } from "./web-grid.rules.ts";

/** The columns that are read of the tables that every GeoPackage with tiles has. */
const LISTS = {
  gpkg_contents: ["table_name", "data_type", "identifier"],
  gpkg_tile_matrix_set: ["table_name", "srs_id", "min_x", "max_y"],
  gpkg_tile_matrix: ["table_name", "zoom_level", "pixel_x_size", "pixel_y_size"],
  gpkg_spatial_ref_sys: ["srs_id", "organization", "organization_coordsys_id"],
} as const;
const SAMPLES_PER_ZOOM = 2;
const WEB_MERCATOR = 3857;
/** How to write a file with GDAL that can be shown. */
const HOW = "write it with GDAL: gdal_translate -of GPKG -co TILING_SCHEME=GoogleMapsCompatible";

/** The grid of one zoom of web maps, as the file numbers it. */
type Grid = {
  readonly zoomInFile: number;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly sidePx: number;
};

type Pyramid = {
  readonly listed: ListedTileTable;
  readonly tiles: TileTable;
  /** By the zoom of web maps, from the lowest: those that have tiles. */
  readonly grids: ReadonlyMap<number, Grid>;
};

/** Opens the tiles of a GeoPackage (OGC 12-128r19, 2.2): SQLite with its rows counted from the north of each grid. */
export async function openGeopackage(path: string): Promise<TileFile & { readonly inspect: () => TileFileFacts }> {
  const db = await openDatabaseFile(path);
  try {
    const pyramid = readable(() => readPyramid(db));
    return {
      readTile({ z, x, y }: TileAddress) {
        const grid = pyramid.grids.get(z);
        if (grid === undefined) return undefined;
        const [column, row] = [x - grid.left, y - grid.top];
        const isInside = column >= 0 && row >= 0 && column < grid.columns && row < grid.rows;
        return isInside ? pyramid.tiles.tile(grid.zoomInFile, column, row) : undefined;
      },
      inspect: () => readable(() => inspect(pyramid)),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function readPyramid(db: TileDatabase): Pyramid {
  const hasTiles = Object.entries(LISTS).every(([table, columns]) => db.hasTable(table, columns));
  const listed = hasTiles ? db.tileTables() : [];
  const [only, another] = listed;
  if (only === undefined) {
    throw new UnusableTileFileError(
      "This GeoPackage has no tiles of pictures: its features can be added as GeoJSON or KML.",
    );
  }
  if (another !== undefined) {
    const names = listed.map(({ table }) => plainText(table)).join(", ");
    throw new UnusableTileFileError(
      `This GeoPackage has more than one map (${names}): write each into a file of its own.`,
    );
  }
  if (only.organization.toUpperCase() !== "EPSG" || only.code !== WEB_MERCATOR) {
    throw new UnusableTileFileError(
      `The tiles of this GeoPackage are in ${plainText(only.organization)}:${only.code}, and only those in EPSG:3857 can be shown: ${HOW}.`,
    );
  }
  const tiles = db.tiles(only.table);
  return { listed: only, tiles, grids: gridsOf(only, db.matrices(only.table), tiles.zooms()) };
}

function gridsOf(
  listed: ListedTileTable,
  matrices: readonly TileMatrix[],
  zoomsWithTiles: readonly number[],
): ReadonlyMap<number, Grid> {
  if (zoomsWithTiles.length === 0) throw new UnusableTileFileError("The file contains no tiles.");
  const grids = zoomsWithTiles.map((zoomInFile): readonly [number, Grid] => {
    const matrix = matrices.find(({ zoom }) => zoom === zoomInFile);
    const place =
      matrix === undefined || matrix.widthPx !== matrix.heightPx
        ? undefined
        : placeOfGrid({
            west: listed.west,
            north: listed.north,
            tileWidthM: matrix.pixelWidth * matrix.widthPx,
            tileHeightM: matrix.pixelHeight * matrix.heightPx,
            across: Math.max(matrix.columns, matrix.rows),
          });
    if (matrix === undefined || place === undefined) {
      throw new UnusableTileFileError(
        `The tiles of zoom ${zoomInFile} are not those of web maps, so they cannot be shown: ${HOW}.`,
      );
    }
    const { columns, rows, widthPx: sidePx } = matrix;
    return [place.zoom, { zoomInFile, left: place.column, top: place.row, columns, rows, sidePx }];
  });
  return new Map(grids.toSorted(([a], [b]) => a - b));
}

function inspect({ listed, tiles, grids }: Pyramid): TileFileFacts {
  const zooms = [...grids.keys()];
  const [minZoom = 0, maxZoom = 0] = [zooms[0], zooms.at(-1)];
  const { format, tileSize } = checkPictures(tiles, grids);
  return {
    container: "gpkg",
    format,
    name: plainText(listed.identifier),
    attribution: "",
    minZoom,
    maxZoom,
    bounds: boundsOf(listed) ?? boundsOfTiles(tiles, grids.get(maxZoom)!, maxZoom),
    tileSize,
    layers: [],
  };
}

/** PNG and JPEG may be mixed (OGC 12-128r19, 2.2.5): where tiles are half empty and half full, GDAL does so. */
function checkPictures(tiles: TileTable, grids: Pyramid["grids"]) {
  const found = [...grids].flatMap(([zoom, grid]) =>
    tiles.samples(grid.zoomInFile, SAMPLES_PER_ZOOM).map(({ column, row, bytes }) => {
      const format = bytes === null ? undefined : formatOfTile(bytes);
      const width = bytes === null || format === undefined ? undefined : widthOfTile(bytes, format);
      const where = `${zoom}/${grid.left + column}/${grid.top + row}`;
      if (format === undefined || format === "pbf") {
        throw new UnusableTileFileError(`The tile ${where} is none of PNG, JPEG and WebP, so it cannot be shown.`);
      }
      if (width !== grid.sidePx) {
        throw new UnusableTileFileError(
          `The tile ${where} has ${width ?? 0} pixels, and the file says ${grid.sidePx}: it is damaged.`,
        );
      }
      return { format, width };
    }),
  );
  const format: TileFormat = found[0]?.format ?? "png";
  return { format, tileSize: found[0]?.width ?? null };
}

function boundsOf({ minX, minY, maxX, maxY }: ListedTileTable): Bounds | undefined {
  if (minX === null || minY === null || maxX === null || maxY === null) return undefined;
  return usableBounds(boundsOfBox({ minX, minY, maxX, maxY }));
}

/** The bounds of the tiles, for a file that does not declare its bounds. */
function boundsOfTiles(tiles: TileTable, { zoomInFile, left, top }: Grid, zoom: number): Bounds {
  const { minColumn, maxColumn, minRow, maxRow } = tiles.rangeOf(zoomInFile);
  const first = boxOfTile({ zoom, column: left + minColumn, row: top + minRow });
  const last = boxOfTile({ zoom, column: left + maxColumn, row: top + maxRow });
  return usableBounds(boundsOfBox({ minX: first.minX, minY: last.minY, maxX: last.maxX, maxY: first.maxY })) ?? WORLD;
}
