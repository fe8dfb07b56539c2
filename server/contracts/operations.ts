import { z } from "zod";
import { Datetime, OperationId, QueryBoolean, QueryInteger, QueryNumber, TRANSMISSION_TECHNOLOGIES } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";
import { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "./telemetry.ts";

export const UA_IDENTIFIER_TYPES = [
  "serial_number",
  "caa_registration_id",
  "utm_assigned_uuid",
  "specific_session_id",
] as const;
export type UaIdentifierType = (typeof UA_IDENTIFIER_TYPES)[number];

export const OPERATION_STATUSES = ["planned", "current", "past", "cancelled"] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** An operation counts as in progress (`current`) for this long after its last record, milliseconds. */
export const IN_PROGRESS_MS = 3 * 60_000;

export const WARNING_TYPES = [
  "position_implausible",
  "operator_far_away",
  "several_ids_on_one_transmitter",
  "invalid_serial_number",
  "clock_implausible",
  "serial_number_in_two_places",
] as const;
export type WarningType = (typeof WARNING_TYPES)[number];

/** Why a suboperation was merged into its operation. */
export const LINK_REASONS = ["first_seen", "same_identifier", "same_transmitter", "continuity", "by_hand"] as const;
export type LinkReason = (typeof LINK_REASONS)[number];

const nullableText = (description: string) => z.string().nullable().describe(description);

export const Suboperation = z
  .object({
    id: z.string().describe("Id of the suboperation; also usable as `operation_id` with `globalize=false`."),
    sensor_id: z.string().describe("The sensor that received it."),
    transmission_technology: z.string().describe("How it was received."),
    time_first_telemetry: Datetime.describe(
      "Capture time of its first record; of a flight without telemetry, its start if created with one, or its planned start.",
    ),
    time_last_telemetry: Datetime.describe(
      "Capture time of its last record; of a flight without telemetry, the same as `time_first_telemetry`.",
    ),
    message_count: z.int().describe("Frames received."),
    link_reason: z.enum(LINK_REASONS).describe("Why it belongs to this operation."),
    link_confidence: z.number().min(0).max(1).describe("Confidence in the link, 0 to 1."),
    station_id: z
      .string()
      .optional()
      .describe("Id of the station whose receivers received it; absent for what this station received itself."),
  })
  .meta({
    id: "Suboperation",
    description: "What one sensor received of one aircraft over one technology.",
  });

export const Operation = z
  .object({
    id: z.string().describe("A UUID."),
    status: z.string().describe("`planned`, `current` (telemetry younger than 3 minutes), `past` or `cancelled`."),
    sensor_id: nullableText("The sensor that received it first."),
    uas_operator_id: nullableText("Operator registration, public part only."),
    ua_classification: nullableText("Region of the classification, for example `EU`."),
    ua_classification_type: nullableText("Category and class within it, for example `open/C2`."),
    ua_identifiers: z
      .array(
        z.object({
          type: z.string().describe("Declared type of the identifier."),
          value: z.string().describe("Its value."),
        }),
      )
      .describe("All identifiers that the aircraft declared."),
    authentication: z
      .array(
        z.object({
          type: z.string().describe("Declared authentication type."),
          data: z.string().describe("Base64."),
          timestamp: Datetime.nullable().describe("When it was signed; null when not declared."),
        }),
      )
      .describe("Authentication messages, oldest first."),
    descriptions: z
      .array(
        z.object({
          type: z.string().describe("`text`, `emergency` or `extended_status`."),
          value: z.string().describe("The text."),
        }),
      )
      .describe("Self-ID texts."),
    warnings: z
      .array(
        z.object({
          type: z.string().describe("Short code."),
          msg: z.string().describe("A sentence to show to the user."),
          distance_m: z
            .number()
            .optional()
            .describe(
              "Only with `serial_number_in_two_places` and `operator_far_away`: the largest distance over ground, metres; of the operator as `max_operator_distance` of the statistics.",
            ),
          operation_id: z
            .string()
            .optional()
            .describe(
              "Only with `serial_number_in_two_places`: the operation with the same serial number; absent where it is this one, or private.",
            ),
        }),
      )
      .describe("Implausible or contradictory data."),
    suboperations: z.array(Suboperation).describe("The suboperations it was merged from."),
    transmission_technology: nullableText("The technology of the first suboperation."),
    transmission_technologies: z.array(z.string()).describe("The technologies of all suboperations."),
    aircraft_models: z
      .array(
        z.object({
          maker: nullableText(
            "Manufacturer: of the aircraft of the flight, else from the manufacturer code of the serial number; null when unknown.",
          ),
          model: nullableText("Model of the aircraft of the flight; null when unknown."),
          type: nullableText("Type of aircraft, of its model or as declared, for example `helicopter_or_multirotor`."),
        }),
      )
      .describe(
        "The aircraft model, as the account of a flight describes it, declared or derived from the serial number.",
      ),
    seen: z.boolean().describe("Whether the calling user marked it as seen."),
    bbox: nullableText(
      "`lon_min,lat_min,lon_max,lat_max` in degrees over all telemetry; `lon_min` is greater where it crosses the antimeridian.",
    ),
    time_created: Datetime.describe("When the station created it."),
    time_updated: Datetime.describe("When it last changed."),
    time_first_telemetry: Datetime.nullable().describe("Capture time of its first record; null without telemetry."),
    time_last_telemetry: Datetime.nullable().describe("Capture time of its newest record; null without telemetry."),
    sources: z
      .array(
        z.object({
          message_count: z.int().describe("Frames received."),
          name: z.string().describe("The sensor."),
          type: z.string().describe("`direct`, `network`, `rid_receiver` or `import`."),
        }),
      )
      .describe("Where its telemetry came from."),
    sensor_ids: z.array(z.string()).describe("All sensors that received it."),
    last_telemetry: z
      .object({
        ua: UaTelemetry.optional(),
        operator: OperatorTelemetry.optional(),
        system: SystemTelemetry.optional(),
      })
      .optional()
      .describe("Only with `include_last_telemetry=true`: the newest record of each kind that exists."),
  })
  .meta({
    id: "Operation",
    description: "An aircraft's operation in the airspace, merged from what all sensors received.",
  });
export type Operation = z.infer<typeof Operation>;

const text = (description: string) => z.string().min(1).max(256).nullish().describe(description);
const end = z.string().max(256).nullish().describe("End, in the same forms; now when empty.");
const height = (description: string) => QueryNumber.nullish().describe(`${description}, metres above take-off.`);
const distance = (description: string) =>
  QueryNumber.pipe(z.number().min(0)).nullish().describe(`${description}, metres over ground.`);
const technologies = z.union([z.string().transform((one) => [one]), z.array(z.string()).max(16)]);

const LIST = formatsOf("operation_list");

export const OperationListQuery = z.object({
  format: formatQuery(LIST).format,
  from: z
    .string()
    .max(64)
    .describe(
      "Start: ISO 8601 date-time, or a negative duration (`-PT1H`, `-01:00:00`, `-P1Y2M` by the calendar in UTC).",
    ),
  to: end,
  source_id: text("Deprecated alias of `sensor_id`, which takes precedence."),
  sensor_id: text("Only operations that this sensor received."),
  limit: QueryInteger.pipe(z.int().min(1).max(1000))
    .nullish()
    .describe("Maximum number of operations; default 100, at most 1000."),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of operations to skip."),
  bbox: text("`lon_min,lat_min,lon_max,lat_max` in degrees: only operations with a point inside."),
  order: z
    .enum(["time", "-time"])
    .default("time")
    .describe("Sort order by the time of the first telemetry: `time` ascending (default) or `-time` descending."),
  include_last_telemetry: QueryBoolean.default(false).describe("Adds `last_telemetry`."),
  globalize: QueryBoolean.default(true).describe(
    "`true` (default): merged operations; `false`: the suboperations of single sensors.",
  ),
  exclude_public: QueryBoolean.default(false).describe("Only operations that the caller has explicit access to."),
  ownership: z
    .enum(["own", "others"])
    .nullish()
    .describe(
      "`own`: only operations of which a suboperation belongs to the caller; `others`: only those of which none does.",
    ),
  source_type: text("Only operations with a source of this type."),
  search: z
    .string()
    .max(256)
    .nullish()
    .describe(
      "Case-insensitive substring over identifiers, operator id, sensor id and aircraft model (maker, model, type); all when empty.",
    ),
  transmission_technology: technologies.nullish().describe(`Any of: ${TRANSMISSION_TECHNOLOGIES.join(", ")}.`),
  seen: QueryBoolean.nullish().describe("`true`: only what the caller marked as seen; `false`: only the rest."),
  ato_from: height("Only operations whose greatest height (`ATO`) was at least this"),
  ato_to: height("Only operations whose lowest height (`ATO`) was at most this"),
  operator_distance_from: distance("Only operations whose greatest distance from their operator was at least this"),
  operator_distance_to: distance("Only operations whose shortest distance from their operator was at most this"),
  sensor_distance_from: distance(
    "Only operations whose greatest distance from a sensor that received them was at least this",
  ),
  sensor_distance_to: distance(
    "Only operations whose shortest distance from a sensor that received them was at most this",
  ),
});
export type OperationListQuery = z.output<typeof OperationListQuery>;

export const OperationPath = z.object({
  operation_id: OperationId.describe("Id of an operation or suboperation."),
});

export const operationRoutes = defineRoutes({
  listOperations: {
    method: "get",
    path: "/v2/airspace/operations",
    tag: "Operations",
    summary: "Operations in a time range",
    description:
      "When the range has 5,000 operations or more, the total is not counted; `Link` still names the next page. In GeoJSON each operation is a `MultiLineString` of its tracks: a new line begins after a minute without a position and at the antimeridian. A position has a third number only where the height above the WGS84 ellipsoid is known, metres; the geometry is null without telemetry.",
    who: "user",
    pages: true,
    formats: LIST,
    features: true,
    query: OperationListQuery,
    replies: {
      200: z.array(Operation),
      401: Unauthenticated,
      422: z.union([ErrorDetailList, ErrorDetail]),
    },
  },
  getOperation: {
    method: "get",
    path: "/v2/airspace/operations/{operation_id}",
    tag: "Operations",
    summary: "One operation",
    who: "user",
    params: OperationPath,
    query: z.object({
      globalize: QueryBoolean.nullish().describe(
        "When omitted, the id decides whether it means an operation or a suboperation.",
      ),
    }),
    replies: {
      200: Operation,
      401: Unauthenticated,
      404: ErrorDetail,
      422: z.union([ErrorDetailList, ErrorDetail]),
    },
  },
});
