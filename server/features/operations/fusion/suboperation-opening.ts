import type { Clock } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import type { Sighting } from "../../../kernel/sighting.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FlightOpening, ForeignSuboperation } from "./fusion-state.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

/**
 * Opens operations and suboperations. Numbers are assigned before they are in the database, so that records can be
 * shown at once.
 */
export type SuboperationOpening = {
  /** A new operation without suboperations. */
  readonly openOperation: (timeMs: number) => OperationModel;
  /** A new suboperation in a new operation; the sighting itself is to be applied next. */
  readonly openForSighting: (sighting: Sighting) => SuboperationModel;
  /** The same for a suboperation of another station, under its own id. */
  readonly openForeign: (head: ForeignSuboperation, timeMs: number) => SuboperationModel;
  /** The operation of an account's flight, with the suboperation for its telemetry. */
  readonly openForFlight: (flight: FlightOpening) => SuboperationModel;
};

/** What distinguishes a suboperation when it is opened. */
type Origin = Pick<
  SuboperationModel,
  | "operation"
  | "origin"
  | "sender"
  | "ownerId"
  | "isPrivate"
  | "sensorId"
  | "technology"
  | "sourceType"
  | "transmitter"
  | "declared"
  | "isPinned"
  | "plan"
  | "aircraft"
> & { readonly uuid: string; readonly timeMs: number; readonly nowMs: number };

/** The access of a suboperation that belongs to the station, not to an account. */
const OF_STATION = {
  ownerId: null,
  isPrivate: false,
  origin: null,
  sender: null,
  isPinned: false,
  plan: null,
  aircraft: null,
} as const;

export function createSuboperationOpening(deps: {
  readonly highestIds: FusionStateStore["highestIds"];
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly clock: Clock;
  readonly ids: Ids;
}): SuboperationOpening {
  const { open, fixes, pendingWrites, clock, ids } = deps;
  let lastOperation = deps.highestIds.operation;
  let lastSuboperation = deps.highestIds.suboperation;

  function openOperation(timeMs: number, nowMs: number, uuid: string): OperationModel {
    const operation: OperationModel = {
      id: ++lastOperation,
      uuid,
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: timeMs,
      lastMs: timeMs,
      suboperations: [],
    };
    pendingWrites.noteOperation(operation);
    return operation;
  }

  function openSuboperation(origin: Origin): SuboperationModel {
    const { operation, timeMs, nowMs } = origin;
    const suboperation: SuboperationModel = {
      id: ++lastSuboperation,
      uuid: origin.uuid,
      operation,
      ownerId: origin.ownerId,
      isPrivate: origin.isPrivate,
      sensorId: origin.sensorId,
      origin: origin.origin,
      sender: origin.sender,
      technology: origin.technology,
      sourceType: origin.sourceType,
      transmitter: origin.transmitter,
      createdMs: nowMs,
      updatedMs: nowMs,
      firstMs: timeMs,
      lastMs: timeMs,
      recordCount: 0,
      box: null,
      declared: origin.declared,
      warnings: [],
      linkReason: "first_seen",
      linkConfidence: 1,
      isPinned: origin.isPinned,
      plan: origin.plan,
      aircraft: origin.aircraft,
      firstFix: null,
      lastFix: null,
    };
    operation.suboperations.push(suboperation);
    fixes.open(suboperation);
    open.add(suboperation);
    pendingWrites.noteWhole(suboperation);
    return suboperation;
  }

  return {
    openOperation: (timeMs) => openOperation(timeMs, clock.now(), ids.timed(timeMs)),
    openForSighting({ observedAtMs: timeMs, sensorId, technology, sourceType, transmitter, declared }) {
      const nowMs = clock.now();
      const operation = openOperation(timeMs, nowMs, ids.timed(timeMs));
      const seen = { sensorId, technology, sourceType, transmitter, declared };
      return openSuboperation({ ...OF_STATION, ...seen, uuid: ids.timed(timeMs), operation, timeMs, nowMs });
    },
    openForeign({ operationUuid, ...head }, timeMs) {
      const nowMs = clock.now();
      const operation = openOperation(timeMs, nowMs, operationUuid ?? ids.timed(timeMs));
      return openSuboperation({ ...OF_STATION, ...head, operation, timeMs, nowMs });
    },
    openForFlight({ uuid, ownerId, isPrivate, plan, aircraft, sensorId, sourceType, declared, timeMs }) {
      const nowMs = clock.now();
      return openSuboperation({
        uuid: ids.timed(timeMs),
        operation: openOperation(timeMs, nowMs, uuid),
        ownerId,
        isPrivate,
        origin: null,
        sender: null,
        sensorId,
        technology: "network",
        sourceType,
        transmitter: null,
        declared,
        // Its operation has the flight's id: others may be merged into it, but it is never merged into another.
        isPinned: true,
        plan,
        aircraft,
        timeMs,
        nowMs,
      });
    },
  };
}
