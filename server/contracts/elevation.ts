import { z } from "zod";
import { QueryNumber } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

export const Elevation = z
  .object({
    ground: z
      .number()
      .nullable()
      .describe("Height of the ground above sea level (EGM96), metres; null when not known."),
    geoid: z.number().describe("Height of sea level (EGM96) above the WGS84 ellipsoid, metres."),
    source: z
      .enum(["tiles", "service"])
      .nullable()
      .describe("Where it was found: `tiles` of the station's folder, or the `service`."),
  })
  .meta({ id: "Elevation", description: "Heights of a place." });
export type Elevation = z.infer<typeof Elevation>;

export const elevationRoutes = defineRoutes({
  getElevation: {
    method: "get",
    path: "/station/v1/elevation",
    tag: "Station",
    summary: "How high the ground of a place is",
    description: "From the station's folder of SRTM tiles, else from its elevation service, where it has them.",
    who: "user",
    query: z.object({
      latitude: QueryNumber.pipe(z.number().min(-90).max(90)).describe("Degrees north, WGS84."),
      longitude: QueryNumber.pipe(z.number().min(-180).max(180)).describe("Degrees east, WGS84."),
    }),
    replies: { 200: Elevation, 400: ErrorMessages, 401: Unauthenticated },
  },
});
