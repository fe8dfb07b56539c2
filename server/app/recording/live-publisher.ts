import { IN_PROGRESS_MS } from "../../contracts/operations.ts";
import { isImported, toOperation } from "../../features/operations/index.ts";
import type { OperationModel, OperationsFeature, SuboperationModel } from "../../features/operations/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import { positionOf } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import { createChangedOperations } from "./changed-operations.ts";
import type { RecordingObserver } from "./recording.observer.ts";

/**
 * Publishes accepted records as live events. A record is built once for all viewers, and not at all if there are none.
 */
export type LivePublisher = Required<Pick<RecordingObserver, "onSighting" | "onSystem">> & {
  /** A point of a flight's own telemetry, as it is uploaded. */
  readonly onFlightPoint: (point: UaPoint, suboperation: SuboperationModel) => void;
  /** Sends operations that have changed, those of a crowd part by part: to be called every `PUBLISH_INTERVAL_MS`. */
  readonly publishChangedOperations: () => void;
  /** Call when access was given to a user or taken from one. */
  readonly accessChanged: () => void;
  /** Whether a person may read a private suboperation; asked often, so answers are kept for a moment. */
  readonly canRead: (suboperation: SuboperationModel, caller: Principal) => boolean;
};

/** What was just received of one suboperation, or uploaded for it. */
export type LiveTelemetry = {
  readonly suboperation: SuboperationModel;
  readonly ua: UaPoint | null;
  readonly operator: OperatorPoint | null;
};

