import { z } from "zod";
import { ALTITUDE_TYPES, Datetime, Moment } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Aircraft with a crew, as `adsb` sources receive them: not part of the cloud service, nor of `/v2/airspace`. */

export const Traffic = z
  .object({
    icao: z
      .string()
      .describe("24-bit address: six hexadecimal digits in lower case, after `~` where it is no address of ICAO."),
    callsign: z.string().nullable().describe("Callsign or registration as sent; null when unknown."),
    category: z
      .string()
      .nullable()
      .describe(
        "Emitter category of ADS-B: `A1` light to `A5` heavy, `A7` helicopter, `B1` glider; null when unknown.",
      ),
    latitude: z.number().min(-90).max(90).describe("Degrees north, WGS84."),
    longitude: z.number().min(-180).max(180).describe("Degrees east, WGS84."),
    altitude_m: z.number().nullable().describe("Height above `altitude_reference`, metres; null when unknown."),
    altitude_reference: z
      .enum(ALTITUDE_TYPES)
      .nullable()
      .describe(
        "`WGS84` where satellite navigation measured it, else `pressure` (1013.25 hPa, depends on the weather); `AGL` on the ground; null when unknown.",
      ),
    speed: z.number().nullable().describe("Speed over ground, metres per second; null when unknown."),
    heading: z
      .number()
      .nullable()
      .describe("Course over ground, degrees from true north, 0 ≤ h < 360; null when unknown."),
    vertical_speed: z
      .number()
      .nullable()
      .describe("Rate of climb, metres per second; down is negative; null when unknown."),
    time: Datetime.describe("When it was at this position."),
    sensor_id: z.string().describe("The receiver that reported it."),
  })
  .meta({ id: "Traffic", description: "The newest position of an aircraft with a crew." });
export type Traffic = z.infer<typeof Traffic>;

/** Settings of a source of traffic. */
export const AdsbSettings = z.object({
  kind: z.literal("adsb").describe("Aircraft with a crew, from readsb or dump1090."),
  url: z
    .string()
    .max(2048)
    .refine(isReceiverUrl, { message: "must be `http://…/aircraft.json` or `tcp://host:30003`, without a user name" })
    .describe(
      "`http://…` or `https://…` of `aircraft.json`, read once a second, or `tcp://host:30003` for lines of BaseStation (SBS-1).",
    ),
});

/** Whether a source can read from an address. A user name is refused: it would be shown to everybody. */
export function isReceiverUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hostname === "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "tcp:" ? url.port !== "" : url.protocol === "http:" || url.protocol === "https:";
}

/** How many days traffic is kept at least and at most. */
export const TRAFFIC_DAYS = { min: 1, max: 3650 } as const;

export const TrafficRetention = z
  .object({
    max_age_days: z
      .int()
      .min(TRAFFIC_DAYS.min)
      .max(TRAFFIC_DAYS.max)
      .describe("Positions of traffic that are older than this many days are removed."),
  })
  .meta({ id: "TrafficRetention", description: "How long the station keeps the traffic that it received." });
export type TrafficRetention = z.output<typeof TrafficRetention>;

export const TrafficQuery = z.object({
  bbox: z
    .string()
    .max(256)
    .optional()
    .describe("`lon_min,lat_min,lon_max,lat_max` in degrees, of any size. Everything when omitted."),
  at: Moment.optional().describe(
    "A past time, ISO 8601 with `Z` or an offset: where each aircraft was then. The present when omitted.",
  ),
});

const TAG = "Traffic";
const administrator = { tag: TAG, who: "administrator" } as const;
const RETENTION = "/station/v1/settings/traffic";

export const trafficRoutes = defineRoutes({
  listTraffic: {
    method: "get",
    path: "/station/v1/traffic",
    tag: TAG,
    summary: "Aircraft with a crew",
    description:
      "What `adsb` sources received in the 60 seconds before `at`, each aircraft once. Of the past, positions are kept every 2 seconds up to 3,000 m and every 10 seconds above.",
    who: "user",
    query: TrafficQuery,
    replies: { 200: z.array(Traffic), 400: ErrorMessages, 401: Unauthenticated },
  },
  getTrafficRetention: {
    ...administrator,
    method: "get",
    path: RETENTION,
    summary: "How long traffic is kept",
    replies: { 200: TrafficRetention, 401: Unauthenticated, 403: ErrorMessages },
  },
  setTrafficRetention: {
    ...administrator,
    method: "put",
    path: RETENTION,
    summary: "Change how long traffic is kept",
    description: "Older positions are removed within the hour.",
    body: TrafficRetention,
    replies: { 200: TrafficRetention, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
});
