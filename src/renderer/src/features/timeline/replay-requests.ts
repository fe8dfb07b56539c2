import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import type { Positions } from "../../../../../server/contracts/timeline.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import type { ReplayCollection } from "./replay-collection.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Five minutes at 10 Hz of three receivers. */
const MAX_RECORDS = 10_000;

function rangeOf({ fromMs, toMs }: TimeWindow): { readonly from: string; readonly to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** Positions of a window, every `spacing` seconds. */
export function requestPositions(
  window: TimeWindow,
  { spacing, region }: { readonly spacing: number; readonly region?: string | undefined },
  signal: AbortSignal,
): Promise<ApiResult<Positions>> {
  const query = { ...rangeOf(window), ...(region === undefined ? {} : { bbox: region }), spacing };
  return call(routes.listPositions, { query, signal });
}

/** Loads the operations of a window page by page into a collection; resolves with how the last request ended. */
export async function loadOperations(
  collection: ReplayCollection,
  window: TimeWindow,
  { page, max, signal }: { readonly page: number; readonly max: number; readonly signal: AbortSignal },
): Promise<ApiResult<unknown>["kind"]> {
  for (let offset = 0; offset < max; offset += page) {
    const query = { ...rangeOf(window), limit: page, offset };
    const answer = await call(routes.listOperations, { query, signal });
    if (answer.kind !== "ok") return answer.kind;
    collection.applyOperations(answer.value);
    if (answer.value.length < page) break;
  }
  return "ok";
}

export async function loadOperation(collection: ReplayCollection, id: string): Promise<ApiResult<unknown>["kind"]> {
  const answer = await call(routes.getOperation, { params: { operation_id: id } });
  if (answer.kind === "ok") collection.applyOperations([answer.value]);
  return answer.kind;
}

/** The whole records of one operation in a window. */
export function requestRecords(
  operationId: string,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<ApiResult<readonly UaTelemetry[]>> {
  const query = { ...rangeOf(window), operation_id: operationId, limit: MAX_RECORDS };
  return call(routes.listUaTelemetry, { query, signal });
}
