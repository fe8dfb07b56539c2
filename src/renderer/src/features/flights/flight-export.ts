import { fileFormatsOf, type FormatOf } from "../../../../../server/contracts/formats.ts";
import type { Flight } from "../../../../../server/contracts/flights.ts";
import { openFile, routes } from "../../api/station.client.ts";
import { fileFormatOf, receiveFile } from "../../api/track.export.ts";
import type { ExportEntry } from "../exports/export.archive.ts";
import { fileNameOf } from "../exports/export-name.ts";
import { beginMs, nameOf } from "./flight-name.ts";

export const FLIGHT_FORMATS = fileFormatsOf("flight_track");
export type FlightFormat = FormatOf<"flight_track">;

/** The telemetry of a flight as a file, under a name that says whose it is and when it began. */
export function flightEntryOf(flight: Flight, format: FlightFormat): ExportEntry {
  return {
    name: fileNameOf(nameOf(flight), new Date(beginMs(flight)).toISOString()),
    endedAtMs: Date.parse(flight.date_finished ?? flight.date_planned_finish),
    async load(onProgress, signal) {
      const kind = fileFormatOf(format);
      const answer = await openFile(routes.listFlightTelemetry, kind.mediaType, { params: { id: flight.id }, signal });
      return receiveFile(answer, kind, onProgress, signal);
    },
  };
}

/** What has not been flown has no track to be saved. */
export function isFlown({ status }: Pick<Flight, "status">): boolean {
  return status !== "planned" && status !== "cancelled";
}
