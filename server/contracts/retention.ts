import { z } from "zod";
import { Datetime } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** How long a station keeps its recording: not part of the cloud service. */

export const RetentionPolicy = z
  .object({
    max_age_days: z
      .int()
      .min(1)
      .max(36_500)
      .nullable()
      .describe("Operations whose last telemetry is older than this many days are purged; null keeps them."),
    max_size_mb: z
      .int()
      .min(100)
      .max(100_000_000)
      .nullable()
      .describe(
        "When the recording exceeds this many megabytes (10⁶ bytes), the oldest operations are purged; null for no limit.",
      ),
    removed_grace_days: z.int().min(0).max(3650).describe("Deleted operations are purged after this many days."),
  })
  .meta({ id: "RetentionPolicy", description: "How long the station keeps its recording." });
export type RetentionPolicy = z.output<typeof RetentionPolicy>;

export const PURGE_OUTCOMES = ["finished", "cancelled", "failed"] as const;
export type PurgeOutcome = (typeof PURGE_OUTCOMES)[number];

const Removed = {
  operations: z.int().describe("Number of operations."),
  suboperations: z.int().describe("Number of suboperations."),
  records: z.int().describe("Number of telemetry records of aircraft, operators and sensors."),
};

export const PurgeRun = z
  .object({
    started_at: Datetime.describe("When it started."),
    finished_at: Datetime.nullable().describe("When it ended; null while it runs."),
    outcome: z.enum(PURGE_OUTCOMES).nullable().describe("How it ended; null while it runs."),
    removed: z.object(Removed).describe("What it has purged so far."),
    freed_bytes: z.int().describe("Disk space freed, bytes."),
  })
  .meta({ id: "PurgeRun", description: "One run of the purge." });
export type PurgeRun = z.infer<typeof PurgeRun>;

export const ClockJump = z
  .object({
    from: Datetime.describe(
      "The time by which ages are judged meanwhile: what the clock should say after what it said.",
    ),
    to: Datetime.describe("What the clock says since."),
    remaining_s: z
      .int()
      .describe("How much longer the station has to run with this clock until ages are judged by it, seconds."),
  })
  .meta({
    id: "ClockJump",
    description:
      "The station's clock has gained more than thirty days over what has passed, as after months switched off.",
  });
export type ClockJump = z.infer<typeof ClockJump>;

export const RetentionState = z
  .object({
    policy: RetentionPolicy.describe("The policy in effect."),
    disk: z
      .object({
        recording_bytes: z.int().describe("Size of the recording on disk, bytes."),
        reusable_bytes: z.int().describe("Unused space inside the recording, available for new records, bytes."),
        uploaded_bytes: z
          .int()
          .describe(
            "Size of the uploaded recordings that sources replay, bytes. They are files of their own: in no backup, and not in `recording_bytes`.",
          ),
        free_bytes: z
          .int()
          .nullable()
          .describe("Free space on that disk, bytes; null when the operating system does not report it."),
        is_low: z.boolean().describe("Whether the disk is almost full: less than 1 GB is free."),
      })
      .describe("The disk that holds the recording."),
    next_purge: z
      .object({
        operations: z
          .int()
          .describe(
            "Number of operations it would purge entirely or in part; by size, an estimate from the space that a record takes in this recording.",
          ),
        suboperations: z.int().describe("Number of suboperations it would purge."),
        records: z.int().describe("Number of aircraft telemetry records in them."),
        kept_operations: z
          .int()
          .describe(
            "Number of operations that are due but kept because they are annotated, owned by an account or still ongoing.",
          ),
        is_complete: z
          .boolean()
          .describe("False when there is too much to count at once; the numbers are then lower bounds."),
      })
      .describe("What a purge would delete if it were started now."),
    clock_jump: ClockJump.nullable().describe(
      "Why the station purges less by age than it would by its clock: that has jumped ahead, and may be wrong. Null otherwise.",
    ),
    running: PurgeRun.nullable().describe("The running purge; null when none is running."),
    last: PurgeRun.nullable().describe("The last finished purge; null when there was none."),
  })
  .meta({ id: "RetentionState", description: "The policy, the disk, and the state of the purge." });
export type RetentionState = z.infer<typeof RetentionState>;

const TAG = "Station";
const administrator = { tag: TAG, who: "administrator" } as const;
const PATH = "/station/v1/settings/retention";

export const retentionRoutes = defineRoutes({
  getRetention: {
    ...administrator,
    method: "get",
    path: PATH,
    summary: "The retention policy, and the state of the purge",
    replies: { 200: RetentionState, 401: Unauthenticated, 403: ErrorMessages },
  },
  setRetention: {
    ...administrator,
    method: "put",
    path: PATH,
    summary: "Change the retention policy",
    description: "Takes effect with the next purge; the station starts one every hour when something is due.",
    body: RetentionPolicy,
    replies: { 200: RetentionState, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages },
  },
  startPurge: {
    ...administrator,
    method: "post",
    path: `${PATH}/purge`,
    summary: "Start a purge now",
    description:
      "Responds immediately; the purge continues in the background in small steps. Only one runs at a time. It confirms the station's clock, if that has jumped ahead.",
    replies: { 202: PurgeRun, 401: Unauthenticated, 403: ErrorMessages },
  },
  cancelPurge: {
    ...administrator,
    method: "delete",
    path: `${PATH}/purge`,
    summary: "Cancel the running purge",
    description: "What it has purged is gone; a later purge continues from there.",
    replies: { 204: null, 401: Unauthenticated, 403: ErrorMessages },
  },
});
