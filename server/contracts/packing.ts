import { z } from "zod";

/** How far the background job is that packs stored telemetry. */
export const Packing = z
  .object({
    packed_records: z.int().describe("Number of records packed since this run of the job began."),
    track: z.int().describe("Number of the track that is being packed; tracks are packed by their numbers."),
    last_track: z.int().describe("Number of the last track."),
  })
  .meta({ id: "Packing", description: "Progress of the packing of stored telemetry." });