export function createLivePublisher(deps: {
  /** Called for every event, because the gateway is opened after the pipeline is ready. */
  readonly gateway: () => LiveGateway;
  readonly operations: () => OperationsFeature;
  readonly clock: Clock;
  /** Called with all live telemetry of aircraft, whether or not there is a viewer. */
  readonly onTelemetry?: (telemetry: LiveTelemetry) => void;
  /** Called with the operations that have changed. */
  readonly onChanged?: (operations: readonly OperationModel[]) => void;
}): LivePublisher {
  /** Whether a person may read a private suboperation, if already known: by suboperation, then by person. */
  const readableBy = new Map<number, Map<string, boolean>>();
  const changes = createChangedOperations(() => deps.operations().fusionState);

  function canRead(suboperation: SuboperationModel, caller: Principal): boolean {
    let known = readableBy.get(suboperation.id);
    if (known === undefined) readableBy.set(suboperation.id, (known = new Map()));
    const key = `${caller.userId} ${caller.isAdministrator}`;
    let isReadable = known.get(key);
    if (isReadable === undefined) {
      const viewer = { caller, isPublicExcluded: false };
      known.set(key, (isReadable = deps.operations().access.accessLevelsOf([suboperation], viewer).size > 0));
    }
    return isReadable;
  }

  function publishWithSeenFlag(model: OperationModel, canReceive?: (caller: Principal) => boolean): void {
    const fix = newestFix(model);
    if (fix === null) return;
    const { latitude, longitude } = fix;
    const gateway = deps.gateway();
    if (!gateway.isWatched({ latitude, longitude })) return;
    const live = { latitude, longitude, operationId: model.uuid };
    const unseenRecord = toOperation(model, deps.clock.now(), false);
    const seenBy = deps.operations().seen.listUsersWhoMarkedSeen(model.id);
    if (seenBy.size === 0) return gateway.publishOperation({ ...live, record: unseenRecord, canReceive });
    // Published twice only if a user has marked it as seen, because the flag differs between recipients.
    const forSeenState = (hasSeen: boolean) => (caller: Principal) =>
      seenBy.has(caller.userId) === hasSeen && (canReceive === undefined || canReceive(caller));
    gateway.publishOperation({ ...live, record: unseenRecord, canReceive: forSeenState(false) });
    gateway.publishOperation({ ...live, record: { ...unseenRecord, seen: true }, canReceive: forSeenState(true) });
  }

  /**
   * Each caller sees an operation with only the suboperations that the caller may read; callers with the same view
   * share one event.
   */
  function publishPerVisibleView(model: OperationModel): void {
    const views = new Map<string, { readonly seen: OperationModel; readonly people: Set<string> }>();
    for (const caller of deps.gateway().listViewers()) {
      const [seen] = deps.operations().access.filterReadable([model], { caller, isPublicExcluded: false });
      if (seen === undefined) continue;
      const key = seen.suboperations.map(({ id }) => id).join();
      const view = views.get(key);
      if (view === undefined) views.set(key, { seen, people: new Set([caller.userId]) });
      else view.people.add(caller.userId);
    }
    for (const { seen, people } of views.values()) publishWithSeenFlag(seen, ({ userId }) => people.has(userId));
  }

  const recipientFilterOf = (suboperation: SuboperationModel) =>
    suboperation.isPrivate ? (caller: Principal) => canRead(suboperation, caller) : undefined;

  function publishUa(ua: UaPoint, sensorId: string, suboperation: SuboperationModel): void {
    const position = positionOf(ua);
    const gateway = deps.gateway();
    if (!gateway.isWatched(position)) return;
    const operationId = suboperation.operation.uuid;
    const record = toUaTelemetry(ua, { sensorId, operationId });
    gateway.publishUa({ ...position, operationId, record, canReceive: recipientFilterOf(suboperation) });
  }

  return {
    onSighting(sighting, suboperation, feed) {
      if (!feed.isLive) return;
      const { operation } = suboperation;
      const { ua, operator, sensorId } = sighting;
      const gateway = deps.gateway();
      deps.onTelemetry?.({ suboperation, ua, operator });
      if (ua !== null) publishUa(ua, sensorId, suboperation);
      const operatorPosition = operator && positionOf(operator);
      if (operator !== null && operatorPosition !== null && gateway.isWatched(operatorPosition)) {
        const operationId = operation.uuid;
        const record = toOperatorTelemetry(operator, { sensorId, operationId });
        gateway.publishOperator({
          ...operatorPosition,
          operationId,
          record,
          canReceive: recipientFilterOf(suboperation),
        });
      }
    },
    onFlightPoint(point, suboperation) {
      // Only recent points are live, and an imported log never is.
      if (isImported(suboperation)) return;
      if (Math.abs(deps.clock.now() - point.timeMs) >= IN_PROGRESS_MS) return;
      deps.onTelemetry?.({ suboperation, ua: point, operator: null });
      publishUa(point, suboperation.sensorId, suboperation);
    },
    onSystem(sensorId, point, feed) {
      const { latitudeE7, longitudeE7 } = point;
      if (!feed.isLive || latitudeE7 === null || longitudeE7 === null) return;
      const record = toSystemTelemetry(point, { sensorId, operationId: null });
      deps.gateway().publishSystem({ ...positionOf({ latitudeE7, longitudeE7 }), operationId: null, record });
    },
    publishChangedOperations() {
      const { isNewRound, operations } = changes.next();
      // A merge of operations also moves shares, so earlier results may be outdated.
      if (isNewRound) readableBy.clear();
      if (operations.length === 0) return;
      deps.onChanged?.(operations);
      for (const model of operations) {
        if (model.suboperations.some(({ isPrivate }) => isPrivate)) publishPerVisibleView(model);
        else publishWithSeenFlag(model);
      }
    },
    accessChanged: () => readableBy.clear(),
    canRead,
  };
}

/** The newest received position; `null` also if all suboperations are imported. */
function newestFix(model: OperationModel) {
  const received = model.suboperations.filter((suboperation) => !isImported(suboperation));
  return received.reduce<{ latitude: number; longitude: number; timeMs: number } | null>(
    (newest, { lastFix }) => (lastFix !== null && lastFix.timeMs >= (newest?.timeMs ?? -Infinity) ? lastFix : newest),
    null,
  );
}
