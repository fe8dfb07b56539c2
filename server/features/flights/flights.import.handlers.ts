import type { flightImportRoutes } from "../../contracts/flight-import.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { FlightImporter } from "./flights.import.ts";

export type FlightImportHandlers = Handlers<typeof flightImportRoutes>;

export function createFlightImportHandlers(importFlights: FlightImporter): FlightImportHandlers {
  return {
    async importFlights({ query, upload, principal, signal }) {
      const outcome = await importFlights(
        upload.chunks,
        {
          isPreview: query.preview === "true",
          aircraft: query.aircraft ?? null,
          device: query.device ?? null,
          visibility: query.visibility ?? null,
          startMs: query.started === undefined ? null : Date.parse(query.started),
          sourceName: query.source_name ?? null,
          utcOffsetMinutes: query.utc_offset,
        },
        principal,
        signal,
      );
      if (outcome.kind === "read") return { status: 200, body: outcome.summary };
      return outcome.field === null
        ? failure(400, "unreadable_log", outcome.msg)
        : failure(400, "validation_error", `${outcome.field}: ${outcome.msg}`);
    },
  };
}
