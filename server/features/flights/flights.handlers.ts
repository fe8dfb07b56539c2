import { Buffer } from "node:buffer";
import { isMapFormat } from "../../contracts/formats.ts";
import type { flightRoutes } from "../../contracts/flights.routes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { createReadCache } from "../../storage/read-cache.ts";
import { notFound, notOwner, refusal } from "./flights.failures.ts";
import { toFlightFeature } from "./flight.feature.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightProcessing } from "./flights.processing.ts";
import { monthBeginMs } from "./flights.rules.ts";
import type { FlightOutcome } from "./flights.outcome.ts";
import type { FlightsService } from "./flights.service.ts";
import { findThumbnail, listFlightPage, sumFlights } from "./flights.store.ts";
import { toFlight, toFlightDetail } from "./flights.wire.ts";

/** Pages and sums that are kept while nothing is written; a long page is not. */
const MAX_KEPT = 100;
const MAX_KEPT_PAGE = 100;

export type FlightHandlers = Handlers<typeof flightRoutes>;

export function createFlightHandlers(
  service: FlightsService,
  processing: FlightProcessing,
  deps: FlightsDeps,
): FlightHandlers {
  const { db, clock } = deps;
  const keepPage = createReadCache<ReturnType<typeof listFlightPage>>(db, MAX_KEPT);
  const keepSums = createReadCache<ReturnType<typeof sumFlights>>(db, MAX_KEPT);

  function readSums(userId: string, monthMs: number) {
    return keepSums(JSON.stringify([userId, monthMs]), () => sumFlights(db, userId, monthMs));
  }

  function flightReply(outcome: FlightOutcome) {
    return outcome.kind === "saved" ? { status: 200 as const, body: toFlight(outcome.flight, deps) } : refusal(outcome);
  }

  return {
    listFlights({ query, representation, principal, signal }) {
      const filter = {
        viewer: principal.isAdministrator ? null : principal.userId,
        owner: query.owner ?? null,
        aircraft: query.aircraft ?? null,
        device: query.device ?? null,
        deviceSerial: query.device_sn ?? null,
        pilot: query.pilot ?? null,
        status: query.status ?? null,
        visibility: query.visibility ?? null,
        fromMs: query.date_from === undefined ? null : Date.parse(query.date_from),
        toMs: query.date_to === undefined ? null : endOf(query.date_to),
        startedMs: query.date_started === undefined ? null : Date.parse(query.date_started),
        finishedMs: query.date_finished === undefined ? null : Date.parse(query.date_finished),
      };
      const read = () => listFlightPage(db, filter, query);
      const { flights, total } = query.limit > MAX_KEPT_PAGE ? read() : keepPage(JSON.stringify([filter, query]), read);
      return isMapFormat(representation)
        ? { status: 200, features: flights.map((flight) => toFlightFeature(flight, deps, signal)), total }
        : { status: 200, body: flights.map((flight) => toFlight(flight, deps)), total };
    },

    async createFlight({ query, body, principal }) {
      const { via_serial_number: serialNumber } = query;
      // The contract parsed the body depending on the query: a planned flight has a region, a report of a device has
      // none.
      if ("region" in body) return flightReply(service.create(body, principal));
      const outcome = await service.upsert(serialNumber ?? "", body, principal);
      return outcome.kind === "missing"
        ? failure(404, "not_found", "via_serial_number: you have no such device.")
        : flightReply(outcome);
    },

    getFlightStatistics({ principal }) {
      const { monthS, ...sums } = readSums(principal.userId, monthBeginMs(clock.now()));
      return {
        status: 200,
        body: {
          ...sums,
          flight_hours_this_month: Math.floor(monthS / 3600),
          flight_hours_monthly_allowance: 0,
          flight_hours_monthly_additional_allowance: 0,
        },
      };
    },

    getFlight({ params, principal }) {
      const found = service.find(params.id, principal);
      return found === undefined ? notFound() : { status: 200, body: toFlightDetail(found.flight, deps) };
    },

    editFlight({ params, body, principal }) {
      const outcome = service.edit(params.id, body, principal);
      return outcome.kind === "saved" ? { status: 200, body: toFlightDetail(outcome.flight, deps) } : refusal(outcome);
    },

    processFlight({ params, principal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      if (!found.isEditable) return notOwner();
      const outcome = processing.request(found.flight);
      switch (outcome.kind) {
        case "requested":
          return { status: 200, body: toFlightDetail(outcome.flight, deps) };
        case "already_requested":
          return failure(409, "processed_before", "id: the flight has already been processed.");
        case "no_telemetry":
          return failure(409, "no_telemetry", "id: the flight has no telemetry yet.");
      }
    },

    getFlightThumbnail({ params, principal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const svg = findThumbnail(db, params.id);
      if (svg === undefined) return failure(404, "no_thumbnail", "id: the flight has not been processed yet.");
      return { status: 200, body: Buffer.from(svg) };
    },

    getCurrentFlight({ params, principal }) {
      const flight = service.findCurrent(params.serial_number, principal);
      return flight === undefined
        ? failure(404, "not_found", "serial_number: the device has no current flight, or you may not see it.")
        : { status: 200, body: toFlightDetail(flight, deps) };
    },
  };
}

/** The end of the range: a date without a time includes the whole day. */
function endOf(time: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(time) ? Date.parse(time) + DAY_MS - 1 : Date.parse(time);
}
