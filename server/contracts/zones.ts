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
      .describe("What it is above; `standard_pressure` is a flight level."),
  })
  .nullable();

const nullableText = (description: string) => z.string().nullable().describe(description);

export const ZoneSet = z
  .object({
    id: Uuid.describe("Id of the set."),
    name: z.string().describe("Name it was imported under."),
    format: z.enum(["ed269", "ed318", "openair"]).describe("What the file was."),
    zones: z.int().describe("Number of zones."),
    issued: Datetime.nullable().describe("When the data was issued; null where the file does not say."),
    valid_from: Datetime.nullable().describe("From when on the data holds; null where the file does not say."),
    imported: Datetime.describe("When it was imported."),
  })
  .meta({ id: "ZoneSet", description: "Zones that came from one file." });
export type ZoneSet = z.infer<typeof ZoneSet>;

export const ZoneProperties = z
  .object({
    id: Uuid.describe("Id of the zone."),
    set_id: Uuid.describe("The set it came with."),
    identifier: z.string().describe("Its identifier in the file."),
    name: z.string().describe("Its name."),
    country: nullableText("Country, ISO 3166-1 alpha-3; null where the file does not say."),
    restriction: z
      .enum(ZONE_RESTRICTIONS)
      .describe("What it means for a drone; `airspace` where the file has classes of airspace only."),
    kind: z.string().describe("The file's own word: a class of airspace, or a variant of geographical zone."),
    reasons: z.array(z.string()).describe("Why there is a zone, as the file says it."),
    message: nullableText("What the file says of it."),
    authority: z
      .object({
        name: nullableText("Name."),
        email: nullableText("E-mail address."),
        phone: nullableText("Telephone number."),
        url: nullableText("Web address."),
      })
      .nullable()
      .describe("Whom to ask."),
    lower: ZoneLimit.describe("Its lowest height; null for none."),
    upper: ZoneLimit.describe("Its greatest height; null for none."),
    periods: z
      .array(
        z.object({
          start: nullableText("Begin, as the file says it."),
          end: nullableText("End, as the file says it."),
          daily: z
            .array(
              z.object({
                days: z.array(z.string()).describe("Days of the week; any when empty."),
                start_time: nullableText("Begin on such a day."),
                end_time: nullableText("End on such a day."),
              }),
            )
            .describe("Times of day; always when empty."),
        }),
      )
      .describe("When it holds; always when empty."),
  })
  .meta({ id: "ZoneProperties", description: "What is known of a zone." });
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
      .describe("Where it is."),
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
    set: ZoneSet.nullable().describe("What was stored; null with `preview`."),
    format: z.enum(["ed269", "ed318", "openair"]).describe("What the file is."),
    found: z.int().describe("Number of zones found."),
    dropped: z
      .array(
        z.object({
          where: z.string().describe("Which part of the file."),
          reason: z.string().describe("Why it is no zone."),
        }),
      )
      .describe("Parts of the file that cannot be read."),
  })
  .meta({ id: "ZonesImport", description: "What became of a file of zones." });

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
        .describe("`lon_min,lat_min,lon_max,lat_max` in degrees; everywhere without."),
      limit: QueryInteger.pipe(z.int().min(1).max(5000)).default(1000).describe("Most zones; default 1000."),
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
    summary: "Where the zones came from, and how old they are",
    who: "user",
    replies: { 200: z.array(ZoneSet), 401: Unauthenticated },
  },
  importZones: {
    method: "post",
    path: "/station/v1/zone-sets",
    tag: TAG,
    summary: "Import a file of zones: ED-269 or ED-318 JSON, or OpenAir",
    description:
      "All of it or nothing: where a part of the file cannot be read, nothing is stored, unless `skip_broken` is `true`. With `replace` the zones of that set make place for those of the file.",
    who: "administrator",
    textBody: ["text/plain", "application/json", "application/geo+json"],
    query: z.object({
      name: z.string().trim().min(1).max(255).describe("Name of the set, 1 to 255 characters."),
      replace: Uuid.optional().describe("Id of the set whose place it takes."),
      skip_broken: Switch.describe("`true` stores what can be read."),
      preview: Switch.describe("`true` says what the file has, and stores nothing."),
    }),
    replies: { 200: ZonesImport, ...administrator, 404: ErrorMessages },
  },
  removeZoneSet: {
    method: "delete",
    path: "/station/v1/zone-sets/{set_id}",
    tag: TAG,
    summary: "Remove the zones of a set",
    who: "administrator",
    params: SetPath,
    replies: { 204: null, ...administrator, 404: ErrorMessages },
  },
});
