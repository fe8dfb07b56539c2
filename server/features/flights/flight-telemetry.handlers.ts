import type { flightTelemetryRoutes } from "../../contracts/flight-telemetry.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { notFound, notOwner } from "./failures.ts";
import { pointWithStatusOf, toFlightPoint, toPointWithStatus } from "./flight-points.wire.ts";
import {
  countStates,
  createStateFinder,
  listStates,
  saveStates,
  type StatusFilter,
  type StatusModel,
  streamStates,
} from "./flight-status.store.ts";
import { statusOf, statusWith, toStatusCurvePoint, toStatusEntry, toSystemPoint } from "./flight-status.wire.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightsService } from "./flights.service.ts";
import { createStatusCurve } from "./status-curve.ts";

export type FlightTelemetryHandlers = Handlers<typeof flightTelemetryRoutes>;

/** When the telemetry of flights under /v1 was superseded by that of the airspace (RFC 9745), 2025-02-01. */
const DEPRECATED = "@1738368000";
const ALL = 1_000_000_000;
const EVERYTHING = { limit: Infinity, offset: 0, isDescending: false };
const STEP = 200;

export function createFlightTelemetryHandlers(service: FlightsService, deps: FlightsDeps): FlightTelemetryHandlers {
  const { db, clock, tracks, decode } = deps;

  /** A flight that the caller may change, or why not. */
  function editable(id: string, principal: Principal) {
    const found = service.find(id, principal);
    if (found === undefined) return { kind: "refused", reply: notFound() } as const;
    return found.isEditable
      ? ({ kind: "flight", flight: found.flight } as const)
      : ({ kind: "refused", reply: notOwner() } as const);
  }

  /** Names the request of the airspace API that has the same, with the times of the flight. */
  function successor(flight: FlightModel, record: "ua" | "system"): Readonly<Record<string, string>> {
    const extent = tracks.extent(flight.suboperation);
    const query = new URLSearchParams({ operation_id: flight.id });
    if (extent !== undefined) {
      query.set("from", isoFromMs(extent.firstMs));
      query.set("to", isoFromMs(extent.lastMs));
    }
    const link = `</v2/airspace/telemetry/${record}?${query}>; rel="successor-version"`;
    return { Deprecation: DEPRECATED, Link: link };
  }

  async function* mapped<T>(
    slices: AsyncIterable<readonly UaPoint[]>,
    map: (point: UaPoint) => T,
  ): AsyncGenerator<readonly T[]> {
    for await (const points of slices) yield points.map(map);
  }

  /** As the flight has them, and as the airspace does: a record of the system on board each. */
  async function keepStates({ suboperation }: FlightModel, states: readonly StatusModel[]): Promise<void> {
    for (const step of inSteps(states, (state) => state)) {
      saveStates(db, step);
      await tracks.recordStates(suboperation, step.map(toSystemPoint));
    }
  }

  function statesReply(filter: StatusFilter, query: { readonly limit?: number | undefined; readonly offset: number }) {
    const { states, total } = listStates(db, filter, { limit: query.limit ?? ALL, offset: query.offset });
    return { status: 200 as const, body: states.map(toStatusEntry), total };
  }

  return {
    listFlightTelemetry({ params, query, representation, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { flight } = found;
      const headers = successor(flight, "ua");
      const window = {
        limit: query.limit ?? Infinity,
        offset: query.offset,
        isDescending: query.ordering[0]?.isDescending ?? false,
      };
      if (representation === "gpx" || representation === "kml") {
        return { status: 200, headers, stream: tracks.stream(flight.suboperation, window, signal) };
      }
      // What was removed from the airspace has no extent, and is not read.
      const total = tracks.extent(flight.suboperation)?.records ?? 0;
      if (total === 0) return { status: 200, headers, total, records: packed([], toFlightPoint) };
      const records = mapped(tracks.read(flight.suboperation, window, signal), toFlightPoint);
      return { status: 200, headers, total, records };
    },

    async createFlightTelemetry({ params, representation, upload, principal, signal }) {
      const found = editable(params.id, principal);
      if (found.kind === "refused") return found.reply;
      const { suboperation } = found.flight;
      const decoded = await decode.track(upload);
      if (decoded.kind === "invalid") return failure(400, "unreadable_telemetry", decoded.message);
      await tracks.record(suboperation, decoded.points.slices());
      if (representation === "gpx" || representation === "kml") {
        return { status: 200, stream: tracks.stream(suboperation, EVERYTHING, signal) };
      }
      return { status: 200, records: packed(decoded.points.slices(), toFlightPoint) };
    },

    listFlightTelemetryWithStatus({ params, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { flight } = found;
      const stateAt = createStateFinder(db, flight.id);
      const records = mapped(tracks.read(flight.suboperation, EVERYTHING, signal), (point) =>
        toPointWithStatus(point, stateAt(point.timeMs)),
      );
      return { status: 200, headers: successor(flight, "ua"), records };
    },

    async createFlightTelemetryWithStatus({ params, upload, principal }) {
      const found = editable(params.id, principal);
      if (found.kind === "refused") return found.reply;
      const { flight } = found;
      const decoded = await decode.pointsWithStatus(upload);
      if (decoded.kind === "invalid") return failure(400, "validation_error", decoded.message);
      const { records } = decoded;
      await tracks.record(flight.suboperation, inSteps(records, pointWithStatusOf));
      const states = records.flatMap((record) => statusWith(flight.id, record) ?? []);
      await keepStates(flight, states);
      const answers = records.map((record) =>
        toPointWithStatus(pointWithStatusOf(record), statusWith(flight.id, record)),
      );
      const [first] = answers;
      return { status: 200, body: decoded.isOne && first !== undefined ? first : answers };
    },

    listFlightStatusHistory({ params, query, principal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const reply = statesReply({ flight: params.id, device: null }, query);
      return { ...reply, headers: successor(found.flight, "system") };
    },

    async createFlightStatusHistory({ params, upload, principal }) {
      const found = editable(params.id, principal);
      if (found.kind === "refused") return found.reply;
      const decoded = await decode.states(upload);
      if (decoded.kind === "invalid") return failure(400, "validation_error", decoded.message);
      const other = decoded.records.findIndex(({ flight }) => flight !== params.id);
      if (other >= 0) return failure(400, "validation_error", `entry ${other + 1}: flight must be ${params.id}`);
      const nowMs = clock.now();
      const states = decoded.records.map((record) => statusOf(params.id, record, nowMs));
      await keepStates(found.flight, states);
      return { status: 200, body: states.map(toStatusEntry) };
    },

    async listFlightStatusCurve({ params, query, principal, signal }) {
      if (service.find(params.id, principal) === undefined) return notFound();
      const curve = createStatusCurve(countStates(db, params.id), query.points);
      for await (const states of streamStates(db, params.id, signal)) states.forEach(curve.add);
      return { status: 200, body: curve.points().map(toStatusCurvePoint) };
    },

    listDeviceStatusHistory({ params, query, principal }) {
      const device = deps.findDevice(params.id);
      const isVisible = device !== undefined && (principal.isAdministrator || device.owner === principal.userId);
      if (!isVisible) return failure(404, "not_found", "id: there is no such device, or you may not see it.");
      const reply = statesReply({ flight: query.flight ?? null, device: params.id }, query);
      const successorLink = `</v2/airspace/telemetry/system?uas_id=${encodeURIComponent(device.summary.serial_number)}>; rel="successor-version"`;
      return { ...reply, headers: { Deprecation: DEPRECATED, Link: successorLink } };
    },
  };
}

async function* packed<T>(
  slices: Iterable<readonly UaPoint[]>,
  map: (point: UaPoint) => T,
): AsyncGenerator<readonly T[]> {
  for (const points of slices) yield points.map(map);
}

function* inSteps<T, R>(all: readonly T[], map: (one: T) => R): Generator<readonly R[]> {
  for (let from = 0; from < all.length; from += STEP) yield all.slice(from, from + STEP).map(map);
}
