import type { Principal } from "../../kernel/principal.ts";
import { createFlightTelemetryHandlers, type FlightTelemetryHandlers } from "./flight-telemetry.handlers.ts";
import { createFlightCopies, type FlightCopies } from "./flights.copy.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { createFlightHandlers, type FlightHandlers } from "./flights.handlers.ts";
import { createFlightProcessing, type FlightProcessing } from "./flights.processing.ts";
import { createFlightImportHandlers, type FlightImportHandlers } from "./flights.import.handlers.ts";
import { createFlightImporter, type FlightImporter } from "./flights.import.ts";
import { createFlightLogging, type FlightLogging } from "./flights.live.ts";
import { createFlightsService, type FlightsService } from "./flights.service.ts";
import { listFlightNames } from "./flights.store.ts";

export { findStateTimes } from "./flight-status.store.ts";
export { createFlightsPurge } from "./flights.purge.ts";
export type { FlightsDeps, FlightTracks } from "./flights.deps.ts";
export { pointOf } from "./flight-points.wire.ts";
export type { FlightCopies } from "./flights.copy.ts";

export type FlightsFeature = {
  readonly handlers: FlightHandlers & FlightTelemetryHandlers & FlightImportHandlers;
  readonly processing: FlightProcessing;
  readonly importFlights: FlightImporter;
  /** Flights as they are exchanged with peers. */
  readonly copies: FlightCopies;
  /** Flights that the station itself logs while they are flown. */
  readonly logging: FlightLogging;
  /** Reasons why a flight of a device in that time may not be possible. */
  readonly listIssues: FlightsService["listIssues"];
  /** Names of the newest flights that a caller can see. */
  readonly listNames: (caller: Pick<Principal, "userId" | "isAdministrator">) => ReturnType<typeof listFlightNames>;
};

/** Flights of accounts: planned, flown or imported from logs. */
export function createFlights(deps: FlightsDeps): FlightsFeature {
  const service = createFlightsService(deps);
  const processing = createFlightProcessing(deps);
  const importFlights = createFlightImporter(deps, processing);
  return {
    handlers: {
      ...createFlightHandlers(service, processing, deps),
      ...createFlightTelemetryHandlers(service, deps),
      ...createFlightImportHandlers(importFlights),
    },
    processing,
    importFlights,
    copies: createFlightCopies(deps),
    logging: createFlightLogging(deps, processing),
    listIssues: service.listIssues,
    listNames: (caller) => listFlightNames(deps.db, caller.isAdministrator ? null : caller.userId),
  };
}
