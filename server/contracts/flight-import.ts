import { z } from "zod";
import { Datetime, Moment, Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { defineRoutes } from "./route.ts";

/** The longest file name of common file systems. */
const MAX_SOURCE_NAME_LENGTH = 255;

const Place = z.object({
  latitude: z.number().describe("Degrees north."),
  longitude: z.number().describe("Degrees east."),
});

export const ImportedFlight = z
  .object({
    id: Uuid.nullable().describe("Id of the flight; null in a preview, unless it was imported before."),
    is_known: z.boolean().describe("Whether this very file was imported before: nothing is stored twice."),
    name: z.string().nullable().describe("Name of the flight in the file."),
    points: z.int().describe("Number of points with a place."),
    date_started: Datetime.nullable().describe(
      "Time of its first point; null in a preview of a log without dates, until `started` is given.",
    ),
    date_finished: Datetime.nullable().describe("Time of its last point; null as its start is."),
    times: z
      .enum(["utc", "local", "elapsed", "none"])
      .describe(
        "What the file knows of time: `utc`; `local`, local times without a time zone; `elapsed`, since the start; or `none`. With the last two an import needs `started`.",
      ),
    serial_number: z.string().nullable().describe("Serial number as given in the file."),
    aircraft_name: z.string().nullable().describe("Aircraft as named in the file."),
    line: z
      .array(Place)
      .optional()
      .describe("Its track in a preview, to be drawn: at most 200 of its places, the first and the last among them."),
    home: Place.nullable().describe("Where the pilot, or the point to return to, was."),
  })
  .meta({ id: "ImportedFlight", description: "A flight found in a log." });
export type ImportedFlight = z.infer<typeof ImportedFlight>;

export const FlightImport = z
  .object({
    format: z
      .enum(["gpx", "kml", "csv", "tlog", "dataflash", "ulog", "dji_srt", "dji_txt"])
      .describe("What the file is, told by its content."),
    sha256: z.string().describe("SHA-256 of the file, in hexadecimal digits."),
    flights: z.array(ImportedFlight).describe("The flights that the file holds."),
    dropped: z.record(z.string(), z.int()).describe("Number of points that were left out, by the reason."),
    notes: z.array(z.string()).describe("Further notes, a sentence each."),
  })
  .meta({ id: "FlightImport", description: "What a flight log holds, and what became of it." });
export type FlightImport = z.infer<typeof FlightImport>;

export const flightImportRoutes = defineRoutes({
  importFlights: {
    method: "post",
    path: "/station/v1/flight-imports",
    tag: "Flights",
    summary: "Import a flight log, or look at what it holds",
    description:
      "GPX, KML, CSV (AirData, PhantomHelp, CsvView, gpsbabel and others), MAVLink tlog, DataFlash, ULog, DJI SRT and DJI .txt; told by the content. One file may hold several flights. A file that cannot be read is refused in one sentence, and nothing is stored. What is imported is history: its operations are `past`, however short ago they ended, and it is neither in the global overview nor on the live stream. A log that does not say when it was is refused without `started`, and one that would end ahead of the station's clock is refused in any case.",
    who: "user",
    upload: ["file"],
    query: z.object({
      preview: z
        .enum(["true", "false"])
        .default("false")
        .describe("`true` says what the file holds, and stores nothing."),
      aircraft: Uuid.optional().describe("Id of the aircraft that was flown."),
      device: Uuid.optional().describe("Id of the Remote ID device on board."),
      visibility: z
        .enum(["public", "private"])
        .optional()
        .describe("Who sees the flights; your preference `default_visibility` when omitted."),
      started: Moment.optional().describe(
        "When the flight began, for a log that has no times or only those since its start: required there, and without effect elsewhere. The flight must have ended by now.",
      ),
      source_name: z
        .string()
        .trim()
        .min(1)
        .max(MAX_SOURCE_NAME_LENGTH)
        .optional()
        .describe("Name of the file, kept with its flights; of a path the last part."),
      utc_offset: z.coerce
        .number()
        .min(-16 * 60)
        .max(16 * 60)
        .default(0)
        .describe("Zone of the clock of logs in local time, minutes east of UTC."),
    }),
    replies: {
      200: FlightImport,
      400: ErrorMessages,
      401: Unauthenticated,
      413: ErrorMessages,
      429: ErrorMessages,
      507: ErrorMessages,
    },
  },
});
