import { z } from "zod";
import { QueryNumber, tileNumber } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const Elevation = z
  .object({
    ground: z
      .number()
      .nullable()
      .describe("Height of the ground above mean sea level (EGM96), metres; null when unknown."),
    geoid: z.number().describe("Height of mean sea level (EGM96) above the WGS84 ellipsoid, metres."),
    source: z
      .enum(["tiles", "service"])
      .nullable()
      .describe(
        "Source of the ground height: `tiles` from the station's folder or the elevation `service`; null when unknown.",
      ),
  })
  .meta({ id: "Elevation", description: "Ground height and geoid height at a position." });
export type Elevation = z.infer<typeof Elevation>;

/** How a tile of the ground model is written; its numbers are little-endian. */
export const GROUND_TILE = {
  contentType: "application/octet-stream",
  /** Heights per row: 256 in the tile and one beyond each edge, so that slopes and heights go on across it. */
  samples: 258,
  /** Four 32-bit floats: the geoid at the middle of the first and last heights, NW, NE, SW and SE. */
  headerBytes: 16,
  /** A height is a 16-bit whole number of quarter metres above this, metres above mean sea level. */
  lowestM: -1000,
  stepsPerMetre: 4,
  /** Stands for a height that is not known. */
  unknown: 0xffff,
  minZoom: 9,
  maxZoom: 12,
} as const;

export const GroundModel = z
  .object({
    min_zoom: z.int().describe("Lowest zoom of the tiles: how many times the world is halved."),
    max_zoom: z.int().describe("Highest zoom of the tiles: how many times the world is halved."),
    cells: z
      .array(
        z.object({
          south: z.int().min(-90).max(89).describe("Southern edge, degrees north (WGS84)."),
          west: z.int().min(-180).max(179).describe("Western edge, degrees east (WGS84)."),
        }),
      )
      .describe("The square degrees of which the station has a file; empty without a folder."),
  })
  .meta({ id: "GroundModel", description: "What a station knows of the heights of the ground by itself." });
export type GroundModel = z.infer<typeof GroundModel>;
export type GroundCell = GroundModel["cells"][number];

export const elevationRoutes = defineRoutes({
  getElevation: {
    method: "get",
    path: "/station/v1/elevation",
    tag: "Station",
    summary: "Ground height at a position",
    description:
      "Read from the station's folder of SRTM tiles, otherwise from its elevation service, where configured.",
    who: "user",
    query: z.object({
      latitude: QueryNumber.pipe(z.number().min(-90).max(90)).describe("Degrees north, WGS84."),
      longitude: QueryNumber.pipe(z.number().min(-180).max(180)).describe("Degrees east, WGS84."),
    }),
    replies: { 200: Elevation, 400: ErrorMessages, 401: Unauthenticated },
  },
  getGroundModel: {
    method: "get",
    path: "/station/v1/elevation/model",
    tag: "Station",
    summary: "Where the heights of the ground are known",
    description: "From the names of the files in the station's folder of SRTM tiles.",
    who: "user",
    replies: { 200: GroundModel, 401: Unauthenticated },
  },

  getGroundTile: {
    method: "get",
    path: "/station/v1/elevation/tiles/{z}/{x}/{y}",
    tag: "Station",
    summary: "Heights of the ground in a tile",
    description:
      "In the XYZ scheme, zoom 9 to 12, from the folder of SRTM tiles. Little-endian: four 32-bit floats, the height of mean sea level (EGM96) above WGS84 in metres at the corner samples (NW, NE, SW, SE); then 258 × 258 heights by row from the north-west, of the middles of 256 × 256 pixels and one pixel beyond each edge. A height is a 16-bit unsigned number of quarter metres above −1000 m (EGM96), 65535 where it is not known. 204 where nothing is known.",
    who: "user",
    params: z.object({
      z: tileNumber("Zoom, 0 for the whole world in one tile."),
      x: tileNumber("Column, from the west."),
      y: tileNumber("Row, from the north."),
    }),
    bytes: [GROUND_TILE.contentType],
    replies: {
      200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).describe("The tile."),
      204: null,
      400: ErrorMessages,
      401: Unauthenticated,
      404: ErrorMessages,
    },
  },
});
