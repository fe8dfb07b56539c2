import { z } from "zod";
import { QueryNumber } from "./common.ts";
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
});
