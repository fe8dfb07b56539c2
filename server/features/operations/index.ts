import type { operationRoutes } from "../../contracts/operations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { OperationAccessRules } from "./operations.access.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import type { FusionState } from "./fusion-state.model.ts";
import { createFusionState } from "./fusion-state.ts";
import type { OperationsDeps } from "./operations.deps.ts";
import { createOperationHandlers } from "./operations.handlers.ts";
import type { FlightSuboperations } from "./operations.flights.ts";
import { createFlightSuboperations } from "./operations.flights.ts";
import type { SeenMarks } from "./operations.seen.ts";
import { createSeenMarks } from "./operations.seen.ts";
import type { OperationsService } from "./operations.service.ts";
import { createOperationsService } from "./operations.service.ts";
import { createFusionStateStore } from "./operations.store.ts";
import { createOperationTracks } from "./operations.tracks.ts";

export type { FusionState } from "./fusion-state.model.ts";
export type { AddedRecords } from "./pending-writes.ts";
export type { SuboperationRef, LastTelemetry, OperationsDeps } from "./operations.deps.ts";
export type { FlightSuboperations } from "./operations.flights.ts";
export { createFusionControl } from "./fusion-edits.control.ts";
export { createOperationControl } from "./operations.control.ts";
export { isImported } from "./operations.model.ts";
export type { OperationModel, SuboperationModel } from "./operations.model.ts";
export { createOperationPurge } from "./operations.purge.ts";
export { toOperation } from "./operations.wire.ts";

export type OperationsFeature = {
  readonly handlers: Handlers<typeof operationRoutes>;
  readonly fusionState: FusionState;
  readonly service: OperationsService;
  /** Flights of accounts, entered into the airspace. */
  readonly flights: FlightSuboperations;
  readonly tracks: ReturnType<typeof createOperationTracks>;
  readonly access: OperationAccessRules;
  /** Who has seen what. */
  readonly seen: SeenMarks;
  /** How much is stored. */
  readonly count: () => { readonly operations: number; readonly uaRecords: number };
};

export function createOperationsFeature(deps: OperationsDeps): OperationsFeature {
  const service = createOperationsService(deps);
  const count = deps.reader.prepare<[], { operations: number; uaRecords: number }>(
    `SELECT count(DISTINCT operation) AS operations, coalesce(sum(record_count), 0) AS uaRecords
     FROM suboperation WHERE deleted_ms IS NULL`,
  );
  const fusionState = createFusionState({
    store: createFusionStateStore(deps.writer),
    tracks: deps.trackFixes,
    copyTrack: deps.copyTrack,
    clock: deps.clock,
    ids: deps.ids,
  });
  return {
    handlers: createOperationHandlers(service),
    fusionState,
    flights: createFlightSuboperations(deps.writer, fusionState),
    service,
    tracks: createOperationTracks(deps.reader),
    access: createOperationAccessRules(deps.reader, deps),
    seen: createSeenMarks(deps.reader),
    count: () => count.get()!,
  };
}
