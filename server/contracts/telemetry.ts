import { z } from "zod";
import { Altitude, Datetime, Location, OperationId, QueryBoolean, QueryInteger } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

/** After a longer gap in reception (ms), the path between two positions is unknown: no line is drawn. */
export const TRACK_GAP_MS = 60_000;

const recordHead = {
  timestamp: Datetime.describe("When the receiver observed it, ISO 8601 in UTC."),
  timestamp_accuracy: z.number().nullable().describe("Accuracy of the timestamp in seconds; null when unknown."),
  sensor_id: z.string().describe("The receiver that reported it."),
};

export const UaTelemetry = z
  .object({
    ...recordHead,
    operation_id: z.string().describe("The operation it belongs to."),
    operational_state: z
      .string()
      .describe(
        "`undeclared`, `grounded`, `airborne`, `emergency`, `remote_id_system_failure`, or a value of a newer device.",
      ),
    location: Location.describe("Position of the aircraft."),
    altitudes: z.array(Altitude).describe("One entry per known reference; an unknown height has no entry."),
    velocity: z
      .object({
        heading: z.number().nullable().describe("Course over ground, degrees clockwise from true north, 0 ≤ h < 360."),
        horizontal_speed: z.number().nullable().describe("Speed over ground, metres per second."),
        vertical_speed: z.number().nullable().describe("Rate of climb, metres per second; down is negative."),
        components: z
          .array(z.number())
          .length(3)
          .nullable()
          .describe("East, north and up in metres per second; null when not all of them are known."),
        components_accuracy: z.number().nullable().describe("Accuracy of the components in metres per second (95 %)."),
        speed_accuracy: z.number().nullable().describe("Accuracy of the speed in metres per second (95 %)."),
      })
      .describe("Motion over ground."),
    air_pressure: z.number().nullable().describe("Static air pressure in hPa; null when unknown."),
  })
  .meta({ id: "UaTelemetry", description: "One telemetry record of an unmanned aircraft." });
export type UaTelemetry = z.infer<typeof UaTelemetry>;

export const OperatorTelemetry = z
  .object({
    ...recordHead,
    operation_id: z.string().describe("The operation it belongs to."),
    location: Location.describe("Position of the operator, measured or declared."),
    altitude: Altitude.nullable().describe("Height of the operator; null when unknown."),
    source_type: z
      .string()
      .describe("`take_off`, `live_gnss` or `fixed`; `unknown` if the receiver does not report it."),
  })
  .meta({ id: "OperatorTelemetry", description: "One telemetry record of an operator." });
export type OperatorTelemetry = z.infer<typeof OperatorTelemetry>;

export const SystemTelemetry = z
  .object({
    ...recordHead,
    operation_id: z.string().nullable().describe("Always null: system telemetry does not belong to an operation."),
    system_type: z.string().describe("`rid_module`, `rid_receiver`, `network_device` or `app`."),
    system_status: z.string().describe("`operational`, `degraded`, `offline` or `unknown`."),
    location: Location.nullable().describe("Position of the system; null when unknown."),
    altitude: Altitude.nullable().describe("Height of the system; null when unknown."),
    power_source: z
      .object({
        type: z.string().describe("`unknown`, `battery`, `external` or `usb`."),
        input_voltage: z.number().nullable().describe("Input voltage, volts."),
        charge_percentage: z.number().nullable().describe("Charge in percent, 0 to 100."),
        is_being_charged: z.boolean().nullable().describe("Whether the battery is charging."),
      })
      .nullable()
      .describe("Null when nothing is known."),
    lte_connectivity: z
      .object({
        status: z.string().describe("`connected`, `disconnected`, `searching` or `unknown`."),
        rsrq: z.number().nullable().describe("Reference signal received quality, dB."),
        rsrp: z.number().nullable().describe("Reference signal received power, dBm."),
        snr: z.number().nullable().describe("Signal-to-noise ratio, dB."),
        tac: z.int().nullable().describe("Tracking area code."),
        cell_id: z.int().nullable().describe("Cell id."),
      })
      .nullable()
      .describe("Null when nothing is known."),
    gnss_connectivity: z
      .object({
        status: z.string().describe("`connected`, `disconnected`, `searching` or `unknown`."),
        satellites: z.int().nullable().describe("Satellites in use."),
      })
      .nullable()
      .describe("Null when nothing is known."),
  })
  .meta({
    id: "SystemTelemetry",
    description: "One telemetry record of a reporting system (sensor or transmitter).",
  });
export type SystemTelemetry = z.infer<typeof SystemTelemetry>;

export const LastTelemetry = z
  .object({
    operation_id: z
      .string()
      .describe(
        "The operation, or the suboperation with `globalize=false`; for a sensor, the operation that it receives.",
      ),
    timestamp: Datetime.describe("When it was observed, ISO 8601 in UTC."),
    sensor_id: z.string().describe("The receiver that reported it."),
    latitude: z.number().min(-90).max(90).describe("Degrees north, WGS84."),
    longitude: z.number().min(-180).max(180).describe("Degrees east, WGS84."),
  })
  .meta({ id: "LastTelemetry", description: "The last reported position of an aircraft, operator or sensor." });
export type LastTelemetry = z.infer<typeof LastTelemetry>;

const text = (description: string) => z.string().min(1).max(256).nullish().describe(description);
const end = z.string().max(256).nullish().describe("End, in the same forms; now when empty.");

