import { z } from "zod";
import { Datetime, Measure, Moment, Uuid } from "./common.ts";

const nullable = (description: string) => Measure.nullable().describe(description);
const accuracy = (description: string) => Measure.min(0).nullable().describe(description);
const Latitude = z.number().min(-90).max(90).describe("Degrees north.");
const Longitude = z.number().min(-180).max(180).describe("Degrees east.");

const DerivedField = z.enum(["velocity", "vertical_velocity", "geo_altitude"]);
export type DerivedField = z.infer<typeof DerivedField>;

const Derived = z
  .array(DerivedField)
  .optional()
  .describe(
    "Which fields are not as recorded but derived: `velocity` (`x` and `y`, in part or as a whole) from the positions of the track and `vertical_velocity` (`z`) from its heights, null where these do not tell; `geo_altitude` from the recorded height above mean sea level (EGM96). Absent where none is.",
  );

export const FlightPoint = z
  .object({
    time: Datetime.describe("When it was captured on the drone."),
    location: z.object({ lat: Latitude, lon: Longitude }).describe("Position."),
    velocity: z
      .object({
        x: nullable("Metres per second to the east; null when unknown."),
        y: nullable("Metres per second to the north; null when unknown."),
        z: nullable("Metres per second upwards; null when unknown."),
      })
      .describe("Velocity."),
    altitude: nullable("Height in the standard atmosphere (pressure altitude), metres."),
    geo_altitude: nullable("Height above the WGS84 ellipsoid, metres."),
    vertical_accuracy: accuracy("Vertical accuracy, metres."),
    horizontal_accuracy: accuracy("Horizontal accuracy, metres."),
    speed_accuracy: accuracy("Accuracy of the speed, metres per second."),
    height: nullable("Height above the take-off, metres."),
    pressure: nullable("Air pressure, hPa."),
    derived: Derived,
  })
  .meta({ id: "FlightPoint", description: "A point of a flight's telemetry." });
export type FlightPoint = z.infer<typeof FlightPoint>;

export const TrackCurve = z
  .object({
    total: z.int().min(0).describe("How many points the telemetry has."),
    points: z.array(FlightPoint).describe("All of them, or at most as many as were asked for, in the order of time."),
  })
  .meta({ id: "TrackCurve", description: "The telemetry of a flight, as far as a chart and a map show it." });
export type TrackCurve = z.infer<typeof TrackCurve>;

export const TrackLine = z
  .object({
    total: z.int().min(0).describe("How many points the telemetry has."),
    latitudes: z.array(Latitude).describe("Of the points of the line, in the order of time: degrees north."),
    longitudes: z.array(Longitude).describe("Of the same points: degrees east."),
  })
  .meta({ id: "TrackLine", description: "Where a flight was flown, as far as a map shows it." });
export type TrackLine = z.infer<typeof TrackLine>;

/** A point in an upload: nullable fields may be omitted, and times may have any offset. */
export const FlightPointInput = FlightPoint.partial({
  altitude: true,
  geo_altitude: true,
  vertical_accuracy: true,
  horizontal_accuracy: true,
  speed_accuracy: true,
  height: true,
  pressure: true,
})
  .extend({
    time: Moment.describe("When it was captured on the drone, with offset."),
    velocity: z
      .object({
        x: nullable("Metres per second to the east; required unless `derived` names `velocity`.").optional(),
        y: nullable("Metres per second to the north; required unless `derived` names `velocity`.").optional(),
        z: nullable("Metres per second upwards; required unless `derived` names `vertical_velocity`.").optional(),
      })
      .describe("Velocity."),
    derived: z
      .union([z.array(z.string()), z.string()])
      .optional()
      .describe("As in a response, in a table with semicolons: lets a downloaded track be uploaded again."),
  })
  .superRefine(({ velocity, derived = [] }, context) => {
    for (const axis of ["x", "y", "z"] as const) {
      const mayBeUnknown = derived.includes(axis === "z" ? "vertical_velocity" : "velocity");
      if (mayBeUnknown || typeof velocity[axis] === "number") continue;
      const message = velocity[axis] === null ? "must be a number" : "is required";
      context.addIssue({ code: "custom", path: ["velocity", axis], message, input: velocity[axis] });
    }
  });
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
    mode: z.string().nullable().optional().describe("Flight mode, of an autopilot that was logged live; else absent."),
    battery_percent: z
      .int()
      .nullable()
      .optional()
      .describe("Charge left, percent, of an autopilot that was logged live; else absent."),
    link_percent: z
      .int()
      .nullable()
      .optional()
      .describe("Percent of an autopilot's messages that arrived in the 5 seconds before; else absent."),
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
    derived: Derived,
  })
  .meta({ id: "FlightPointWithStatus", description: "A telemetry point of a flight with the state of the device." });
export type FlightPointWithStatus = z.infer<typeof FlightPointWithStatus>;

const required = (description: string) => Measure.describe(description);

export const FlightPointWithStatusInput = FlightPointWithStatus.omit({ derived: true })
  .extend({
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
export type FlightPointWithStatusInput = z.output<typeof FlightPointWithStatusInput>;
