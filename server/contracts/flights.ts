import { z } from "zod";
import { AircraftSummary } from "./aircraft.ts";
import { Datetime, Moment, Uuid } from "./common.ts";
import { DeviceSummary } from "./devices.ts";
import { Region } from "./region.ts";

export const FlightId = Uuid.brand("FlightId");
export type FlightId = z.infer<typeof FlightId>;

export const FLIGHT_STATUSES = [
  "planned",
  "current",
  "inactive",
  "uploading",
  "processing",
  "error",
  "finished",
  "cancelled",
] as const;
export type FlightStatus = (typeof FLIGHT_STATUSES)[number];

/** Planned duration of a flight where none is given. */
export const DEFAULT_FLIGHT_MS = 30 * 60_000;

export const Status = z.enum(FLIGHT_STATUSES).describe("State of the flight.");
const ClosingFlag = z
  .enum(["nominal", "corrupted", "timeouted", "expired", "replaced"])
  .describe("How the flight was closed.");
export const Visibility = z.enum(["public", "private"]).describe("Who sees the flight.");
const OperationMode = z.enum(["vlos", "bvlos"]).describe("Within or beyond visual line of sight.");
const OperationCategory = z.enum(["open", "specific", "certified"]).describe("Category of operation (EU 2019/947).");
const Source = z.enum(["direct-source", "flight-store"]).describe("Where the flight's data comes from.");
const ColorTag = z
  .string()
  .max(25)
  .regex(/^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/, "must be a colour such as #ff8800")
  .nullable()
  .describe("Colour it is marked with, `#rgb` or `#rrggbb`.");
const Callsign = z.string().max(20).nullable().describe("Call sign, at most 20 characters.");

/** Makes a schema nullable, and keeps its description. */
function orNull<S extends z.ZodType>(schema: S) {
  return schema.nullable().describe(schema.description ?? "");
}

const ImportNote = z
  .object({
    source_name: z.string().nullable().describe("Name of the file; null where the import did not name it."),
    declared_aircraft: z.string().nullable().describe("Aircraft that the log declares, by its name or serial number."),
    name: z.string().optional().describe("Name of the flight in the log; absent where it has none."),
  })
  .meta({ id: "ImportNote", description: "Where an imported flight comes from." });

const TakeOffPlace = z.object({
  location: z
    .object({
      lat: z.number().describe("Degrees north."),
      lon: z.number().describe("Degrees east."),
    })
    .describe("Where it takes off."),
});

export const Flight = z
  .object({
    id: Uuid.describe("Id of the flight, and of its operation in the airspace API."),
    date_planned_start: Datetime.describe("Planned begin."),
    date_planned_finish: Datetime.describe("Planned end."),
    date_started: Datetime.nullable().describe("Begin; null before it."),
    date_finished: Datetime.nullable().describe("End; null until it is known."),
    status: Status,
    closing_flag: orNull(ClosingFlag),
    distance: z.number().nullable().describe("Distance flown over ground, metres; null until it was processed."),
    duration: z.int().nullable().describe("Time in the air, seconds; null until it was processed."),
    visibility: Visibility,
    aircraft: AircraftSummary.nullable().describe("What was flown."),
    device: DeviceSummary.nullable().describe("The Remote ID device on board."),
    source: Source,
    color_tag_used: ColorTag,
    callsign_used: Callsign,
    take_off: TakeOffPlace.optional().describe("Where it took off, or is planned to."),
    import_note: ImportNote.optional().describe(
      "What is known of the log that it was imported from; absent where that is nothing.",
    ),
  })
  .meta({ id: "Flight", description: "A flight of an account." });
export type Flight = z.infer<typeof Flight>;

export const FlightDetail = Flight.extend({
  region: Region,
  max_flight_altitude: z
    .number()
    .nullable()
    .describe(
      "Greatest height planned, metres above mean sea level (EGM96). Of an imported flight the greatest height flown; null where its log does not tell.",
    ),
  max_height: z.number().nullable().describe("Greatest height above the take-off, for a fence, metres."),
  lower_altitude: z.number().nullable().describe("Lowest height planned, metres."),
  take_off: TakeOffPlace.extend({
    pressure: z.number().nullable().describe("Air pressure there, hPa."),
    pressure_altitude: z.number().nullable().describe("Height in the standard atmosphere there, metres."),
    altitude: z.number().nullable().describe("Height of the ground above sea level there, metres."),
  }).describe("The take-off."),
  pilot: z
    .object({
      id: Uuid.describe("Id of the user."),
      full_name: z.string().nullable().describe("Name."),
      uas_operator_id: z.string().nullable().describe("Registration number of the UAS operator."),
    })
    .nullable()
    .describe("Who flies."),
  operation_mode: orNull(OperationMode),
  operation_category: orNull(OperationCategory),
}).meta({ id: "FlightDetail", description: "A flight with its plan." });
export type FlightDetail = z.infer<typeof FlightDetail>;

