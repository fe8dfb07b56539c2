import { type ApiResult, call, routes } from "../api/station.client.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { TrackCollection } from "./track-collection.ts";
import type { TrackSource } from "./track-source.ts";

const MAX_RECORDS = 10_000;

/** One recorded operation: its whole track, with the aircraft at its last position. */
export async function loadRecordedTrack(operation: Operation, signal: AbortSignal): Promise<ApiResult<TrackSource>> {
  const query = { operation_id: operation.id, limit: MAX_RECORDS } as const;
  const [ua, operator] = await Promise.all([
    call(routes.listUaTelemetry, { query, signal }),
    call(routes.listOperatorTelemetry, { query, signal }),
  ]);
  if (ua.kind !== "ok") return ua;
  const endMs = Date.parse(operation.time_last_telemetry ?? operation.time_updated);
  const collection = new TrackCollection({ maxTrailPoints: MAX_RECORDS, trailSpacingMs: 0 });
  collection.applyOperations([operation]);
  collection.applyUa(ua.value, endMs);
  if (operator.kind === "ok") collection.applyOperator(operator.value);
  return { kind: "ok", value: { collection, nowMs: () => endMs } };
}
