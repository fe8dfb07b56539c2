import { z } from "zod";
import { Datetime, tileNumber, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import { defineRoutes } from "./route.ts";

/** What a tile of a map set may be, by the format of the set. */
export const TILE_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  pbf: "application/vnd.mapbox-vector-tile",
} as const;
export type TileFormat = keyof typeof TILE_TYPES;

/** What an overlay is sent as, whatever its file is. */
export const OVERLAY_TYPE = FORMATS.geojson.contentType;

export const MAP_SET_CONTAINERS = ["pmtiles", "mbtiles", "gpkg", "geojson", "kml"] as const;
export type MapSetContainer = (typeof MAP_SET_CONTAINERS)[number];

/**
 * The first bytes of a TIFF as text: TIFF 6.0 and BigTIFF, in either byte order. Its refusal says what to convert it
 * to.
 */
export const TIFF_STARTS: readonly string[] = ["II*\0", "MM\0*", "II+\0", "MM\0+"];

/** Deeper than the zoom of any map; the number of a tile in a row still fits 32 bits. */
export const MAX_MAP_ZOOM = 30;

/** Size of the largest file that can be uploaded. A larger one is added by its path. */
export const MAX_MAP_SET_BYTES = 64 * 1024 ** 3;

const Name = z.string().trim().min(1).max(255);

export const MapLayer = z
  .object({
    id: z.string().describe("Name of the layer in the tiles."),
    fields: z
      .array(z.string())
      .describe("Names of the fields that its features have, as far as the file declares them."),
  })
  .meta({ id: "MapLayer", description: "A layer of vector tiles." });
export type MapLayer = z.infer<typeof MapLayer>;

export const MapSet = z
  .object({
    id: Uuid.describe("Id of the map set."),
    name: z.string().describe("Its name."),
    container: z.enum(MAP_SET_CONTAINERS).describe("Format of the file."),
    kind: z
      .enum(["raster", "vector", "overlay"])
      .describe(
        "`raster` for pictures, `vector` for tiles with features that the client draws, `overlay` for features without tiles.",
      ),
    format: z
      .enum(["png", "jpg", "webp", "pbf", "geojson"])
      .describe(
        "Format of its tiles; `pbf` is Mapbox Vector Tile, `geojson` an overlay, which has none. A GeoPackage may have other pictures among them; each is sent with its own content type.",
      ),
    min_zoom: z.int().describe("Lowest zoom of its tiles: how many times the world is halved."),
    max_zoom: z
      .int()
      .describe("Highest zoom of its tiles, how many times the world is halved; a client enlarges them beyond it."),
    bounds: z
      .array(z.number())
      .length(4)
      .describe("What it covers: west, south, east and north, degrees (WGS84); the world when the file does not say."),
    attribution: z.string().describe("Attribution as plain text, to be shown on the map; empty for none."),
    tile_size: z.int().nullable().describe("Width of a raster tile, the number of pixels; null for vector tiles."),
    style: z
      .enum(["protomaps", "generic"])
      .nullable()
      .describe(
        "How to draw vector tiles: `protomaps` has the layers of the Protomaps basemap, `generic` others; null for raster.",
      ),
    layers: z
      .array(MapLayer)
      .describe("Layers of vector tiles: those that the file names, and those found in some tiles; empty for raster."),
    bytes: z.int().describe("Size of the file, bytes."),
    order: z.int().describe("Place in the drawing order: the number of sets below it, over which it is drawn."),
    opacity: z.number().describe("Opacity from 0 to 1: 0 is invisible."),
    is_linked: z.boolean().describe("True when the file was named by its path and stays where it is."),
    path: z
      .string()
      .nullable()
      .describe("Path of a linked file; null for others, and for who is not an administrator."),
    state: z
      .enum(["ready", "missing"])
      .describe("`missing` when the file is gone or was changed since it was added; its tiles are 404 then."),
    may_change: z.boolean().describe("Whether the caller may change and remove it."),
    added: Datetime.describe("When it was added."),
  })
  .meta({ id: "MapSet", description: "A map of one's own that the station serves to every client." });
export type MapSet = z.infer<typeof MapSet>;

export const MapStorage = z
  .object({
    sets: z.int().describe("Number of map sets."),
    stored_bytes: z.int().describe("Size of the files that the station keeps, bytes; linked files are not among them."),
    free_bytes: z.int().describe("Free space on the disk that keeps them, bytes."),
    max_upload_bytes: z.int().describe("Size of the largest file that can be uploaded now, bytes."),
  })
  .meta({ id: "MapStorage", description: "Disk space of map sets." });
export type MapStorage = z.infer<typeof MapStorage>;

const SetPath = z.object({ map_set_id: Uuid.describe("Id of the map set.") });
const TAG = "Map sets";
const PATH = "/station/v1/map-sets";

