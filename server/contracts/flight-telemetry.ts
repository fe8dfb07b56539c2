import { z } from "zod";
import { Datetime, Measure, Moment, QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { formatQuery, pageQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

const nullable = (description: string) => Measure.nullable().describe(description);
const accuracy = (description: string) => Measure.min(0).nullable().describe(description);
const Latitude = z.number().min(-90).max(90).describe("Degrees north.");
const Longitude = z.number().min(-180).max(180).describe("Degrees east.");

export const FlightPoint = z
  .object({
    time: Datetime.describe("When it was captured on the drone."),
    location: z.object({ lat: Latitude, lon: Longitude }).describe("Position."),
    velocity: z
      .object({
        x: Measure.describe("Metres per second to the east."),
        y: Measure.describe("Metres per second to the north."),
        z: Measure.describe("Metres per second upwards."),
      })
      .describe("Velocity."),
    altitude: nullable("Height in the standard atmosphere (pressure altitude), metres."),
    geo_altitude: nullable("Height above the WGS84 ellipsoid, metres."),
    vertical_accuracy: accuracy("Vertical accuracy, metres."),
    horizontal_accuracy: accuracy("Horizontal accuracy, metres."),
    speed_accuracy: accuracy("Accuracy of the speed, metres per second."),
    height: nullable("Height above the take-off, metres."),
    pressure: nullable("Air pressure, hPa."),
  })
  .meta({ id: "FlightPoint", description: "A point of a flight's telemetry." });
export type FlightPoint = z.infer<typeof FlightPoint>;

/** A point in an upload: nullable fields may be omitted, and times may have any offset. */
export const FlightPointInput = FlightPoint.partial({
  altitude: true,
  geo_altitude: true,
  vertical_accuracy: true,
  horizontal_accuracy: true,
  speed_accuracy: true,
  height: true,
  pressure: true,
}).extend({ time: Moment.describe("When it was captured on the drone, with offset.") });
export type FlightPointInput = z.output<typeof FlightPointInput>;

const statusFields = {
  battery: nullable("Battery, volts."),
  cellid: z
    .string()
    .max(9)
    .regex(/^\d*$/, "must be a number in digits")
    .refine((text) => text === "" || Number(text) <= 268_435_455, "must be at most 268435455")
    .nullable()
    .describe("Id of the radio cell, 0 to 268435455."),
  rsrp: nullable("Reference signal received power, dBm."),
  rsrq: nullable("Reference signal received quality, dB."),
  snr: nullable("Signal-to-noise ratio, dB."),
  tac: z
    .string()
    .max(5)
    .regex(/^\d*$/, "must be a number in digits")
    .refine((text) => text === "" || Number(text) <= 65_536, "must be at most 65536")
    .nullable()
    .describe("Tracking area code, 0 to 65536."),
  satellites: z.int().min(-2_147_483_648).max(2_147_483_647).nullable().describe("Number of satellites in use."),
  charging: z.boolean().nullable().describe("Whether the battery is charging."),
};

export const StatusEntry = z
  .object({
    flight: z.string().describe("Id of the flight."),
    time: Datetime.describe("Time of the GNSS receiver."),
    time_received: Datetime.describe("When the service received it."),
    ...statusFields,
  })
  .meta({ id: "StatusEntry", description: "The state of a device during a flight." });
export type StatusEntry = z.infer<typeof StatusEntry>;

export const StatusEntryInput = z
  .object({
    flight: Uuid.describe("Id of the flight."),
    time: Moment.describe("Time of the GNSS receiver, with offset."),
    time_received: Moment.optional().describe("When it was received; now when omitted."),
    ...statusFields,
  })
  .partial({
    battery: true,
    cellid: true,
    rsrp: true,
    rsrq: true,
    snr: true,
    tac: true,
    satellites: true,
    charging: true,
  });
export type StatusEntryInput = z.output<typeof StatusEntryInput>;

export const StatusCurvePoint = z
  .object({
    time: Datetime.describe("Time of the first state in the interval."),
    battery: statusFields.battery,
    rsrp: statusFields.rsrp,
    rsrq: statusFields.rsrq,
    snr: statusFields.snr,
    satellites: statusFields.satellites,
  })
  .meta({ id: "StatusCurvePoint", description: "The lowest value of each field in an interval of a flight." });
export type StatusCurvePoint = z.infer<typeof StatusCurvePoint>;

export const FlightPointWithStatus = z
  .object({
    time: Datetime.describe("When it was captured on the drone."),
    time_received: Datetime.describe("When the service received it."),
    latitude: Latitude,
    longitude: Longitude,
    altitude: nullable("Height in the standard atmosphere (pressure altitude), metres."),
    geo_altitude: nullable("Height above the WGS84 ellipsoid, metres."),
    velocity_x: nullable("Metres per second to the east."),
    velocity_y: nullable("Metres per second to the north."),
    velocity_z: nullable("Metres per second upwards."),
    vertical_accuracy: accuracy("Vertical accuracy, metres."),
    horizontal_accuracy: accuracy("Horizontal accuracy, metres."),
    speed_accuracy: accuracy("Accuracy of the speed, metres per second."),
    height: nullable("Height above the take-off, metres."),
    pressure: nullable("Air pressure, hPa."),
    heading: nullable("Course over ground, degrees clockwise from true north, 0 ≤ h < 360."),
    ...statusFields,
  })
  .meta({ id: "FlightPointWithStatus", description: "A telemetry point of a flight with the state of the device." });
export type FlightPointWithStatus = z.infer<typeof FlightPointWithStatus>;

const required = (description: string) => Measure.describe(description);

export const FlightPointWithStatusInput = FlightPointWithStatus.extend({
  time: Moment.describe("When it was captured on the drone, with offset."),
  time_received: Moment.describe("When it was received, with offset."),
  altitude: required("Height in the standard atmosphere (pressure altitude), metres."),
  geo_altitude: required("Height above the WGS84 ellipsoid, metres."),
  velocity_x: required("Metres per second to the east."),
  velocity_y: required("Metres per second to the north."),
  velocity_z: required("Metres per second upwards."),
  vertical_accuracy: Measure.min(0).describe("Vertical accuracy, metres."),
  horizontal_accuracy: Measure.min(0).describe("Horizontal accuracy, metres."),
  speed_accuracy: Measure.min(0).describe("Accuracy of the speed, metres per second."),
  height: required("Height above the take-off, metres."),
  pressure: required("Air pressure, hPa."),
  heading: z.number().min(0).lt(360).describe("Course over ground, degrees clockwise from true north, 0 ≤ h < 360."),
  cellid: statusFields.cellid.refine((text) => text !== "", "must not be empty"),
  tac: statusFields.tac.refine((text) => text !== "", "must not be empty"),
}).partial({
  battery: true,
  cellid: true,
  rsrp: true,
  rsrq: true,
  snr: true,
  tac: true,
  satellites: true,
  charging: true,
});
export type FlightPointWithStatusInput = z.output<typeof FlightPointWithStatusInput>;

const FlightPath = z.object({ id: Uuid.describe("Id of the flight.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const upload = { ...failures, 403: ErrorMessages, 413: ErrorMessages, 415: ErrorMessages } as const;
const TRACK = ["json", "csv", "gpx", "kml"] as const;
const TABLE = ["json", "csv"] as const;
const HISTORY = ["json", "csv", "kml"] as const;
const TAG = "Flight telemetry";

const UPLOAD_NOTE =
  "The upload is validated as a whole before anything is stored, and the response is sent once it is on disk. A repeated point changes nothing and a different value for the same time replaces the stored one, so repeating an upload is safe.";

const everything = {
  limit: pageQuery(["time"], TRACK)
    .limit.unwrap()
    .optional()
    .describe("Maximum number of entries, at most 1000; all when omitted."),
  offset: pageQuery(["time"], TRACK).offset,
};

export const flightTelemetryRoutes = defineRoutes({
  listFlightTelemetry: {
    method: "get",
    path: "/v1/flights/{id}/telemetry",
    tag: TAG,
    summary: "Telemetry of a flight",
    description: "Also available in the airspace API: `GET /v2/airspace/telemetry/ua` with `operation_id`.",
    who: "user",
    deprecated: true,
    long: true,
    formats: TRACK,
    fileName: "flight-telemetry",
    params: FlightPath,
    query: z.object({ ...formatQuery(TRACK), ...everything, ordering: pageQuery(["time"], TRACK).ordering }),
    replies: { 200: z.array(FlightPoint), ...failures },
  },
  createFlightTelemetry: {
    method: "post",
    path: "/v1/flights/{id}/telemetry",
    tag: TAG,
    summary: "Upload telemetry of a flight",
    description: UPLOAD_NOTE,
    who: "user",
    long: true,
    formats: TRACK,
    upload: TRACK,
    params: FlightPath,
    query: z.object({ format: formatQuery(TRACK).format }),
    body: z.array(FlightPointInput),
    replies: { 200: z.array(FlightPoint), ...upload },
  },
  listFlightTelemetryWithStatus: {
    method: "get",
    path: "/v1/flights/{id}/telemetry-with-status",
    tag: TAG,
    summary: "Telemetry of a flight with the state of the device at each point",
    who: "user",
    deprecated: true,
    long: true,
    formats: TABLE,
    fileName: "flight-telemetry-with-status",
    params: FlightPath,
    query: z.object(formatQuery(TABLE)),
    replies: { 200: z.array(FlightPointWithStatus), ...failures },
  },
  createFlightTelemetryWithStatus: {
    method: "post",
    path: "/v1/flights/{id}/telemetry-with-status",
    tag: TAG,
    summary: "Upload telemetry of a flight with the state of the device at each point",
    description: `One record, or an array of them. ${UPLOAD_NOTE}`,
    who: "user",
    formats: TABLE,
    upload: TABLE,
    params: FlightPath,
    query: z.object({ format: formatQuery(TABLE).format }),
    body: z.union([FlightPointWithStatusInput, z.array(FlightPointWithStatusInput)]),
    replies: { 200: z.union([FlightPointWithStatus, z.array(FlightPointWithStatus)]), ...upload },
  },
  listFlightStatusHistory: {
    method: "get",
    path: "/v1/flights/{id}/status-history",
    tag: TAG,
    summary: "Device states of a flight",
    who: "user",
    deprecated: true,
    formats: HISTORY,
    pages: true,
    fileName: "status-history",
    params: FlightPath,
    query: z.object({ ...formatQuery(HISTORY), ...everything }),
    replies: { 200: z.array(StatusEntry), ...failures },
  },
  createFlightStatusHistory: {
    method: "post",
    path: "/v1/flights/{id}/status-history",
    tag: TAG,
    summary: "Upload device states of a flight",
    description: UPLOAD_NOTE,
    who: "user",
    formats: HISTORY,
    upload: HISTORY,
    params: FlightPath,
    query: z.object({ format: formatQuery(HISTORY).format }),
    body: z.array(StatusEntryInput),
    replies: { 200: z.array(StatusEntry), ...upload },
  },
  listFlightStatusCurve: {
    method: "get",
    path: "/station/v1/flights/{id}/status-curve",
    tag: TAG,
    summary: "Device states of a flight, downsampled for a chart",
    description:
      "At most `points` points in time order. Each covers the same number of consecutive states and has the lowest value of each field, so that no drop is lost.",
    who: "user",
    params: FlightPath,
    query: z.object({
      points: QueryInteger.pipe(z.int().min(1).max(5000))
        .default(1000)
        .describe("Maximum number of points, 1 to 5000."),
    }),
    replies: { 200: z.array(StatusCurvePoint), ...failures },
  },
  listDeviceStatusHistory: {
    method: "get",
    path: "/v1/devices/{id}/status-history",
    tag: TAG,
    summary: "Device states of all flights of a device",
    who: "user",
    deprecated: true,
    formats: HISTORY,
    pages: true,
    fileName: "status-history",
    params: z.object({ id: Uuid.describe("Id of the device.") }),
    query: z.object({
      ...formatQuery(HISTORY),
      ...everything,
      flight: Uuid.optional().describe("Only states on this flight."),
    }),
    replies: { 200: z.array(StatusEntry), ...failures },
  },
});
