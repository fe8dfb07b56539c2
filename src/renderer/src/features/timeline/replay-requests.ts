import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import type { Positions } from "../../../../../server/contracts/timeline.ts";
import { call, routes } from "../../api/station.client.ts";
import type { ReplayCollection } from "./replay-collection.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Five minutes at 10 Hz of three receivers. */
const MAX_RECORDS = 10_000;

function rangeOf({ fromMs, toMs }: TimeWindow): { readonly from: string; readonly to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** Positions of a window, every `spacing` seconds; undefined where they could not be loaded. */
export async function requestPositions(
  window: TimeWindow,
  { spacing, region }: { readonly spacing: number; readonly region?: string | undefined },
  signal: AbortSignal,
): Promise<Positions | undefined> {
  const query = { ...rangeOf(window), ...(region === undefined ? {} : { bbox: region }), spacing };
  const answer = await call(routes.listPositions, { query, signal });
  return answer.kind === "ok" ? answer.value : undefined;
}

/** Loads the operations of a window page by page into a collection. */
export async function loadOperations(
  collection: ReplayCollection,
  window: TimeWindow,
  { page, max, signal }: { readonly page: number; readonly max: number; readonly signal: AbortSignal },
): Promise<void> {
  for (let offset = 0; offset < max; offset += page) {
    const query = { ...rangeOf(window), limit: page, offset };
    const answer = await call(routes.listOperations, { query, signal });
    if (answer.kind !== "ok") return;
    collection.applyOperations(answer.value);
    if (answer.value.length < page) return;
  }
}

export async function loadOperation(collection: ReplayCollection, id: string): Promise<void> {
  const answer = await call(routes.getOperation, { params: { operation_id: id } });
  if (answer.kind === "ok") collection.applyOperations([answer.value]);
}

/** The whole records of one operation in a window; undefined where they could not be loaded. */
export async function requestRecords(
  operationId: string,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<readonly UaTelemetry[] | undefined> {
  const query = { ...rangeOf(window), operation_id: operationId, limit: MAX_RECORDS };
  const answer = await call(routes.listUaTelemetry, { query, signal });
  return answer.kind === "ok" ? answer.value : undefined;
}
