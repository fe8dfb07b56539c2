import { z } from "zod";

/** ISO 8601 date-time in UTC with milliseconds and `Z`. */
export const Datetime = z.iso.datetime().describe("ISO 8601 date-time in UTC, with milliseconds and `Z`.");

export { hasFourDigitYear, Moment } from "./moment.ts";

/**
 * Largest accepted measurement, in metres, metres per second, hectopascals, volts or decibels: far beyond anything that
 * flies, and still stored exactly as a whole number of thousandths.
 */
export const MAX_MEASURE = 1_000_000_000;

/** A telemetry measurement that can be stored exactly. */
export const Measure = z.number().min(-MAX_MEASURE).max(MAX_MEASURE);

/** Case-insensitive, normalised to lower case (RFC 9562, 4). */
export const Uuid = z.uuid().toLowerCase();

export const SensorId = z.string().min(1).max(128).brand("SensorId");
export type SensorId = z.infer<typeof SensorId>;

/** The id of an operation or suboperation in a request: the same in capitals, which some programs write UUIDs in. */
export const OperationId = z
  .string()
  .min(1)
  .max(128)
  .overwrite((text) => Uuid.safeParse(text).data ?? text);

/** A boolean parameter: "true" or "false" in a query, or a JSON boolean in a body. */
export const QueryBoolean = z.union([z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }), z.boolean()]);

/** A query flag: on when present, unless its value is `false` or `0`. */
export const QuerySwitch = z
  .string()
  .default("false")
  .transform((text) => !["false", "0"].includes(text.toLowerCase()))
  .pipe(z.boolean());

/** A number in a query or body; empty text, NaN and infinities are refused. */
export const QueryNumber = z.union([
  z
    .string()
    .regex(/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/, "must be a number")
    .transform(Number)
    .pipe(z.number()),
  // The last form is the one that a refusal of anything else names.
  z.number(),
]);

export const QueryInteger = QueryNumber.pipe(z.int());

export const Location = z
  .object({
    latitude: z.number().min(-90).max(90).describe("Degrees north, WGS84."),
    longitude: z.number().min(-180).max(180).describe("Degrees east, WGS84."),
    accuracy: z.number().nullable().describe("Horizontal accuracy in metres (95 %); null when unknown."),
  })
  .meta({ id: "Location", description: "A position." });

export const ALTITUDE_TYPES = ["MSL", "WGS84", "AGL", "ATO", "pressure"] as const;
export type AltitudeType = (typeof ALTITUDE_TYPES)[number];

export const Altitude = z
  .object({
    type: z
      .string()
      .describe("`MSL`, `WGS84` (ellipsoid), `AGL` (above ground), `ATO` (above take-off) or `pressure`."),
    value: z.number().describe("Height in metres."),
    accuracy: z.number().nullable().describe("Vertical accuracy in metres (95 %); null when unknown."),
  })
  .meta({ id: "Altitude", description: "A height above one reference." });

/** How a message travelled from the aircraft to the receiver. */
export const TRANSMISSION_TECHNOLOGIES = [
  "wifi_beacon",
  "wifi_nan",
  "bluetooth_legacy",
  "bluetooth_long_range",
  "network",
  "unknown",
] as const;
export type TransmissionTechnology = (typeof TRANSMISSION_TECHNOLOGIES)[number];

/** Zoom, column or row of a tile, in a path. */
export const tileNumber = (description: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, "must be a whole number")
    .transform(Number)
    .describe(description);
