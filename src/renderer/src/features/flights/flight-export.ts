import { fileFormatsOf, type FormatOf } from "../../../../../server/contracts/formats.ts";
import type { Flight } from "../../../../../server/contracts/flights.ts";
import { fileNameOf } from "../../api/file-name.ts";
import { openFile, routes } from "../../api/station.client.ts";
import { fileFormatOf, receiveFile } from "../../api/track.export.ts";
import type { ExportEntry } from "../exports/export.archive.ts";
import { beginMs, flightNameOf } from "./flight-name.ts";

export const FLIGHT_FORMATS = fileFormatsOf("flight_track");
export type FlightFormat = FormatOf<"flight_track">;

/** The telemetry of a flight as a file, named after the flight and its start. */
export function flightEntryOf(flight: Flight, format: FlightFormat): ExportEntry {
  return {
    name: fileNameOf(flightNameOf(flight), new Date(beginMs(flight)).toISOString()),
    endedAtMs: Date.parse(flight.date_finished ?? flight.date_planned_finish),
    async load(onProgress, signal) {
      const fileFormat = fileFormatOf(format);
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