/** In the address only, also for a POST: it decides before a body is read. */
const format = formatQuery(formatsOf("telemetry")).format;

/** Parameters of the three telemetry lists. Rules that involve several parameters are in the telemetry feature. */
export const TelemetryListQuery = z.object({
  format,
  from: text(
    "Start: ISO 8601 date-time, or a negative duration (`-PT1H`, `-01:00:00`, `-P1Y2M` by the calendar in UTC). Required unless `operation_id` is given.",
  ),
  to: end,
  bbox: text(
    "`lon_min,lat_min,lon_max,lat_max` in degrees; required with the time range unless an identifier is given. Applies to whole operations.",
  ),
  operation_id: OperationId.nullish().describe("Only this operation; no other parameter is required then."),
  uas_id: text("Only aircraft with this identifier; the time range is still required."),
  sensor_id: text("Only records of this sensor."),
  limit: QueryInteger.pipe(z.int().min(1))
    .nullish()
    .describe(
      "Maximum number of records; default and maximum for JSON 10 000, no limit for streamed formats. A page has the same records in every format; map formats leave out those without a position.",
    ),
  offset: QueryInteger.pipe(z.int().min(0)).default(0).describe("Number of records to skip."),
  order: z.enum(["time", "-time"]).nullish().describe("Sort order: `time` ascending (default) or `-time` descending."),
  globalize: QueryBoolean.nullish().describe(
    "`true` (default): merged operations; `false`: the suboperations of single sensors. Ignored for system telemetry.",
  ),
  exclude_public: QueryBoolean.default(false).describe("Only operations that the caller has explicit access to."),
});
export type TelemetryListQuery = z.output<typeof TelemetryListQuery>;

const MAX_AGE_LIMIT_MIN = 30;

/** Parameters of the three global overviews: a region of any size, or none. */
export const LastTelemetryQuery = z.object({
  format,
  bbox: text("`lon_min,lat_min,lon_max,lat_max` in degrees, of any size: only positions inside it. All when omitted."),
  max_age: QueryInteger.pipe(z.int().min(1).max(MAX_AGE_LIMIT_MIN))
    .default(MAX_AGE_LIMIT_MIN)
    .describe("Only positions reported within this many minutes, 1 to 30."),
  globalize: QueryBoolean.default(true).describe(
    "`true` (default): one record per operation; `false`: one per suboperation of a single sensor, which may be incomplete.",
  ),
});
export type LastTelemetryQuery = z.output<typeof LastTelemetryQuery>;

const listReplies = {
  401: Unauthenticated,
  406: ErrorDetail,
  422: z.union([ErrorDetailList, ErrorDetail]),
} as const;
const list = { tag: "Telemetry", who: "user", query: TelemetryListQuery } as const;
const listByPost = {
  ...list,
  method: "post",
  body: TelemetryListQuery.omit({ format: true }).partial(),
  bodyIsQuery: true,
} as const;

const last = {
  method: "get",
  tag: "Telemetry",
  who: "user",
  query: LastTelemetryQuery,
  streams: "last",
  replies: { 200: z.array(LastTelemetry), ...listReplies },
} as const;

export const telemetryRoutes = defineRoutes({
  listLastUaTelemetry: {
    ...last,
    path: "/v2/airspace/telemetry/global-ua",
    summary: "Last reported position of every aircraft that is flying",
    description: "The newest position of each ongoing operation, worldwide, without height and speed.",
  },
  listLastOperatorTelemetry: {
    ...last,
    path: "/v2/airspace/telemetry/global-operator",
    summary: "Last reported position of every operator of an ongoing operation",
    description: "The newest operator position of each ongoing operation that declares one.",
  },
  listLastSystemTelemetry: {
    ...last,
    path: "/v2/airspace/telemetry/global-system",
    summary: "Last reported position of the sensors that receive ongoing operations",
    description:
      "For each ongoing operation, the newest position of the sensors that receive it; sensors that receive none have no record.",
  },
  listUaTelemetry: {
    ...list,
    method: "get",
    path: "/v2/airspace/telemetry/ua",
    summary: "Aircraft telemetry",
    streams: "ua",
    replies: { 200: z.array(UaTelemetry), ...listReplies },
  },
  listUaTelemetryByPost: {
    ...listByPost,
    path: "/v2/airspace/telemetry/ua",
    summary: "Aircraft telemetry, with parameters in the body",
    streams: "ua",
    replies: { 200: z.array(UaTelemetry), ...listReplies },
  },
  listOperatorTelemetry: {
    ...list,
    method: "get",
    path: "/v2/airspace/telemetry/operator",
    summary: "Operator telemetry",
    streams: "operator",
    replies: { 200: z.array(OperatorTelemetry), ...listReplies },
  },
  listOperatorTelemetryByPost: {
    ...listByPost,
    path: "/v2/airspace/telemetry/operator",
    summary: "Operator telemetry, with parameters in the body",
    streams: "operator",
    replies: { 200: z.array(OperatorTelemetry), ...listReplies },
  },
  listSystemTelemetry: {
    ...list,
    method: "get",
    path: "/v2/airspace/telemetry/system",
    summary: "System telemetry",
    streams: "system",
    replies: { 200: z.array(SystemTelemetry), ...listReplies },
  },
  listSystemTelemetryByPost: {
    ...listByPost,
    path: "/v2/airspace/telemetry/system",
    summary: "System telemetry, with parameters in the body",
    streams: "system",
    replies: { 200: z.array(SystemTelemetry), ...listReplies },
  },
});
