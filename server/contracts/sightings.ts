import { z } from "zod";
import { Datetime, Measure, Moment, TRANSMISSION_TECHNOLOGIES, Uuid } from "./common.ts";
import { UA_IDENTIFIER_TYPES, WARNING_TYPES } from "./operations.ts";

/** Version of the protocol by which stations exchange them; `sync` of `/station/v1/info`. */
export const SYNC_VERSION = 1;
/** Most records of each kind in a request. */
export const MAX_SIGHTINGS = 1000;
/** Most hours of a track that are compared in a request. */
export const MAX_HOURS = 1000;

const known = (schema: z.ZodNumber, description: string) =>
  schema.nullable().default(null).describe(`${description} Null or omitted when unknown.`);
const metres = (what: string) => known(Measure, `${what}, metres.`);
const speed = (what: string) => known(Measure, `${what}, metres per second.`);

const observed = {
  observed_at: Moment.describe("When the receiver received it; the `timestamp` of telemetry."),
  observed_at_accuracy: known(z.number().min(0).max(1_000_000), "Accuracy of that time, seconds."),
  received_at: Moment.describe("When the station that received it took it in."),
  latitude: z.number().min(-90).max(90).describe("Degrees north, WGS84."),
  longitude: z.number().min(-180).max(180).describe("Degrees east, WGS84."),
  horizontal_accuracy: metres("Accuracy of the position (95 %)"),
} as const;

export const UaSighting = z
  .object({
    ...observed,
    rid_timestamp: Moment.nullable()
      .default(null)
      .describe("The time that the aircraft itself states. Null or omitted when unknown."),
    operational_state: z.string().min(1).max(64).describe("As in `operational_state` of telemetry."),
    altitude_msl: metres("Height above mean sea level (EGM96)"),
    altitude_msl_accuracy: metres("Its accuracy"),
    altitude_wgs84: metres("Height above the WGS84 ellipsoid"),
    altitude_wgs84_accuracy: metres("Its accuracy"),
    height_agl: metres("Height above ground"),
    height_ato: metres("Height above take-off"),
    height_accuracy: metres("Accuracy of these two heights"),
    altitude_pressure: metres("Pressure altitude"),
    altitude_pressure_accuracy: metres("Its accuracy"),
    heading: known(z.number().min(0).lt(360), "Course over ground, degrees clockwise from true north."),
    horizontal_speed: speed("Speed over ground"),
    vertical_speed: speed("Rate of climb; down is negative"),
    velocity_east: speed("Velocity to the east"),
    velocity_north: speed("Velocity to the north"),
    velocity_up: speed("Velocity upwards"),
    speed_accuracy: speed("Accuracy of the speed"),
    air_pressure: known(Measure, "Static air pressure, hPa."),
    rssi: known(z.int().min(-1000).max(1000), "Received signal strength, dBm."),
  })
  .meta({ id: "UaSighting", description: "A position of an aircraft, as a receiver received it." });
export type UaSighting = z.output<typeof UaSighting>;

export const OperatorSighting = z
  .object({
    ...observed,
    altitude_type: z
      .string()
      .min(1)
      .max(16)
      .nullable()
      .default(null)
      .describe("Reference of the height: `WGS84`, `MSL`, … Null or omitted when unknown."),
    altitude: metres("Height"),
    altitude_accuracy: metres("Its accuracy"),
    source_type: z.string().min(1).max(64).describe("`take_off`, `live_gnss`, `fixed` or `unknown`."),
  })
  .meta({ id: "OperatorSighting", description: "A position of an operator, as a receiver received it." });
export type OperatorSighting = z.output<typeof OperatorSighting>;

const text = (max: number, description: string) => z.string().min(1).max(max).describe(description);
const orNull = (max: number, description: string) => z.string().max(max).nullable().default(null).describe(description);

export const DeclaredIdentity = z
  .object({
    identifiers: z
      .array(
        z.object({
          type: z.enum(UA_IDENTIFIER_TYPES).describe("Type, as the aircraft declares it."),
          value: text(256, "The identifier."),
        }),
      )
      .max(64)
      .describe("Identifiers of the aircraft."),
    ua_type: known(z.int().min(0).max(15), "Code of the table of UA types of ASTM F3411."),
    operator_id: orNull(256, "Registration of the operator, public part only."),
    classification: orNull(64, "Region of the classification, for example `EU`."),
    classification_type: orNull(64, "Category and class within it."),
    descriptions: z
      .array(z.object({ type: text(64, "Kind of the text."), value: text(256, "The text.") }))
      .max(64)
      .default([])
      .describe("Texts that the operator declares."),
    authentication: z
      .array(
        z.object({
          type: text(64, "Kind of the signature."),
          data: text(4096, "Its bytes, base64."),
          timestamp: Moment.nullable().default(null).describe("When it was signed; null when unknown."),
        }),
      )
      .max(64)
      .default([])
      .describe("Signatures of the aircraft's messages."),
  })
  .meta({ id: "DeclaredIdentity", description: "What an aircraft has declared about itself." });

