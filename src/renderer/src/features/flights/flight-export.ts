import type { Flight } from "../../../../../server/contracts/flights.ts";
import { openFile, routes } from "../../api/station.client.ts";
import { FLIGHT_FILE_FORMATS, receiveFile } from "../../api/track.export.ts";
import type { ExportEntry } from "../exports/export.archive.ts";
import { fileNameOf } from "../exports/export-name.ts";
import { beginMs, nameOf } from "./flight-name.ts";

export const FLIGHT_FORMATS = ["gpx", "kml", "csv", "json"] as const;
export type FlightFormat = (typeof FLIGHT_FORMATS)[number];

/** The telemetry of a flight as a file, named after the flight and its start. */
export function flightEntryOf(flight: Flight, format: FlightFormat): ExportEntry {
  return {
    name: fileNameOf(nameOf(flight), new Date(beginMs(flight)).toISOString()),
    endedAtMs: Date.parse(flight.date_finished ?? flight.date_planned_finish),
    async load(onProgress, signal) {
      const fileFormat = FLIGHT_FILE_FORMATS[format];
      const answer = await openFile(routes.listFlightTelemetry, fileFormat.mediaType, {
        params: { id: flight.id },
        signal,
      });
      return receiveFile(answer, fileFormat, onProgress, signal);
    },
  };
}

/** A flight that was not flown has no track. */
export function isFlown({ status }: Pick<Flight, "status">): boolean {
  return status !== "planned" && status !== "cancelled";
}
