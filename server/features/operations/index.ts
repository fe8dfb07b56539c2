import type { fusionRoutes } from "../../contracts/fusion.ts";
import type { operationAccessRoutes } from "../../contracts/operation-access.ts";
import type { operationRoutes } from "../../contracts/operations.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { createOperationControl } from "./control/operation-control.ts";
import type { OperationPurge } from "./control/operation.purge.ts";
import { createOperationPurge } from "./control/operation.purge.ts";
import type { FlightSuboperations } from "./fusion/flight-suboperations.ts";
import { createFlightSuboperations } from "./fusion/flight-suboperations.ts";
import type { ForeignSuboperations } from "./fusion/foreign-suboperations.ts";
import { createForeignSuboperations } from "./fusion/foreign-suboperations.ts";
import { createFusionState } from "./fusion/fusion-state.ts";
import type { FusionState } from "./fusion/fusion-state.model.ts";
import { createFusionStateStore } from "./fusion/fusion-state.store.ts";
import { createNearOperations } from "./fusion/near-operations.store.ts";
import { createFusionHandlers } from "./manual/fusion-edit.handlers.ts";
import { createFusionEdits } from "./manual/fusion-edit.service.ts";
import { createSeparationRecording } from "./manual/fusion-edit.store.ts";
import type { OperationAccessRules } from "./model/operation.access.ts";
import { createOperationLookup } from "./model/operation.lookup.ts";
import type { SeenMarks } from "./model/seen-marks.store.ts";
import type { ServedStation } from "./model/served-station.ts";
import type { OperationsDeps } from "./operations.deps.ts";
import type { OperationChanges } from "./query/operation.changes.store.ts";
import { createOperationChanges } from "./query/operation.changes.store.ts";
import type { OperationSpans } from "./query/operation.spans.ts";
import { createOperationSpans } from "./query/operation.spans.ts";
import { createOperationTracks } from "./query/operation.tracks.store.ts";
import { createOperationHandlers } from "./query/query.handlers.ts";
import type { OperationsService } from "./query/query.service.ts";
import { createOperationsService } from "./query/query.service.ts";
import type { StoredCounts } from "./query/stored-counts.store.ts";
import { createStoredCounts } from "./query/stored-counts.store.ts";

/**
 * The only entry point of the feature. Its folders import in one direction, model ← fusion ← {query, control, manual},
 * and the last three never import each other; this file passes each folder what it needs.
 */
export type { FusionState } from "./fusion/fusion-state.model.ts";
export type { AddedRecords } from "./fusion/pending-writes.ts";
export type { FlightSuboperations } from "./fusion/flight-suboperations.ts";
export { declaredBy, isImported } from "./model/operation.model.ts";
export type { OperationModel, SuboperationModel } from "./model/operation.model.ts";
export { toOperation } from "./model/operation.wire.ts";
export type { OperationsDeps } from "./operations.deps.ts";
export type { LastTelemetry, SuboperationRef } from "./query/query.deps.ts";

export type OperationsFeature = {
  readonly handlers: Handlers<typeof operationRoutes>;
  readonly fusionState: FusionState;
  readonly service: OperationsService;
  /** Flights of accounts, entered into the airspace. */
  readonly flights: FlightSuboperations;
  readonly tracks: ReturnType<typeof createOperationTracks>;
  /** What other stations received, and sent here. */
  readonly foreign: ForeignSuboperations;
  /** What changed of the received telemetry, for other stations. */
  readonly changes: OperationChanges;
  /** When operations were received, for the timeline. */
  readonly spans: OperationSpans;
  readonly access: OperationAccessRules;
  /** Which operations a user has marked as seen. */
  readonly seen: SeenMarks;
  /** How much is stored. */
  readonly count: () => StoredCounts;
  /** The operations' part in the purge of retention. */
  readonly purge: OperationPurge;
  /** The handlers that need accounts, the live stream and the audit log: where the station is served, called once. */
  readonly serve: (station: ServedStation) => Handlers<typeof operationAccessRoutes> & Handlers<typeof fusionRoutes>;
};

export function createOperations(deps: OperationsDeps): OperationsFeature {
  const { reader, writer, clock, ids } = deps;
  const lookup = createOperationLookup(reader, deps);
  const service = createOperationsService(deps, lookup);
  const listNear = createNearOperations(writer, deps.tracksInside);
  const fusionState = createFusionState({
    store: createFusionStateStore(writer),
    listNear,
    tracks: deps.trackFixes,
    copyTrack: deps.copyTrack,
    recordSeparation: createSeparationRecording(writer, clock, ids),
    clock,
    ids,
  });
  return {
    handlers: createOperationHandlers(service),
    fusionState,
    flights: createFlightSuboperations(writer, fusionState),
    service,
    foreign: createForeignSuboperations(writer, fusionState, listNear),
    changes: createOperationChanges(reader),
    tracks: createOperationTracks(reader, writer),
    spans: createOperationSpans(deps, lookup, clock),
    access: lookup.access,
    seen: lookup.seen,
    count: createStoredCounts(reader),
    purge: createOperationPurge(reader, writer, fusionState),
    serve(station) {
      const served = { ...station, reader, writer, clock, ids, fusionState, lookup };
      const edits = createFusionEdits({
        ...served,
        findOperation: (id, caller) => service.find(id, true, caller),
      });
      return { ...createOperationControl(served), ...createFusionHandlers(edits, station.recordAudit) };
    },
  };
}
