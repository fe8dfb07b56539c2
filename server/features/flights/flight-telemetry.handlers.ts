import { isMapFormat } from "../../contracts/formats.ts";
import type { flightTelemetryRoutes } from "../../contracts/flight-telemetry.routes.ts";
import { failure } from "../../kernel/failure.ts";
import { positionOf } from "../../kernel/geo.ts";
import type { Handlers } from "../../kernel/handler.ts";
import {
  DERIVABLE_MEASURES,
  derivablePoints,
  deriveMissing,
  shownSinglePoint,
  shownPoint,
  type ShownPoint,
} from "./derived-points.ts";
import { derivePage, type ReadPoints } from "./derived-page.ts";
import { notFound, operationDeleted } from "./flights.failures.ts";
import { pointWithStatusOf, toFlightPoint, toPointWithStatus } from "./flight-points.wire.ts";
import { createStateRecording, mapInSlices } from "./flight-status.recording.ts";
import { createStateFinder } from "./flight-status.store.ts";
import { createFlightStatusHandlers, type FlightStatusHandlers } from "./flight-status.handlers.ts";
import { statusWith } from "./flight-status.wire.ts";
import { deprecationHeaders } from "./flight-telemetry.deprecation.ts";
import { createTrackCurve } from "./track-curve.ts";
import { createTrackLine } from "./track-line.ts";
import { findForUpload } from "./flights.upload.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightsService } from "./flights.service.ts";

export type FlightTelemetryHandlers = Handlers<typeof flightTelemetryRoutes>;
type TrackHandlers = Omit<FlightTelemetryHandlers, keyof FlightStatusHandlers>;

const EVERYTHING = { limit: Infinity, offset: 0, isDescending: false };

export function createFlightTelemetryHandlers(service: FlightsService, deps: FlightsDeps): FlightTelemetryHandlers {
  return { ...createTrackHandlers(service, deps), ...createFlightStatusHandlers(service, deps) };
}

function createTrackHandlers(service: FlightsService, deps: FlightsDeps): TrackHandlers {
  const { db, tracks, decode } = deps;
  const recordStates = createStateRecording(deps);

  return {
    listFlightTelemetry({ params, query, representation, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { flight } = found;
      const extent = tracks.extent(flight.suboperation);
      const headers = deprecationHeaders("ua", { operation_id: flight.id }, extent);
      const window = {
        limit: query.limit ?? Infinity,
        offset: query.offset,
        isDescending: query.ordering[0]?.isDescending ?? false,
      };
      if (isMapFormat(representation)) {
        return { status: 200, headers, stream: tracks.stream(flight.suboperation, window, signal) };
      }
      const total = recordsOf(extent);
      const read: ReadPoints = (page) => (total === 0 ? [] : tracks.read(flight.suboperation, page, signal));
      const records = mapped(derivePage(read, window), toFlightPoint);
      return { status: 200, headers, total, records };
    },

    async getFlightTrackCurve({ params, query, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { suboperation } = found.flight;
      const total = recordsOf(tracks.extent(suboperation));
      const curve = createTrackCurve(total, query.points, DERIVABLE_MEASURES);
      if (total > 0) {
        for await (const points of derivablePoints(tracks.read(suboperation, EVERYTHING, signal))) {
          points.forEach(curve.add);
        }
      }
      return { status: 200, body: { total, points: curve.points().map((one) => toFlightPoint(shownPoint(one))) } };
    },

    async getFlightTrackLine({ params, query, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { suboperation } = found.flight;
      const total = recordsOf(tracks.extent(suboperation));
      const line = createTrackLine(total, query.points, positionOf);
      if (total > 0) for await (const points of tracks.readPlaces(suboperation, signal)) points.forEach(line.add);
      const places = line.points();
      const latitudes = places.map(({ latitude }) => latitude);
      const longitudes = places.map(({ longitude }) => longitude);
      return { status: 200, body: { total, latitudes, longitudes } };
    },

    async createFlightTelemetry({ params, representation, upload, principal, signal }) {
      const found = findForUpload(service, tracks, params.id, principal);
      if (found.kind === "refused") return found.reply;
      const { suboperation } = found.flight;
      const decoded = await decode.track(upload);
      if (decoded.kind === "invalid") return failure(400, "unreadable_telemetry", decoded.message);
      if (!(await tracks.record(suboperation, decoded.points.slices()))) return operationDeleted();
      if (isMapFormat(representation)) {
        return { status: 200, stream: tracks.stream(suboperation, EVERYTHING, signal) };
      }
      return { status: 200, records: mapped(deriveMissing(decoded.points.slices()), toFlightPoint) };
    },

    listFlightTelemetryWithStatus({ params, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const { flight } = found;
      const extent = tracks.extent(flight.suboperation);
      const total = recordsOf(extent);
      const stateAt = createStateFinder(db, flight.id);
      const slices = total === 0 ? [] : tracks.read(flight.suboperation, EVERYTHING, signal);
      const records = mapped(deriveMissing(slices), (one) => toPointWithStatus(one, stateAt(one.point.timeMs)));
      return { status: 200, headers: deprecationHeaders("ua", { operation_id: flight.id }, extent), total, records };
    },

    async createFlightTelemetryWithStatus({ params, upload, principal }) {
      const found = findForUpload(service, tracks, params.id, principal);
      if (found.kind === "refused") return found.reply;
      const { flight } = found;
      const decoded = await decode.pointsWithStatus(upload);
      if (decoded.kind === "invalid") return failure(400, "validation_error", decoded.message);
      const { records } = decoded;
      const isRecorded = await tracks.record(flight.suboperation, mapInSlices(records, pointWithStatusOf));
      if (!isRecorded) return operationDeleted();
      const states = records.flatMap((record) => statusWith(flight.id, record) ?? []);
      await recordStates(flight, states);
      const answers = records.map((record) =>
        toPointWithStatus(shownSinglePoint(pointWithStatusOf(record)), statusWith(flight.id, record)),
      );
      const [first] = answers;
      return { status: 200, body: decoded.isOne && first !== undefined ? first : answers };
    },
  };
}

/** A track whose operation was deleted has no extent, and is not read. */
function recordsOf(extent: ReturnType<FlightsDeps["tracks"]["extent"]>): number {
  return extent?.records ?? 0;
}

async function* mapped<T>(
  slices: AsyncIterable<readonly ShownPoint[]>,
  map: (point: ShownPoint) => T,
): AsyncGenerator<readonly T[]> {
  for await (const points of slices) yield points.map(map);
}
