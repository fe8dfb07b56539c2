import { call, routes } from "../api/station.client.ts";
import type { TrackCollection } from "./track-collection.ts";

const CONCURRENT_TRAILS = 4;
/** Five minutes at 10 Hz. */
const TRAIL_RECORDS = 3_000;

/** Loads what was received of aircraft before the console was opened, each once. */
export interface TrailLoader {
  request(operationId: string): void;
  /** What was loaded of an aircraft may be wrong or incomplete: it is loaded again at the next request. */
  forget(operationId: string): void;
  forgetAll(): void;
  /** Forgets the aircraft that are no longer in the collection. */
  sweep(): void;
}

export function createTrailLoader(collection: TrackCollection): TrailLoader {
  const requested = new Set<string>();
  const queue: string[] = [];
  let openRequests = 0;

  function fetchNext(): void {
    while (openRequests < CONCURRENT_TRAILS) {
      const operationId = queue.shift();
      if (operationId === undefined) return;
      openRequests += 1;
      void fetchTrail(collection, operationId).finally(() => {
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
    forget: (operationId) => void requested.delete(operationId),
    forgetAll: () => requested.clear(),
    sweep() {
      for (const id of requested) if (!collection.tracks.has(id)) requested.delete(id);
    },
  };
}

async function fetchTrail(collection: TrackCollection, operationId: string): Promise<void> {
  const query = { operation_id: operationId, order: "-time", limit: TRAIL_RECORDS } as const;
  const [trail, operator] = await Promise.all([
    call(routes.listUaTelemetry, { query }),
    // What was listed came with its operator, where there is one.
    collection.hasLastTelemetry(operationId)
      ? undefined
      : call(routes.listOperatorTelemetry, { query: { ...query, limit: 1 } }),
  ]);
  if (trail.kind === "ok") collection.applyTrail(operationId, trail.value);
  if (operator?.kind === "ok") collection.applyOperator(operator.value);
  if (collection.tracks.get(operationId)?.operation) return;
  const operation = await call(routes.getOperation, { params: { operation_id: operationId } });
  if (operation.kind === "ok") collection.applyOperations([operation.value]);
}
