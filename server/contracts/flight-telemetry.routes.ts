import { z } from "zod";
import { QueryInteger, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import {
  FlightPoint,
  FlightPointInput,
  StatusEntry,
  StatusEntryInput,
  StatusCurvePoint,
  TrackCurve,
  TrackLine,
  FlightPointWithStatus,
  FlightPointWithStatusInput,
} from "./flight-telemetry.ts";
import { formatsOf, readableFormatsOf } from "./formats.ts";
import { formatQuery, pageQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

const FlightPath = z.object({ id: Uuid.describe("Id of the flight.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const upload = {
  ...failures,
  403: ErrorMessages,
  409: ErrorMessages,
  413: ErrorMessages,
  415: ErrorMessages,
} as const;
const TRACK = formatsOf("flight_track");
const TABLE = formatsOf("table");
const HISTORY = formatsOf("status_history");
const TAG = "Flight telemetry";

const UPLOAD_NOTE =
  "Checked as a whole before anything is stored, answered when it is on disk. The same point again changes nothing, another value for the same time replaces it: a repeated upload is safe. 409 where the operation of the flight was deleted: restore it first.";

/** The limit of other telemetry that is not streamed. */
const MAX_ENTRIES = 10_000;

const everything = {
  limit: QueryInteger.pipe(z.int().min(1).max(MAX_ENTRIES))
    .optional()
    .describe("Maximum number of entries, at most 10,000; all when omitted."),
  offset: pageQuery(["time"], TRACK).offset,
};

export const flightTelemetryRoutes = defineRoutes({
  listFlightTelemetry: {
    method: "get",
    path: "/v1/flights/{id}/telemetry",
    tag: TAG,
    summary: "The telemetry of a flight",
    description: "The airspace API has it as well: `GET /v2/airspace/telemetry/ua` with `operation_id`.",
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
    upload: readableFormatsOf("flight_track"),
    params: FlightPath,
    query: z.object({ format: formatQuery(TRACK).format }),
    body: z.array(FlightPointInput),
    replies: { 200: z.array(FlightPoint), ...upload },
  },
  getFlightTrackCurve: {
    method: "get",
    path: "/station/v1/flights/{id}/track-curve",
    tag: TAG,
    summary: "The telemetry of a flight, for a chart and a map",
    description:
      "All points of a short flight. Of a long one recorded points that stand for the others: of each stretch the first, the lowest, the highest and the fastest, and the last of all. None of them is computed.",
    who: "user",
    params: FlightPath,
    query: z.object({
      points: QueryInteger.pipe(z.int().min(5).max(5000))
        .default(2000)
        .describe("Maximum number of points, 5 to 5000."),
    }),
    replies: { 200: TrackCurve, ...failures },
  },
  getFlightTrackLine: {
    method: "get",
    path: "/station/v1/flights/{id}/track-line",
    tag: TAG,
    summary: "Where a flight was flown, for a map",
    description:
      "Positions of the telemetry and nothing else, so that a line is there before anything else of a long flight. All of a short one; of a long one of each stretch the first point and those farthest to the west, east, south and north, and the last of all.",
    who: "user",
    params: FlightPath,
    query: z.object({
      points: QueryInteger.pipe(z.int().min(6).max(5000))
        .default(2000)
        .describe("Maximum number of points, 6 to 5000."),
    }),
    replies: { 200: TrackLine, ...failures },
  },
  listFlightTelemetryWithStatus: {
    method: "get",
    path: "/v1/flights/{id}/telemetry-with-status",
    tag: TAG,
    summary: "The telemetry of a flight, each point with the state of the device",
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
    summary: "Upload points of a flight with the state of the device",
    description: `One record, or an array of them. ${UPLOAD_NOTE}`,
    who: "user",
    formats: TABLE,
    upload: readableFormatsOf("table"),
    params: FlightPath,
    query: z.object({ format: formatQuery(TABLE).format }),
    body: z.union([FlightPointWithStatusInput, z.array(FlightPointWithStatusInput)]),
    replies: { 200: z.union([FlightPointWithStatus, z.array(FlightPointWithStatus)]), ...upload },
  },
  listFlightStatusHistory: {
    method: "get",
    path: "/v1/flights/{id}/status-history",
    tag: TAG,
    summary: "States of the device on a flight",
    who: "user",
    deprecated: true,
    formats: HISTORY,
    document: "status_history",
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
    summary: "Upload states of the device on a flight",
    description: UPLOAD_NOTE,
    who: "user",
    formats: HISTORY,
    document: "status_history",
    upload: readableFormatsOf("status_history"),
    params: FlightPath,
    query: z.object({ format: formatQuery(HISTORY).format }),
    body: z.array(StatusEntryInput),
    replies: { 200: z.array(StatusEntry), ...upload },
  },
  listFlightStatusCurve: {
    method: "get",
    path: "/station/v1/flights/{id}/status-curve",
    tag: TAG,
    summary: "States of the device on a flight, for a chart",
    description:
      "At most so many points, in the order of time. Each stands for as many states that follow each other, and has the lowest of each value: no drop gets lost.",
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
    summary: "States of a device on its flights",
    who: "user",
    deprecated: true,
    formats: HISTORY,
    document: "status_history",
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
