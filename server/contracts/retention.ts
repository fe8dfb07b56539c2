import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** How long a station keeps what it recorded: not part of the cloud service. */

export const RetentionPolicy = z
  .object({
    max_age_days: z
      .int()
      .min(1)
      .max(36_500)
      .nullable()
      .describe("Flights whose last telemetry is older than this many days are removed; null keeps them."),
    max_size_mb: z
      .int()
      .min(100)
      .max(100_000_000)
      .nullable()
      .describe("Beyond this many megabytes (10⁶ bytes) of recording the oldest flights are removed; null: no bound."),
    removed_grace_days: z
      .int()
      .min(0)
      .max(3650)
      .describe("Flights that somebody deleted are removed for good after this many days."),
  })
  .meta({ id: "RetentionPolicy", description: "How long the station keeps what it recorded." });
export type RetentionPolicy = z.output<typeof RetentionPolicy>;

export const PURGE_OUTCOMES = ["finished", "cancelled", "failed"] as const;
export type PurgeOutcome = (typeof PURGE_OUTCOMES)[number];

const Removed = {
  operations: z.int().describe("How many flights."),
  suboperations: z.int().describe("How many suboperations, which are what one sensor saw."),
  records: z.int().describe("How many telemetry records, of aircraft, operators and sensors."),
};

export const PurgeRun = z
  .object({
    started_at: Datetime.describe("When it began."),
    finished_at: Datetime.nullable().describe("When it ended; null while it runs."),
    outcome: z.enum(PURGE_OUTCOMES).nullable().describe("How it ended; null while it runs."),
    removed: z.object(Removed).describe("What it has removed for good."),
    freed_bytes: z.int().describe("Bytes that the recording takes less on the disk."),
  })
  .meta({ id: "PurgeRun", description: "One run of the purge." });
export type PurgeRun = z.infer<typeof PurgeRun>;

export const RetentionState = z
  .object({
    policy: RetentionPolicy.describe("What is in force."),
    disk: z
      .object({
        recording_bytes: z.int().describe("What the recording takes on the disk, bytes."),
        reusable_bytes: z.int().describe("How much of that is free inside, for what is recorded next, bytes."),
        free_bytes: z
          .int()
          .nullable()
          .describe("What is free on that disk, bytes; null where the system does not say."),
        is_low: z.boolean().describe("Whether the disk is about to be full: less than 1 GB is free."),
      })
      .describe("The disk under the recording."),
    next_purge: z
      .object({
        operations: z.int().describe("How many flights it would remove, or remove suboperations of."),
        suboperations: z.int().describe("How many suboperations it would remove."),
        records: z.int().describe("How many telemetry records of aircraft these have."),
        kept_operations: z
          .int()
          .describe("How many flights are due and kept: somebody annotated or owns them, or they go on."),
        is_complete: z
          .boolean()
          .describe("False where there is too much to count at once; the numbers are then lower bounds."),
      })
      .describe("What a purge would remove now."),
    running: PurgeRun.nullable().describe("The purge that runs now; null when none does."),
    last: PurgeRun.nullable().describe("The purge before; null when there was none."),
  })
  .meta({ id: "RetentionState", description: "The policy, the disk, and what the purge does." });
export type RetentionState = z.infer<typeof RetentionState>;

const TAG = "Station";
const administrator = { tag: TAG, who: "administrator" } as const;
const PATH = "/station/v1/settings/retention";

export const retentionRoutes = defineRoutes({
  getRetention: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "How long the station keeps what it recorded, and what the purge does",
    replies: { 200: RetentionState, 401: Unauthenticated, 403: ErrorMessages },
  },
  setRetention: {
    ...administrator,
    method: "put",
    path: PATH,
    summary: "Change how long the station keeps what it recorded",
    description: "Takes effect with the next purge; the station starts one every hour where there is something to do.",
    body: RetentionPolicy,
    replies: { 200: RetentionState, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
  startPurge: {
    ...administrator,
    method: "post",
    path: `${PATH}/purge`,
    summary: "Remove now what is due",
    description: "Answered at once; the purge goes on in the background, in small steps. One runs at a time.",
    replies: { 202: PurgeRun, 401: Unauthenticated, 403: ErrorMessages },
  },
  cancelPurge: {
    ...administrator,
    method: "delete",
    path: `${PATH}/purge`,
    summary: "Stop the purge that runs",
    description: "What it has removed stays removed; a later purge goes on from there.",
    replies: { 204: null, 401: Unauthenticated, 403: ErrorMessages },
  },
});
