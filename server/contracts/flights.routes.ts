import { z } from "zod";
import { Moment, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import {
  Flight,
  FlightCreate,
  FlightDetail,
  FlightEdit,
  FlightStatistics,
  FlightUpsert,
  Status,
  Visibility,
} from "./flights.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery, pageQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

export const FLIGHT_ORDER = [
  "date_planned_start",
  "date_planned_finish",
  "date_started",
  "date_finished",
  "status",
  "distance",
  "duration",
  "callsign_used",
] as const;

const FlightPath = z.object({ id: Uuid.describe("Id of the flight.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TABLE = formatsOf("table");
const LIST = formatsOf("flight_list");
const TAG = "Flights";

export const flightRoutes = defineRoutes({
  listFlights: {
    method: "get",
    path: "/v1/flights",
    tag: TAG,
    summary: "Flights that the caller can access",
    description:
      "What the caller owns or pilots and what is public, the newest first; an administrator's list has everybody's. In GeoJSON a flight is a `MultiLineString` of its track, as an operation is, and where it has no track the region that it was planned for: `geometry_source` is `track` or `region`, and `region_radius` the radius of a `Point` or the half width of a line, metres.",
    who: "user",
    pages: true,
    formats: LIST,
    features: true,
    fileName: "flights",
    query: z.object({
      ...pageQuery(FLIGHT_ORDER, LIST),
      owner: Uuid.optional().describe("Only flights of this user."),
      aircraft: Uuid.optional().describe("Only flights of this aircraft."),
      device: Uuid.optional().describe("Only flights with this device."),
      device_sn: z.string().optional().describe("Only flights with the device of this serial number."),
      pilot: Uuid.optional().describe("Only flights of this pilot."),
      status: Status.optional().describe("Only flights in this state."),
      visibility: Visibility.optional().describe("Only flights that are public, or private."),
      date_from: Moment.or(z.iso.date())
        .optional()
        .describe("Only flights that ended, or were planned to, at or after it."),
      date_to: Moment.or(z.iso.date())
        .optional()
        .describe("Only flights that began, or were planned to, at or before it; a day counts whole."),
      date_started: Moment.optional().describe("Only flights that began at this time."),
      date_finished: Moment.optional().describe("Only flights that ended at this time."),
    }),
    replies: { 200: z.array(Flight), 400: ErrorMessages, 401: Unauthenticated },
  },
  createFlight: {
    method: "post",
    path: "/v1/flights",
    tag: TAG,
    summary: "Create a flight; or, with `via_serial_number`, create or update the flight of a device",
    description: `Without \`via_serial_number\` the body is a flight plan; an id that exists is refused.
With it, the body is what a device knows at its take-off: the planned or current flight of the device whose window
contains the present is updated, unless the take-off lies outside its region; then, and where there is none, a new one
begins. Its region is a Point whose coordinates stand in the order latitude, longitude, with a radius of 1000 m.`,
    who: "user",
    formats: TABLE,
    query: z.object({
      format: formatQuery(TABLE).format,
      via_serial_number: z.string().min(1).max(64).optional().describe("Serial number of the device."),
    }),
    body: FlightCreate,
    bodyWith: { parameter: "via_serial_number", schema: FlightUpsert },
    replies: { 200: Flight, ...failures, 403: ErrorMessages, 409: ErrorMessages },
  },
  getFlightStatistics: {
    method: "get",
    path: "/v1/flights/statistics",
    tag: TAG,
    summary: "Statistics of the caller's flights",
    description: "Of those that the caller owns or pilots; what others made public is not counted.",
    who: "user",
    replies: { 200: FlightStatistics, 401: Unauthenticated },
  },
  getFlight: {
    method: "get",
    path: "/v1/flights/{id}",
    tag: TAG,
    summary: "One flight with its plan",
    who: "user",
    params: FlightPath,
    replies: { 200: FlightDetail, ...failures },
  },
  editFlight: {
    method: "patch",
    path: "/v1/flights/{id}",
    tag: TAG,
    summary: "Edit a planned flight",
    description: "Only what is planned can be edited; what was flown with stays.",
    who: "user",
    params: FlightPath,
    body: FlightEdit,
    replies: { 200: FlightDetail, ...failures, 403: ErrorMessages, 409: ErrorMessages },
  },
  processFlight: {
    method: "post",
    path: "/v1/flights/{id}/process",
    tag: TAG,
    summary: "Work out distance, duration, end and picture of a flight",
    description:
      "Once, after telemetry and status were uploaded. Done in the background; the flight is `finished` then.",
    who: "user",
    params: FlightPath,
    replies: { 200: FlightDetail, ...failures, 403: ErrorMessages, 409: ErrorMessages },
  },
  getFlightThumbnail: {
    method: "get",
    path: "/station/v1/flights/{id}/thumbnail",
    tag: TAG,
    summary: "The picture of a flight's track, SVG",
    who: "user",
    params: FlightPath,
    bytes: "image/svg+xml",
    replies: {
      200: z.custom<Uint8Array>((value) => value instanceof Uint8Array).describe("The picture."),
      ...failures,
    },
  },
  getCurrentFlight: {
    method: "get",
    path: "/v1/devices/{serial_number}/current-flight",
    tag: TAG,
    summary: "The flight that a device is on",
    who: "user",
    params: z.object({ serial_number: z.string().min(1).max(64).describe("Serial number of the device.") }),
    replies: { 200: FlightDetail, ...failures },
  },
});
