import { z } from "zod";
import { Datetime, QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const ZONE_RESTRICTIONS = ["prohibited", "authorisation", "conditional", "none", "airspace"] as const;

const ZoneLimit = z
  .object({
    value: z.number().describe("Height, metres."),
    reference: z
      .enum(["ground", "sea_level", "ellipsoid", "standard_pressure"])
      .describe("Reference of the height; `standard_pressure` is a flight level."),
  })
  .nullable();

const nullableText = (description: string) => z.string().nullable().describe(description);

export const ZoneSet = z
  .object({
    id: Uuid.describe("Id of the set."),
    name: z.string().describe("Name it was imported under."),
    format: z.enum(["ed269", "ed318", "openair"]).describe("Format of the file."),
    zones: z.int().describe("Number of zones."),
    issued: Datetime.nullable().describe("When the data was issued; null when the file does not state it."),
    valid_from: Datetime.nullable().describe("Start of the data's validity; null when the file does not state it."),
    imported: Datetime.describe("When it was imported."),
  })
  .meta({ id: "ZoneSet", description: "Zones imported from one file." });
export type ZoneSet = z.infer<typeof ZoneSet>;

export const ZoneProperties = z
  .object({
    id: Uuid.describe("Id of the zone."),
    set_id: Uuid.describe("Id of the set it belongs to."),
    identifier: z.string().describe("Its identifier in the file."),
    name: z.string().describe("Its name."),
    country: nullableText("Country, ISO 3166-1 alpha-3; null when the file does not state it."),
    restriction: z
      .enum(ZONE_RESTRICTIONS)
      .describe("Restriction for drones; `airspace` when the file only has airspace classes."),
    kind: z.string().describe("Type as stated in the file: an airspace class, or a variant of geographical zone."),
    reasons: z.array(z.string()).describe("Reasons for the zone, as stated in the file."),
    message: nullableText("Message of the file on the zone; null for none."),
    authority: z
      .object({
        name: nullableText("Name."),
        email: nullableText("E-mail address."),
        phone: nullableText("Telephone number."),
        url: nullableText("Web address."),
      })
      .nullable()
      .describe("The authority to contact; null when the file names none."),
    lower: ZoneLimit.describe("Lower limit; null for none."),
    upper: ZoneLimit.describe("Upper limit; null for none."),
    periods: z
      .array(
        z.object({
          start: nullableText("Start, as stated in the file."),
          end: nullableText("End, as stated in the file."),
          daily: z
            .array(
              z.object({
                days: z.array(z.string()).describe("Days of the week; every day when empty."),
                start_time: nullableText("Start time on these days."),
                end_time: nullableText("End time on these days."),
              }),
            )
            .describe("Times of day; the whole day when empty."),
        }),
      )
      .describe("Periods in which it applies; always when empty."),
  })
  .meta({ id: "ZoneProperties", description: "Properties of a zone." });
export type ZoneProperties = z.infer<typeof ZoneProperties>;

export const ZoneFeature = z
  .object({
    type: z.literal("Feature").describe("GeoJSON (RFC 7946)."),
    id: Uuid.describe("Id of the zone."),
    geometry: z
      .object({
        type: z.literal("MultiPolygon").describe("GeoJSON type."),
        coordinates: z
          .array(z.array(z.array(z.array(z.number()).describe("Longitude and latitude, degrees."))))
          .describe("Polygons, of rings, of positions: longitude and latitude in degrees."),
      })
      .describe("Outline of the zone."),
    properties: ZoneProperties,
  })
  .meta({ id: "ZoneFeature", description: "A zone." });
export type ZoneFeature = z.infer<typeof ZoneFeature>;

export const ZoneCollection = z
  .object({
    type: z.literal("FeatureCollection").describe("GeoJSON (RFC 7946)."),
    features: z.array(ZoneFeature).describe("The zones."),
  })
  .meta({ id: "ZoneCollection", description: "Zones, as GeoJSON." });

const ZonesImport = z
  .object({
    set: ZoneSet.nullable().describe("The stored set; null with `preview`."),
    format: z.enum(["ed269", "ed318", "openair"]).describe("Format of the file."),
    found: z.int().describe("Number of zones found."),
    dropped: z
      .array(
        z.object({
          where: z.string().describe("Location in the file."),
          reason: z.string().describe("Why it could not be read."),
        }),
      )
      .describe("Parts of the file that could not be read."),
  })
  .meta({ id: "ZonesImport", description: "Result of a zone import." });

const failures = { 400: ErrorMessages, 401: Unauthenticated } as const;
const administrator = { ...failures, 403: ErrorMessages } as const;
const SetPath = z.object({ set_id: Uuid.describe("Id of the set.") });
const TAG = "Zones";

const Switch = z.enum(["true", "false"]).default("false");

export const zoneRoutes = defineRoutes({
  listZones: {
    method: "get",
    path: "/station/v1/zones",
    tag: TAG,
    summary: "Zones in a region, as GeoJSON",
    who: "user",
    query: z.object({
      bbox: z
        .string()
        .max(256)
        .optional()
        .describe("`lon_min,lat_min,lon_max,lat_max` in degrees; everywhere when omitted."),
      limit: QueryInteger.pipe(z.int().min(1).max(5000))
        .default(1000)
        .describe("Maximum number of zones; default 1000."),
    }),
    replies: { 200: ZoneCollection, ...failures },
  },
  getZone: {
    method: "get",
    path: "/station/v1/zones/{zone_id}",
    tag: TAG,
    summary: "One zone",
    who: "user",
    params: z.object({ zone_id: Uuid.describe("Id of the zone.") }),
    replies: { 200: ZoneFeature, ...failures, 404: ErrorMessages },
  },
  listZoneSets: {
    method: "get",
    path: "/station/v1/zone-sets",
    tag: TAG,
    summary: "The imported zone sets and their age",
    who: "user",
    replies: { 200: z.array(ZoneSet), 401: Unauthenticated },
  },
  importZones: {
    method: "post",
    path: "/station/v1/zone-sets",
    tag: TAG,
    summary: "Import a file of zones: ED-269 or ED-318 JSON, or OpenAir",
    description:
      "All or nothing: if a part of the file cannot be read, nothing is stored unless `skip_broken` is `true`. With `replace`, the file's zones replace those of that set. Without a charset in `Content-Type`, what is neither UTF-8 nor UTF-16 is read as windows-1252.",
    who: "administrator",
    textBody: ["text/plain", "application/json", "application/geo+json"],
    textOfFile: true,
    query: z.object({
      name: z.string().trim().min(1).max(255).describe("Name of the set, 1 to 255 characters."),
      replace: Uuid.optional().describe("Id of the set to replace."),
      skip_broken: Switch.describe("`true` stores the parts that can be read."),
      preview: Switch.describe("`true` reports what the file contains and stores nothing."),
    }),
    replies: { 200: ZonesImport, ...administrator, 404: ErrorMessages },
  },
  removeZoneSet: {
    method: "delete",
    path: "/station/v1/zone-sets/{set_id}",
    tag: TAG,
    summary: "Remove a zone set",
    who: "administrator",
    params: SetPath,
    replies: { 204: null, ...administrator, 404: ErrorMessages },
  },
});
