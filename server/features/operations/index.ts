import type { operationRoutes } from "../../contracts/operations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { OperationAccessRules } from "./model/operation.access.ts";
import { createOperationAccessRules } from "./model/operation.access.ts";
import type { FusionState } from "./fusion/fusion-state.model.ts";
import { createFusionState } from "./fusion/fusion-state.ts";
import type { OperationsDeps } from "./operations.deps.ts";
import { createOperationHandlers } from "./query/query.handlers.ts";
import type { FlightSuboperations } from "./fusion/flight-suboperations.ts";
import { createFlightSuboperations } from "./fusion/flight-suboperations.ts";
import type { SeenMarks } from "./model/seen-marks.store.ts";
import { createSeenMarks } from "./model/seen-marks.store.ts";
import type { OperationsService } from "./query/query.service.ts";
import { createOperationsService } from "./query/query.service.ts";
import { createFusionStateStore } from "./model/operation.loader.ts";
import { createOperationTracks } from "./query/operation.tracks.ts";

export type { FusionState } from "./fusion/fusion-state.model.ts";
export type { AddedRecords } from "./fusion/pending-writes.ts";
export type { SuboperationRef, LastTelemetry, OperationsDeps } from "./operations.deps.ts";
export type { FlightSuboperations } from "./fusion/flight-suboperations.ts";
export { createFusionControl } from "./manual/fusion-edit.control.ts";
export { createOperationControl } from "./control/operation-control.ts";
export type { OperationModel, SuboperationModel } from "./model/operation.model.ts";
export { createOperationPurge } from "./control/operation.purge.ts";
export { toOperation } from "./model/operation.wire.ts";

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