const failures = { 401: Unauthenticated, 404: ErrorMessages } as const;
const changes = { ...failures, 400: ErrorMessages, 403: ErrorMessages } as const;

export const mapSetRoutes = defineRoutes({
  listMapSets: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "The map sets, the lowest first",
    who: "user",
    replies: { 200: z.array(MapSet), 401: Unauthenticated },
  },
  addMapSet: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary:
      "Add a map set: upload a PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file, or name one on the station's disk",
    description:
      "The body is the file itself, or a form (`multipart/form-data`) with the file in its field `file`. An administrator may instead send `{path, name?}` as JSON for a file on the station's own disk, which is read where it is and never written. What the file is, is told by its content; one that is damaged, or cannot be drawn, is refused in one sentence and nothing is kept.",
    who: "user",
    upload: ["file"],
    maxUploadBytes: MAX_MAP_SET_BYTES,
    query: z.object({
      name: Name.optional().describe("Name of the set, 1 to 255 characters; otherwise the one in the file."),
      source_name: z
        .string()
        .max(1024)
        .optional()
        .describe("Name of the file, after which the set is named when the file itself has no name."),
    }),
    body: z
      .object({
        path: z.string().min(1).max(4096).describe("Absolute path of the file on the station's disk."),
        name: Name.optional().describe("Name of the set, 1 to 255 characters; otherwise the one in the file."),
      })
      .optional(),
    replies: {
      200: MapSet,
      400: ErrorMessages,
      401: Unauthenticated,
      403: ErrorMessages,
      409: ErrorMessages,
      413: ErrorMessages,
      507: ErrorMessages,
    },
  },
  getMapStorage: {
    method: "get",
    path: "/station/v1/map-storage",
    tag: TAG,
    summary: "Disk space of the map sets",
    who: "user",
    replies: { 200: MapStorage, 401: Unauthenticated },
  },
  getMapSet: {
    method: "get",
    path: `${PATH}/{map_set_id}`,
    tag: TAG,
    summary: "One map set",
    who: "user",
    params: SetPath,
    replies: { 200: MapSet, 400: ErrorMessages, ...failures },
  },
  changeMapSet: {
    method: "patch",
    path: `${PATH}/{map_set_id}`,
    tag: TAG,
    summary: "Change the name, drawing order, opacity or attribution of a map set",
    description: "For everybody who uses this station. Who uploaded a set may change it, and an administrator any.",
    who: "user",
    params: SetPath,
    body: z.object({
      name: Name.optional().describe("Name, 1 to 255 characters."),
      order: z
        .int()
        .min(0)
        .max(10_000)
        .optional()
        .describe("Place in the drawing order: the number of sets that shall be below it. For an administrator only."),
      opacity: z.number().min(0).max(1).optional().describe("Opacity from 0 to 1: 0 is invisible."),
      attribution: z.string().trim().max(500).optional().describe("Attribution as plain text."),
    }),
    replies: { 200: MapSet, ...changes },
  },
  removeMapSet: {
    method: "delete",
    path: `${PATH}/{map_set_id}`,
    tag: TAG,
    summary: "Remove a map set",
    description: "The file of an uploaded set is deleted; a linked file stays where it is.",
    who: "user",
    params: SetPath,
    replies: { 204: null, ...changes },
  },
  getMapTile: {
    method: "get",
    path: `${PATH}/{map_set_id}/{z}/{x}/{y}`,
    tag: TAG,
    summary: "One tile",
    description:
      "In the XYZ scheme, whatever the file has: row 0 is in the north. Vector tiles are sent without compression. 404 when the set has no such tile, or with `missing=204` a 204, which browsers do not log as an error.",
    who: "user",
    params: SetPath.extend({
      z: tileNumber("Zoom, 0 for the whole world in one tile."),
      x: tileNumber("Column, from the west."),
      y: tileNumber("Row, from the north."),
    }),
    query: z.object({
      missing: z.enum(["404", "204"]).default("404").describe("Status of the answer for a tile that the set has not."),
    }),
    bytes: Object.values(TILE_TYPES),
    replies: {
      204: null,
      200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).describe("The tile."),
      400: ErrorMessages,
      ...failures,
    },
  },
  getMapFeatures: {
    method: "get",
    path: `${PATH}/{map_set_id}/features`,
    tag: TAG,
    summary: "The features of an overlay",
    description:
      "A FeatureCollection of GeoJSON (RFC 7946), also where the file is KML, with points, lines and polygons only. Of the properties, `name` and `description` are kept, as plain text, and the colours of the file (`stroke`, `stroke-width`, `fill`, `fill-opacity`). 404 for a set of tiles.",
    who: "user",
    params: SetPath,
    bytes: [OVERLAY_TYPE],
    replies: {
      200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).describe("The features."),
      ...failures,
    },
  },
});
