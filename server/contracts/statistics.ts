import { z } from "zod";
import { Datetime, QueryBoolean } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { OperationPath } from "./operations.ts";
import { defineRoutes } from "./route.ts";

const nullableNumber = (description: string) => z.number().nullable().describe(`${description} Null when unknown.`);

export const OperationStatistics = z
  .object({
    timestamp: Datetime.describe("When the statistics were computed."),
    duration: nullableNumber("Seconds from the first to the last record of the aircraft and its operator."),
    total_distance: nullableNumber(
      "Distance flown over ground, metres on the WGS84 ellipsoid; what several sensors received counts once, and moves that no aircraft can make (`position_implausible`) do not count.",
    ),
    max_horizontal_speed: nullableNumber("Highest declared ground speed, metres per second."),
    min_altitude: nullableNumber(
      "Lowest altitude, metres: above mean sea level (`MSL`) when any record declares one, otherwise above the ellipsoid (`WGS84`).",
    ),
    max_altitude: nullableNumber("Highest altitude, metres, above the same reference."),
    altitude_reference: z
      .enum(["MSL", "WGS84"])
      .nullable()
      .describe(
        "What both altitudes are above: mean sea level (`MSL`) or the ellipsoid (`WGS84`). Null when they are unknown.",
      ),
    min_operator_distance: nullableNumber("Shortest distance over ground from the aircraft to its operator, metres."),
    max_operator_distance: nullableNumber("Longest distance over ground from the aircraft to its operator, metres."),
    min_sensor_distance: nullableNumber(
      "Shortest distance over ground from the aircraft to the sensor that received it, metres.",
    ),
    max_sensor_distance: nullableNumber(
      "Longest distance over ground from the aircraft to the sensor that received it, metres.",
    ),
  })
  .meta({ id: "OperationStatistics", description: "Statistics of an operation, computed from its telemetry." });
export type OperationStatistics = z.infer<typeof OperationStatistics>;

export const statisticsRoutes = defineRoutes({
  getOperationStatistics: {
    method: "get",
    path: "/v2/airspace/operations/{operation_id}/statistics",
    tag: "Operations",
    summary: "Statistics of an operation",
    description:
      "202 while the statistics do not cover all telemetry yet: the body has the last known values, null where there are " +
      "none, and `Retry-After` says when to repeat the request. 200 once they are up to date.",
    who: "user",
    params: OperationPath,
    query: z.object({
      globalize: QueryBoolean.nullish().describe(
        "When omitted, the id decides whether it means an operation or a suboperation.",
      ),
    }),
    replies: {
      200: OperationStatistics,
      202: OperationStatistics,
      401: Unauthenticated,
      404: ErrorDetail,
      422: z.union([ErrorDetailList, ErrorDetail]),
    },
  },
});
