import { z } from "zod";

/** What the station process needs to open its station; passed on to the server as it is. */
export const stationOptions = z.strictObject({
  dataDir: z.string().min(1),
  port: z.int().min(0).max(65_535),
  rendererDir: z.string().min(1),
  demo: z.boolean(),
  spatialite: z.string().min(1).exactOptional(),
  authUrl: z.string().min(1).exactOptional(),
});
export type StationProcessOptions = z.infer<typeof stationOptions>;

/** From main to the station process. */
export const stationCommand = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("start"), options: stationOptions }),
  z.strictObject({ type: z.literal("stop") }),
]);
export type StationCommand = z.infer<typeof stationCommand>;

/** From the station process to main. */
export const stationReport = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready"), url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }) }),
  z.strictObject({ type: z.literal("failed"), message: z.string() }),
]);
export type StationReport = z.infer<typeof stationReport>;
