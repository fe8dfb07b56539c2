import { z } from "zod";
import { QueryNumber } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { FORMATS } from "./formats.ts";
import { defineRoutes } from "./route.ts";

/** The current operations for programs that fetch a map again and again: Google Earth, QGIS. Not part of the cloud. */

/** Maximum number of operations that are drawn: those that began last. */
export const MAX_DRAWN_OPERATIONS = 1000;

export const LiveMapQuery = z.object({
  bbox: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("Only operations with a point inside `lon_min,lat_min,lon_max,lat_max`, degrees; all when omitted."),
  trail_minutes: QueryNumber.pipe(z.number().min(0).max(60))
    .default(5)
    .describe("How long the trails are, minutes; 0 for none, 5 when omitted."),
});
export type LiveMapQuery = z.output<typeof LiveMapQuery>;

export const NetworkLinkQuery = LiveMapQuery.extend({
  refresh_seconds: QueryNumber.pipe(z.int().min(1).max(3600))
    .default(5)
    .describe("How often the map is fetched again, seconds."),
});
export type NetworkLinkQuery = z.output<typeof NetworkLinkQuery>;

const TAG = "Outputs";
const bytes = z.instanceof(Uint8Array);
const BASIC =
  "Beside the other credentials, a personal access token is taken as the password of HTTP Basic authentication, with any user name.";
const common = { method: "get", tag: TAG, who: "user", takesBasic: true } as const;
const refusals = { 400: ErrorMessages, 401: Unauthenticated } as const;

export const networkLinkRoutes = defineRoutes({
  getNetworkLink: {
    ...common,
    path: "/station/v1/network-link.kml",
    summary: "KML with a network link to the current operations",
    description: `To be opened in Google Earth, which then fetches the map again and again. ${BASIC}`,
    query: NetworkLinkQuery,
    bytes: FORMATS.kml.contentType,
    replies: { 200: bytes.describe("The KML document."), ...refusals },
  },
  getLiveKml: {
    ...common,
    path: "/station/v1/current-operations.kml",
    summary: "The current operations as KML",
    description: `Aircraft, operators, places of take-off and trails of what the caller may read. ${BASIC}`,
    query: LiveMapQuery,
    bytes: FORMATS.kml.contentType,
    replies: { 200: bytes.describe("The KML document."), ...refusals },
  },
  getLiveGeojson: {
    ...common,
    path: "/station/v1/current-operations.geojson",
    summary: "The current operations as GeoJSON",
    description: `Aircraft, operators, places of take-off and trails of what the caller may read; \`kind\` of its properties tells them apart. A position has a third number only where the height above the WGS84 ellipsoid is known, metres. ${BASIC}`,
    query: LiveMapQuery,
    bytes: FORMATS.geojson.contentType,
    replies: { 200: bytes.describe("The feature collection."), ...refusals },
  },
});
