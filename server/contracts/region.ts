import { z } from "zod";

/** A GeoJSON position: longitude and latitude in degrees, optionally a height in metres. */
const Coordinates = z
  .array(z.number())
  .min(2)
  .max(3)
  .describe("Longitude and latitude in degrees, optionally a height in metres (RFC 7946).");

const RadiusM = z.number().positive().max(1_000_000).describe("Radius, metres.");

const Circle = z.looseObject({
  type: z.literal("Point").describe("A circle around a point."),
  coordinates: Coordinates,
  radius: RadiusM,
});
const Corridor = z.looseObject({
  type: z.literal("LineString").describe("A corridor along a line."),
  coordinates: z.array(Coordinates).min(2).max(10_000).describe("Positions along the line."),
  radius: RadiusM.describe("Half width of the corridor, metres."),
});
const Polygon = z.looseObject({
  type: z.literal("Polygon").describe("An area."),
  coordinates: z
    .array(z.array(Coordinates).min(4).max(10_000))
    .min(1)
    .describe(
      "Rings: the outline first, then holes; first and last position of each are equal, and none crosses itself.",
    ),
});

/** A Feature may have its radius in its properties, as the cloud service writes it, or in its geometry. */
const Feature = z.looseObject({
  type: z.literal("Feature").describe("GeoJSON Feature around the geometry."),
  geometry: z
    .discriminatedUnion("type", [Circle.partial({ radius: true }), Corridor.partial({ radius: true }), Polygon])
    .describe("The geometry of the region."),
  properties: z
    .object({ radius: RadiusM.optional() })
    .catchall(z.unknown())
    .nullable()
    .describe("`radius` of a point or a line, metres."),
});

/** The region that a flight is planned for. Returned exactly as submitted. */
export const Region = z
  .union([z.discriminatedUnion("type", [Circle, Corridor, Polygon]), Feature])
  .describe("The planned region of the flight: a circle, a corridor or a polygon.");
export type Region = z.infer<typeof Region>;
