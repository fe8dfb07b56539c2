import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ConfigurationSet, EligibilityIssue } from "./devices.ts";

/** What is fetched from a peer on demand: a region before leaving, and flights. Not part of the cloud service. */

/** What is taken along, in the order in which it is fetched. */
export const TAKE_ALONG_PARTS = ["plans", "devices", "zones", "operations"] as const;
export type TakeAlongPartName = (typeof TAKE_ALONG_PARTS)[number];

const TakeAlongPart = z
  .object({
    part: z.enum(TAKE_ALONG_PARTS).describe("What it is."),
    state: z
      .enum(["waiting", "running", "done", "missing", "failed", "cancelled"])
      .describe("`missing`: the peer has none of it, or it cannot be stored here; `detail` says why."),
    count: z.int().describe("Number of entries that were fetched, or are here now."),
    total: z.int().nullable().describe("Number of entries that there are to fetch; null while it is not known."),
    as_of: Datetime.nullable().describe("When it was true at the peer; null when it was never fetched."),
    detail: z.string().nullable().describe("What is missing and why, as a sentence; null when nothing is."),
  })
  .meta({ id: "TakeAlongPart", description: "A part of what is taken along." });
export type TakeAlongPart = z.infer<typeof TakeAlongPart>;

const Bbox = z
  .string()
  .min(1)
  .max(128)
  .describe("The region, `lon_min,lat_min,lon_max,lat_max` in degrees; at most 6 000 000 km².");
const Days = z.int().min(0).max(90).describe("How far back operations of the region are fetched, days.");

export const TakeAlong = z
  .object({
    state: z
      .enum(["running", "done", "incomplete", "cancelled", "interrupted"])
      .describe("`incomplete`: a part failed; `interrupted`: the station was stopped meanwhile."),
    bbox: Bbox,
    days: Days,
    started_at: Datetime.describe("When it began."),
    ended_at: Datetime.nullable().describe("When it ended; null until then."),
    parts: z.array(TakeAlongPart).describe("Its parts."),
  })
  .meta({
    id: "TakeAlong",
    description: "What was fetched of a region before leaving, to be there without a network.",
  });
export type TakeAlong = z.infer<typeof TakeAlong>;

export const TakeAlongStart = z
  .object({ bbox: Bbox, days: Days.default(7) })
  .meta({ id: "TakeAlongStart", description: "The region to take along." });
export type TakeAlongStart = z.output<typeof TakeAlongStart>;

export const SyncDevice = z
  .object({
    peer_id: Uuid.describe("The peer that reported it."),
    peer_name: z.string().describe("Its name."),
    device_id: Uuid.nullable().describe("Id of the device on this station; null when it is not registered here."),
    serial_number: z.string().describe("Serial number."),
    name: z.string().describe("Name at the peer."),
    as_of: Datetime.describe("When it was true."),
    eligibility: z.array(EligibilityIssue).describe("Reasons why a new flight may not be possible; empty for none."),
    configuration_set: ConfigurationSet.nullable().describe("Its configuration set; null when it has none."),
  })
  .meta({ id: "SyncDevice", description: "What a peer said of a device when the region was taken along." });
export type SyncDevice = z.infer<typeof SyncDevice>;

export const SyncFlight = z
  .object({
    flight_id: Uuid.describe("Id of the flight."),
    peer_id: Uuid.describe("The peer that has it too."),
    peer_name: z.string().describe("Its name."),
    is_others: z.boolean().describe("Whether it is a public flight of somebody else, which is never sent back."),
    pilot_name: z
      .string()
      .nullable()
      .describe("Who flew it, where the peer says so; null otherwise, and for own flights."),
    track: z
      .enum(["here", "there", "fetching", "none"])
      .describe("Where its telemetry is: `there` can be fetched; `none` when it was not flown yet."),
    fetched: z.int().describe("Number of points fetched so far."),
    detail: z
      .string()
      .nullable()
      .describe("Why the telemetry could not be fetched, as a sentence; null when nothing failed."),
  })
  .meta({ id: "SyncFlight", description: "What a peer has of a flight." });
export type SyncFlight = z.infer<typeof SyncFlight>;
