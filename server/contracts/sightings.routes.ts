import { z } from "zod";
import { Moment, QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";
import {
  MAX_SIGHTINGS,
  SharedSightings,
  Sightings,
  SightingsReceipt,
  SyncChanges,
  TrackComparison,
  TrackHour,
  TrackWanted,
} from "./sightings.ts";

const SuboperationPath = z.object({ id: Uuid.describe("Id of the suboperation.") });

const TAG = "Synchronisation";
const refusals = { 400: ErrorMessages, 401: Unauthenticated } as const;

export const sightingRoutes = defineRoutes({
  listSyncChanges: {
    method: "get",
    path: "/station/v1/sync/changes",
    tag: TAG,
    summary: "What changed of the received telemetry",
    description:
      "Suboperations that the caller may read, this station's own and those that other stations sent, in the order of their last changes. Call it again with `next` for what changed since.",
    who: "user",
    query: z.object({
      since: z
        .string()
        .max(200)
        .optional()
        .describe("`next` of an earlier answer of this station; everything when omitted."),
      limit: QueryInteger.pipe(z.int().min(1).max(1000))
        .default(200)
        .describe("Maximum number of entries, at most 1000."),
    }),
    replies: { 200: SyncChanges, ...refusals },
  },
  compareSightings: {
    method: "post",
    path: "/station/v1/sync/have",
    tag: TAG,
    summary: "Ask which hours of a track are wanted",
    description:
      "For resuming, and for checking what arrived: an hour with the same number of records and the same hash is not wanted.",
    who: "user",
    body: TrackComparison,
    replies: { 200: TrackWanted, ...refusals },
  },
  readSightings: {
    method: "get",
    path: "/station/v1/sync/sightings/{id}",
    tag: TAG,
    summary: "Read received telemetry as another station stores it",
    description:
      "What this station received, or another station sent it, in the order of time; the answer can be sent to another station as it is. 404 for what not everybody may read, and for what was deleted here.",
    who: "user",
    params: SuboperationPath,
    query: z.object({
      from: Moment.optional().describe("Only records from this time on."),
      to: Moment.optional().describe("Only records until this time, which is included."),
      limit: QueryInteger.pipe(z.int().min(1).max(MAX_SIGHTINGS))
        .default(MAX_SIGHTINGS)
        .describe(`Maximum number of records of each kind, at most ${MAX_SIGHTINGS}.`),
    }),
    replies: { 200: SharedSightings, ...refusals, 404: ErrorMessages },
  },
  listSightingHours: {
    method: "get",
    path: "/station/v1/sync/sightings/{id}/hours",
    tag: TAG,
    summary: "What there is of a track, by the hour",
    description: "For `have` of another station, which tells from it what it lacks. 404 as for reading it.",
    who: "user",
    params: SuboperationPath,
    replies: {
      200: z.object({ hours: z.array(TrackHour).describe("Every hour with records, in order.") }),
      ...refusals,
      404: ErrorMessages,
    },
  },
  receiveSightings: {
    method: "post",
    path: "/station/v1/sync/sightings",
    tag: TAG,
    summary: "Send telemetry that another station received",
    description:
      "Records are identified by suboperation and time: what is here already is not changed, so repeating is safe. They are fused as if received here, under their own sensor. The body may be gzip-compressed, at most 1 MiB when decompressed; the response is sent once the data is on disk.",
    who: "user",
    body: Sightings,
    replies: { 200: SightingsReceipt, ...refusals, 409: ErrorMessages, 503: ErrorMessages },
  },
});