export const SightingsHead = z
  .object({
    id: Uuid.describe("Id of the suboperation; the same on every station that has it."),
    operation_id: Uuid.describe("Id of its operation on the station that received it."),
    sensor_id: text(128, "The sensor that received it."),
    transmission_technology: z.enum(TRANSMISSION_TECHNOLOGIES).describe("How it was received."),
    source_type: z.enum(["rid_receiver", "network"]).describe("As in `sources` of an operation."),
    transmitter: orNull(256, "Address of the transmitter, such as `mac:02:00:5e:00:53:01`; null where there is none."),
    declared: DeclaredIdentity,
    warnings: z
      .array(
        z.object({
          type: z.enum(WARNING_TYPES).describe("What is implausible."),
          msg: text(1000, "A sentence to show to the user."),
          distance_m: z.number().min(0).max(100_000_000).optional().describe("The largest distance, metres."),
        }),
      )
      .max(16)
      .default([])
      .describe("Warnings of the station that received it."),
    united: z
      .array(Uuid)
      .max(1000)
      .default([])
      .describe("Ids of suboperations that have become part of this one; what was sent of them is removed."),
  })
  .meta({ id: "SightingsHead", description: "What one sensor of a station received of one aircraft." });
export type SightingsHead = z.output<typeof SightingsHead>;

export const Sightings = z
  .object({
    station: z.object({ id: Uuid.describe("Id of the station.") }).describe("The station whose receivers received it."),
    suboperation: SightingsHead,
    ua: z.array(UaSighting).max(MAX_SIGHTINGS).default([]).describe("Positions of the aircraft, in any order."),
    operator: z.array(OperatorSighting).max(MAX_SIGHTINGS).default([]).describe("Positions of its operator."),
  })
  .meta({ id: "Sightings", description: "Received telemetry of one suboperation." });
export type Sightings = z.output<typeof Sightings>;

const SIGHTINGS_STATES = ["unknown", "received", "own", "deleted", "united", "other_account"] as const;
const SightingsState = z
  .enum(SIGHTINGS_STATES)
  .describe(
    "`unknown`: not here yet; `received`: here, and goes on; `own`: this station's own receivers received it; `deleted`: somebody deleted it here; `united`: part of another by now; `other_account`: another account sent it first. Only the first two take records.",
  );
export type SightingsState = z.output<typeof SightingsState>;

export const TrackHour = z
  .object({
    from: Datetime.describe("A full hour of UTC."),
    count: z.int().min(1).describe("Number of records in it, of the aircraft and its operator."),
    hash: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
      .describe(
        "First 32 digits of the SHA-256 over lines `u TIME LATITUDE LONGITUDE` for each position of the aircraft, then `o …` for those of the operator, in order of time: Unix milliseconds, and degrees × 10⁷.",
      ),
  })
  .meta({ id: "TrackHour", description: "What there is of a track in an hour." });
export type TrackHour = z.output<typeof TrackHour>;

export const SightingsReceipt = z
  .object({
    state: SightingsState,
    refused: z
      .array(
        z.object({
          observed_at: Datetime.describe("Time of the record."),
          code: z.string().describe("Short code of the reason."),
          msg: z.string().describe("A sentence about it."),
        }),
      )
      .describe("Records that were not taken; all others are on disk."),
    hours: z.array(TrackHour).describe("What there is now in every hour that the request was about."),
  })
  .meta({ id: "SightingsReceipt", description: "What became of the records." });
export type SightingsReceipt = z.output<typeof SightingsReceipt>;

export const TrackComparison = z
  .object({
    suboperation: Uuid.describe("Id of the suboperation."),
    hours: z.array(TrackHour).max(MAX_HOURS).describe("What the caller has of it, by the hour."),
  })
  .meta({ id: "TrackComparison", description: "What a station has of a track." });

export const TrackWanted = z
  .object({
    state: SightingsState,
    wanted: z
      .array(
        z.object({
          from: Datetime.describe("Begin of the first hour."),
          to: Datetime.describe("End of the last hour, which is excluded."),
        }),
      )
      .describe("What is missing here, or different, of the hours in the request."),
  })
  .meta({ id: "TrackWanted", description: "What a station wants of a track." });
export type TrackWanted = z.output<typeof TrackWanted>;

export const SyncChanges = z
  .object({
    changes: z
      .array(
        z.object({
          suboperation: z.string().describe("Id of the suboperation."),
          operation_id: z.string().describe("Id of its operation on this station."),
          sensor_id: z.string().describe("The sensor that received it."),
          station_id: z.string().describe("Id of the station whose receivers received it."),
          transmission_technology: z.string().describe("How it was received."),
          from: Datetime.describe("Time of its first record."),
          to: Datetime.describe("Time of its last record."),
          records: z.int().describe("Number of its positions of the aircraft."),
          operator_records: z.int().describe("Number of its positions of the operator."),
          is_public: z.boolean().describe("Whether everybody may read it: only that is read by other stations."),
          head: z.string().describe("Changes when something else of it does, such as what the aircraft declares."),
        }),
      )
      .describe("Suboperations with telemetry that is new or changed, each once."),
    next: z.string().describe("Cursor for `since` of the next request."),
    more: z.boolean().describe("Whether there is more already."),
  })
  .meta({ id: "SyncChanges", description: "What changed of the received telemetry." });
export type SyncChanges = z.output<typeof SyncChanges>;

export const SharedSightings = Sightings.extend({
  until: Datetime.nullable().describe("Until when these are all of the range; null when there are no more in it."),
}).meta({ id: "SharedSightings", description: "Received telemetry of one suboperation, and how far it goes." });
