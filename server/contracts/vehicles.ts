import { z } from "zod";
import { Datetime, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** Settings of a source: the stream of the operator's own autopilot. */
export const MavlinkVehicleSettings = z.object({
  kind: z.literal("mavlink_vehicle").describe("The stream of the operator's own autopilot, logged as flights."),
  url: z
    .string()
    .trim()
    .min(1)
    .max(1024)
    .describe(
      "`udp://0.0.0.0:14550` listens, `tcp://host:5760` connects; anything else is a serial port, for example `/dev/ttyUSB0` or `COM3`.",
    ),
  baud_rate: z.int().min(300).max(4_000_000).default(57600).describe("Bits per second of a serial port."),
  aircraft: Uuid.nullish().describe(
    "Id of an aircraft of the person who added the source, to which its flights belong; by default that of the device, else that person's default.",
  ),
  device: Uuid.nullish().describe("Id of a device of the person who added the source that is on board, if any."),
  send_heartbeat: z
    .boolean()
    .default(false)
    .describe(
      "Sends the heartbeat of a ground station once a second, without which some links stay silent; nothing else is ever sent.",
    ),
  keep_tlog: z
    .boolean()
    .default(false)
    .describe("Keeps what the autopilot sends in each flight as a telemetry log (tlog)."),
});

/** A vehicle whose autopilot a `mavlink_vehicle` source receives. */
export const SourceVehicle = z
  .object({
    system_id: z.int().min(0).max(255).describe("MAVLink system id, which tells the vehicles of a stream apart."),
    type: z
      .enum(["plane", "copter", "helicopter", "vtol", "other"])
      .nullable()
      .describe("As reported by its autopilot; null before its first heartbeat."),
    autopilot: z
      .enum(["ardupilot", "px4", "other"])
      .nullable()
      .describe("Its firmware; null before its first heartbeat."),
    link: z.enum(["up", "lost"]).describe("`up`: a heartbeat arrived within the last 5 seconds."),
    link_percent: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe("Percent of its messages that arrived in the last 5 seconds, by their numbers; null when not known."),
    armed: z.boolean().nullable().describe("Whether its motors may turn; null while the link is lost."),
    mode: z.string().nullable().describe("Flight mode as its firmware calls it; null when not known."),
    battery: z.number().nullable().describe("Battery, volts; null when it was not reported in the last 10 seconds."),
    battery_percent: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .describe("Charge left, percent, as the autopilot estimates it."),
    satellites: z.int().nullable().describe("Number of satellites its receiver sees."),
    last_heartbeat_at: Datetime.nullable().describe("When its last heartbeat arrived; null before the first one."),
    flight_id: Uuid.nullable().describe(
      "Id of the flight that is being logged; null when none is, and for callers who do not administer the station.",
    ),
    waits_for_position: z.boolean().describe("Whether it is armed and a flight begins with its first position."),
  })
  .meta({ id: "SourceVehicle", description: "A vehicle whose autopilot a source receives." });
export type SourceVehicle = z.infer<typeof SourceVehicle>;

export const SourceVehicles = z
  .array(SourceVehicle)
  .describe("The vehicles that a `mavlink_vehicle` source receives; absent for other sources.");

/** What is kept of a flight besides its track and its states. */
export const FlightFiles = z
  .object({
    tlog_bytes: z
      .int()
      .nullable()
      .describe("Size of its telemetry log (tlog) in bytes; null where none was kept, or the caller may not have it."),
  })
  .meta({ id: "FlightFiles", description: "What is kept of a flight besides its track and its states." });
export type FlightFiles = z.infer<typeof FlightFiles>;

export const vehicleRoutes = defineRoutes({
  getFlightFiles: {
    method: "get",
    path: "/station/v1/flights/{id}/files",
    tag: "Flights",
    summary: "What is kept of a flight besides its track and its states",
    description: "For a flight that the caller may not change, and one that does not exist, nothing is.",
    who: "user",
    params: z.object({ id: Uuid.describe("Id of the flight.") }),
    replies: { 200: FlightFiles, 400: ErrorMessages, 401: Unauthenticated },
  },
  getFlightTlog: {
    method: "get",
    path: "/station/v1/flights/{id}/tlog",
    tag: "Flights",
    summary: "The telemetry log (tlog) of a flight that was logged live",
    description:
      "Every message of the autopilot from arming to disarming, where the source has `keep_tlog`; of a flight that is flown, as far as it goes. For those who may change the flight.",
    who: "user",
    params: z.object({ id: Uuid.describe("Id of the flight.") }),
    bytes: "application/octet-stream",
    fileName: "flight",
    replies: {
      200: z
        .custom<AsyncGenerator<Uint8Array, void, undefined>>((value) => typeof value === "object" && value !== null)
        .describe("Frames of MAVLink, each after its time."),
      400: ErrorMessages,
      401: Unauthenticated,
      404: ErrorMessages,
    },
  },
});
