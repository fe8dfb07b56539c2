import { toOperation } from "../features/operations/index.ts";
import type { OperationsFeature } from "../features/operations/index.ts";
import type { Clock } from "../kernel/clock.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "../kernel/telemetry-records.ts";
import type { LiveGateway } from "../live/live-gateway.ts";
import type { Observer } from "./core.ts";

/** Turns what was accepted into live events. A record is built once, whoever listens. */
export type LivePublisher = Required<Observer> & {
  /** Sends the operations that changed since the last call. */
  readonly publishChangedOperations: () => void;
};

export function createLivePublisher(deps: {
  /** Asked for at every event: the gateway is opened after the pipeline is ready. */
  readonly gateway: () => LiveGateway;
  readonly operations: () => OperationsFeature;
  readonly clock: Clock;
}): LivePublisher {
  return {
    onSighting(sighting, operation, feed) {
      if (!feed.isLive) return;
      const origin = { sensorId: sighting.sensorId, operationId: operation.uuid };
      const { ua, operator } = sighting;
      if (ua !== null) {
        deps.gateway().publishUa({ ...placeOf(ua), operationId: operation.uuid, record: toUaTelemetry(ua, origin) });
      }
      if (operator !== null) {
        const record = toOperatorTelemetry(operator, origin);
        deps.gateway().publishOperator({ ...placeOf(operator), operationId: operation.uuid, record });
      }
    },
    onSystem(sensorId, point, feed) {
      const { latitudeE7, longitudeE7 } = point;
      if (!feed.isLive || latitudeE7 === null || longitudeE7 === null) return;
      const record = toSystemTelemetry(point, { sensorId, operationId: null });
      deps.gateway().publishSystem({ ...placeOf({ latitudeE7, longitudeE7 }), operationId: null, record });
    },
    publishChangedOperations() {
      for (const model of deps.operations().book.drainChanged()) {
        const fix = model.suboperations.reduce<{ latitude: number; longitude: number; timeMs: number } | null>(
          (newest, { lastFix }) =>
            lastFix !== null && lastFix.timeMs >= (newest?.timeMs ?? -Infinity) ? lastFix : newest,
          null,
        );
        if (fix === null) continue;
        const record = toOperation(model, deps.clock.now());
        deps.gateway().publishOperation({
          latitude: fix.latitude,
          longitude: fix.longitude,
          operationId: model.uuid,
          record,
        });
      }
    },
  };
}

function placeOf(point: { readonly latitudeE7: number; readonly longitudeE7: number }) {
  return { latitude: point.latitudeE7 / 1e7, longitude: point.longitudeE7 / 1e7 };
}
