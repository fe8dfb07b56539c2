import { z } from "zod";
import { defineRoutes } from "./route.ts";

/** Whether a station does its work, apart from whether it is alive: for monitoring. */

export const READINESS_CHECKS = ["disk", "last_commit", "queue", "memory", "integrity", "sources", "sync"] as const;

export const ReadinessCheck = z
  .object({
    name: z
      .enum(READINESS_CHECKS)
      .describe(
        "`disk`: free space of the recording's disk; `last_commit`: how long records have waited for the disk; `queue`: records that wait; `memory`: of the process; `integrity`: damage to the recording; `sources`: receivers that failed and are retried; `sync`: peers that cannot be reached.",
      ),
    ok: z.boolean().describe("Whether the value is within the limit."),
    is_required: z
      .boolean()
      .describe("Whether the station is not ready without it; a receiver that is unplugged is no reason."),
    value: z
      .number()
      .nullable()
      .describe(
        "The value, in bytes, seconds or a count, as `unit` says; null where there is none, and for anonymous callers.",
      ),
    limit: z
      .number()
      .nullable()
      .describe(
        "The value may not be larger, that of `disk` not smaller; in bytes, seconds or a count, as `unit` says; null for anonymous callers.",
      ),
    unit: z.enum(["bytes", "seconds", "records", "damages", "sources", "peers"]).describe("Unit of both."),
  })
  .meta({ id: "ReadinessCheck", description: "One value with its limit." });
export type ReadinessCheck = z.infer<typeof ReadinessCheck>;

export const Readiness = z
  .object({
    ready: z.boolean().describe("Whether every required check is ok: whether the station stores what it is sent."),
    checks: z.array(ReadinessCheck).describe("All checks."),
  })
  .meta({ id: "Readiness", description: "Whether the station does its work." });
export type Readiness = z.infer<typeof Readiness>;

export const readinessRoutes = defineRoutes({
  getReadiness: {
    method: "get",
    path: "/station/v1/ready",
    tag: "Station",
    summary: "Whether the station does its work",
    description:
      "`health` answers 200 for as long as the process is alive; this answers 503 while something keeps it from storing what it is sent. It costs little, so it may be asked every second. The values are for callers that are signed in.",
    who: "anyone",
    replies: { 200: Readiness, 503: Readiness },
  },
});
