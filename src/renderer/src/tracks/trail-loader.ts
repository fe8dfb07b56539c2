import type { UaTelemetry } from "../../../../server/contracts/telemetry.ts";
import { call, routes } from "../api/station.client.ts";
import { GONE_AFTER_MS } from "./age.ts";
import type { TrackCollection } from "./track-collection.ts";

const CONCURRENT_TRAILS = 4;
/** Five minutes at 10 Hz. */
const TRAIL_RECORDS = 3_000;

/** Loads the records of aircraft from before the console was opened, once for each aircraft. */
export interface TrailLoader {
  request(operationId: string): void;
  /** Drops a trail that may be wrong or incomplete: the next request loads it again. */
  drop(operationId: string): void;
  clear(): void;
  /** Drops the aircraft that are no longer in the collection. */
  sweep(): void;
}

export function createTrailLoader(collection: TrackCollection, nowMs: () => number): TrailLoader {
  const requested = new Set<string>();
  const queue: string[] = [];
  let openRequests = 0;

  function fetchNext(): void {
    while (openRequests < CONCURRENT_TRAILS) {
      const operationId = queue.shift();
      if (operationId === undefined) return;
      openRequests += 1;
      void fetchTrail(collection, operationId, nowMs).finally(() => {
        openRequests -= 1;
        fetchNext();
      });
    }
  }

  return {
    request(operationId) {
      if (requested.has(operationId)) return;
      requested.add(operationId);
      queue.push(operationId);
      fetchNext();
    },
    drop: (operationId) => void requested.delete(operationId),
    clear: () => requested.clear(),
    sweep() {
      for (const id of requested) if (!collection.tracks.has(id)) requested.delete(id);
    },
  };
}

async function fetchTrail(collection: TrackCollection, operationId: string, nowMs: () => number): Promise<void> {
  const query = { operation_id: operationId, order: "-time", limit: TRAIL_RECORDS } as const;
  const [trail, operator] = await Promise.all([
    call(routes.listUaTelemetry, { query }),
    // A listed operation already has its operator, if there is one.
    collection.hasLastTelemetry(operationId)
      ? undefined
      : call(routes.listOperatorTelemetry, { query: { ...query, limit: 1 } }),
  ]);
  if (trail.kind === "ok") applyTrail(collection, operationId, { records: trail.value, nowMs: nowMs() });
  // An aircraft that is no longer received would be shown as live until the next sweep.
  if (!collection.tracks.has(operationId)) return;
  if (operator?.kind === "ok") collection.applyOperator(operator.value);
  if (collection.tracks.get(operationId)?.operation) return;
  const operation = await call(routes.getOperation, { params: { operation_id: operationId } });
  if (operation.kind === "ok" && collection.tracks.has(operationId)) collection.applyOperations([operation.value]);
}

/** The operation of a link may be in neither the list nor the stream. */
function applyTrail(
  collection: TrackCollection,
  operationId: string,
  { records, nowMs }: { readonly records: readonly UaTelemetry[]; readonly nowMs: number },
): void {
  const [newest] = records;
  const isReceived = newest !== undefined && nowMs - Date.parse(newest.timestamp) < GONE_AFTER_MS;
  if (isReceived && !collection.tracks.has(operationId)) collection.applyUa([newest], nowMs);
  collection.applyTrail(operationId, records);
}
