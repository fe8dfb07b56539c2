import { type Answer, call, routes } from "../api/station.client.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { TrackBook } from "./track-book.ts";
import type { TrackSource } from "./track-source.ts";

const MOST_RECORDS = 10_000;

/** One recorded operation as a picture: its whole track, the aircraft where it was last seen. */
export async function loadRecordedTrack(operation: Operation, signal: AbortSignal): Promise<Answer<TrackSource>> {
  const query = { operation_id: operation.id, limit: MOST_RECORDS } as const;
  const [ua, operator] = await Promise.all([
    call(routes.listUaTelemetry, { query, signal }),
    call(routes.listOperatorTelemetry, { query, signal }),
  ]);
  if (ua.kind !== "ok") return ua;
  const endMs = Date.parse(operation.time_last_telemetry ?? operation.time_updated);
  const book = new TrackBook({ maxTrailPoints: MOST_RECORDS, trailSpacingMs: 0 });
  book.takeOperations([operation]);
  book.takeUa(ua.value, endMs);
  if (operator.kind === "ok") book.takeOperator(operator.value);
  return { kind: "ok", value: { book, nowMs: () => endMs } };
}