const CeilingM = z.number().describe("Greatest height planned, metres above mean sea level (EGM96).");
const MaxHeightM = z.number().min(0).nullable().describe("Greatest height above the take-off, metres, 0 or more.");
const LowerAltitudeM = z.number().min(0).describe("Lowest height planned, metres, 0 or more.");
const Latitude = z.number().min(-90).max(90).describe("Take-off, degrees north.");
const Longitude = z.number().min(-180).max(180).describe("Take-off, degrees east.");

export const FlightCreate = z
  .object({
    id: Uuid.optional().describe("Id to give it; a new one when omitted."),
    date_planned_start: Moment.describe("Planned begin, with its offset."),
    date_planned_finish: Moment.describe("Planned end, not before its start."),
    date_started: Moment.nullish().describe("Begin, for a flight that was flown already."),
    date_finished: Moment.nullish().describe("End, for a flight that was flown already."),
    visibility: Visibility.optional().describe("Who sees it; the preference `default_visibility` when omitted."),
    region: Region,
    max_flight_altitude: CeilingM,
    lower_altitude: LowerAltitudeM.optional(),
    takeoff_latitude: Latitude,
    takeoff_longitude: Longitude,
    max_height: MaxHeightM.optional(),
    status: Status.default("planned").describe("State; `planned` when omitted."),
    device: Uuid.nullish().describe("Id of the Remote ID device on board."),
    pilot: Uuid.optional().describe("Id of the user who flies; the caller when omitted."),
    aircraft: Uuid.nullish().describe("Id of what is flown."),
    operation_mode: OperationMode.optional(),
    operation_category: OperationCategory.optional(),
    source: Source.default("direct-source").describe("Where its data comes from; `direct-source` when omitted."),
    color_tag_used: ColorTag.optional(),
    callsign_used: Callsign.optional(),
    organization_id: z
      .string()
      .min(1)
      .nullish()
      .describe("Organization it is flown for; the device and the aircraft must be its own."),
  })
  .meta({ id: "FlightCreate", description: "A new flight." });
export type FlightCreate = z.output<typeof FlightCreate>;

export const FlightUpsert = z
  .object({
    takeoff_latitude: Latitude,
    takeoff_longitude: Longitude,
    takeoff_altitude: z.number().nullish().describe("Height of the ground at the take-off, metres above sea level."),
    takeoff_pressure: z.number().min(0).nullish().describe("Air pressure at the take-off, hPa."),
    date_started: Moment.nullish().describe("Begin; now when omitted or null."),
    date_finished: Moment.nullish().describe("Planned end; 30 minutes after the start when omitted or null."),
    status: Status.optional().describe("State of a new flight; `current` when omitted."),
  })
  .meta({ id: "FlightUpsert", description: "What a device knows when it takes off." });
export type FlightUpsert = z.output<typeof FlightUpsert>;

export const FlightEdit = z
  .object({
    status: orNull(Status),
    closing_flag: orNull(ClosingFlag),
    region: orNull(Region),
    visibility: orNull(Visibility),
    takeoff_latitude: orNull(Latitude),
    takeoff_longitude: orNull(Longitude),
    max_flight_altitude: CeilingM,
    max_height: MaxHeightM,
    lower_altitude: LowerAltitudeM,
  })
  .partial()
  .meta({
    id: "FlightEdit",
    description:
      "What to change of a planned flight; what is not given, or null, stays. Null of `max_height` takes it away.",
  });
export type FlightEdit = z.output<typeof FlightEdit>;

export const FlightStatistics = z
  .object({
    total_flights: z.int().describe("Number of flights."),
    total_distance: z.number().describe("Total distance flown, metres."),
    total_duration: z.number().describe("Total time in the air, seconds."),
    count_planned: z.int().describe("Number of flights that are planned."),
    count_current: z.int().describe("Number of flights that are going on."),
    count_past: z.int().describe("Number of flights that are over."),
    flight_hours_this_month: z.int().describe("Flight hours of this month, whole hours of 3600 seconds."),
    flight_hours_monthly_allowance: z.int().describe("Maximum flight hours in a month, hours of 3600 seconds."),
    flight_hours_monthly_additional_allowance: z.int().describe("Flight hours bought beside, hours of 3600 seconds."),
  })
  .meta({
    id: "FlightStatistics",
    description: "Statistics of the caller's flights. A station limits no flight hours: 0.",
  });
export type FlightStatistics = z.infer<typeof FlightStatistics>;
