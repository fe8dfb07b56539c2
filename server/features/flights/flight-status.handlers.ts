import type { flightTelemetryRoutes } from "../../contracts/flight-telemetry.routes.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { notFound } from "./flights.failures.ts";
import { createStateRecording } from "./flight-status.recording.ts";
import {
  countStates,
  findStateTimes,
  listStatesOfDevice,
  listStatesOfFlight,
  streamStates,
} from "./flight-status.store.ts";
import { statusOf, toStatusCurvePoint, toStatusEntry } from "./flight-status.wire.ts";
import { DEPRECATED, deprecationHeaders } from "./flight-telemetry.deprecation.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { findForUpload } from "./flights.upload.ts";
import type { FlightsService } from "./flights.service.ts";
import { createStatusCurve } from "./status-curve.ts";

export type FlightStatusHandlers = Pick<
  Handlers<typeof flightTelemetryRoutes>,
  "listFlightStatusHistory" | "createFlightStatusHistory" | "listFlightStatusCurve" | "listDeviceStatusHistory"
>;

const ALL = 1_000_000_000;

/** Requests for the states that devices reported during flights. */
export function createFlightStatusHandlers(service: FlightsService, deps: FlightsDeps): FlightStatusHandlers {
  const { db, clock, tracks, decode } = deps;
  const recordStates = createStateRecording(deps);

  return {
    async listFlightStatusHistory({ params, query, principal, signal }) {
      const found = service.find(params.id, principal);
      if (found === undefined) return notFound();
      const page = { limit: query.limit ?? ALL, offset: query.offset, toEntry: toStatusEntry };
      const body = await listStatesOfFlight(db, params.id, page, signal);
      const headers = deprecationHeaders("system", { operation_id: params.id }, findStateTimes(db, params));
      return { status: 200, body, total: countStates(db, params.id), headers };
    },

    async createFlightStatusHistory({ params, upload, principal }) {
      const found = findForUpload(service, tracks, params.id, principal);
      if (found.kind === "refused") return found.reply;
      const decoded = await decode.states(upload);
      if (decoded.kind === "invalid") return failure(400, "validation_error", decoded.message);
      const other = decoded.records.findIndex(({ flight }) => flight !== params.id);
      if (other >= 0) return failure(400, "validation_error", `entry ${other + 1}: flight must be ${params.id}`);
      const nowMs = clock.now();
      const states = decoded.records.map((record) => statusOf(params.id, record, nowMs));
      await recordStates(found.flight, states);
      return { status: 200, body: states.map(toStatusEntry) };
    },

    async listFlightStatusCurve({ params, query, principal, signal }) {
      if (service.find(params.id, principal) === undefined) return notFound();
      const curve = createStatusCurve(countStates(db, params.id), query.points);
      for await (const states of streamStates(db, params.id, signal)) states.forEach(curve.add);
      return { status: 200, body: curve.points().map(toStatusCurvePoint) };
    },

    async listDeviceStatusHistory({ params, query, principal, signal }) {
      const device = deps.findDevice(params.id);
      const isVisible = device !== undefined && (principal.isAdministrator || device.owner === principal.userId);
      if (!isVisible) return failure(404, "not_found", "id: there is no such device, or you may not see it.");
      // A device that was handed over still has the flights of its former owner.
      const viewer = principal.isAdministrator ? null : principal.userId;
      const filter = { flight: query.flight ?? null, device: device.summary.id, viewer };
      const page = { limit: query.limit ?? ALL, offset: query.offset, toEntry: toStatusEntry };
      const { entries, total, times } = await listStatesOfDevice(db, filter, page, signal);
      // Without a time, the telemetry of an identifier cannot be requested: an empty list has no successor to name.
      const headers =
        times === undefined
          ? { Deprecation: DEPRECATED }
          : deprecationHeaders("system", { uas_id: device.summary.serial_number }, times);
      return { status: 200, body: entries, total, headers };
    },
  };
}
