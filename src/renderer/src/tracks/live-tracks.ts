import type { ApiResult } from "../api/station.client.ts";
import { call, routes } from "../api/station.client.ts";
import type { OperationChange } from "../api/operation-changes.ts";
import { type LiveListeners, type LiveSocket, type LiveState, openLiveSocket } from "../api/live.socket.ts";
import type { Notice } from "../../../../server/contracts/live.ts";
import { TrackCollection } from "./track-collection.ts";
import type { TrafficPicture } from "./track-source.ts";

const SWEEP_EVERY_MS = 1_000;
/** Also counts aircraft outside the viewport, and updates a view that is too wide for the live stream. */
const REFRESH_OPERATIONS_EVERY_MS = 10_000;
const OVERVIEW_EVERY_MS = 5_000;
/** As long as an aircraft stays in the collection. */
const OVERVIEW_MAX_AGE_MIN = 5;
const RECENT_OPERATIONS = { from: "-PT5M", include_last_telemetry: true, limit: 1000, order: "-time" } as const;
const CONCURRENT_TRAILS = 4;
/** Five minutes at 10 Hz. */
const TRAIL_RECORDS = 3_000;

export interface LiveTracksListeners {
  readonly state: (state: LiveState) => void;
  readonly lost: (heardAtMs: number) => void;
  readonly notice: (notice: Notice) => void;
  /** What is no track, and comes over the same connection. */
  readonly others: Pick<LiveListeners, "sync" | "sync_removed" | "setup" | "setup_batch" | "alert">;
  /** Called once, when the operations of the start are in the collection, or could not be loaded. */
  readonly loaded: (answer: ApiResult<unknown>["kind"]) => void;
}

export interface LiveTracks extends TrafficPicture {
  readonly kind: "live";
  /** `lon_min,lat_min,lon_max,lat_max` in degrees. */
  setViewport(viewport: string): void;
  /** The region of a view that is wider than the live stream serves; undefined when it serves all of it. */
  setOverview(region: string | undefined): void;
  /** Applies what a person has done to operations. */
  apply(change: OperationChange): void;
  stop(): void;
}

/**
 * The live tracks: first the current operations with their last telemetry and recent trails, then the
 * stream. After an outage the trails are fetched again, which fills the gap.
 */
export function startLiveTracks(nowMs: () => number, listeners: LiveTracksListeners): LiveTracks {
  const collection = new TrackCollection();
  const withTrail = new Set<string>();
  const queuedTrails: string[] = [];
  let openRequests = 0;
  let isLoaded = false;

  const socket: LiveSocket = openLiveSocket({
    telemetry_ua(records) {
      collection.applyUa(records, nowMs());
      records.forEach(({ operation_id: id }) => requestTrail(id));
    },
    telemetry_operator: (records) => collection.applyOperator(records),
    telemetry_system: (records) => collection.applySystem(records),
    ...listeners.others,
    operation: (operations) => collection.applyOperations(operations),
    notice: (notices) => notices.forEach(handleNotice),
    state: listeners.state,
    lost: listeners.lost,
    connected(resumed) {
      if (resumed) withTrail.clear();
      void refreshOperations();
    },
  });
  const sweepTimer = setInterval(() => {
    // Without the station nobody knows whether an aircraft is gone: the picture stays as it was received last.
    if (socket.isConnected()) sweep(collection, withTrail, nowMs());
  }, SWEEP_EVERY_MS);
  const refreshTimer = setInterval(() => void refreshOperations(), REFRESH_OPERATIONS_EVERY_MS);
  const overviewTimer = setInterval(() => void refreshOverview(), OVERVIEW_EVERY_MS);
  let region: string | undefined;
  void refreshOperations();

  function handleNotice(notice: Notice): void {
    if (notice.operation_id !== undefined) collection.remove(notice.operation_id);
    listeners.notice(notice);
  }

  function apply({ updated, isRebuilt, gone }: OperationChange): void {
    for (const id of gone) collection.remove(id);
    if (!isRebuilt) {
      collection.applyOperations(updated.filter(({ id }) => collection.tracks.has(id)));
      return;
    }
    for (const { id } of updated) {
      collection.remove(id);
      withTrail.delete(id);
    }
    void refreshOperations();
  }

  async function refreshOverview(): Promise<void> {
    if (region === undefined) return;
    const answer = await call(routes.listLastUaTelemetry, { query: { bbox: region, max_age: OVERVIEW_MAX_AGE_MIN } });
    if (answer.kind === "ok") collection.applyOverview(answer.value, nowMs());
  }

  async function refreshOperations(): Promise<void> {
    const answer = await call(routes.listOperations, { query: RECENT_OPERATIONS });
    if (answer.kind === "ok") {
      collection.applyOperations(answer.value);
      for (const { id } of answer.value) requestTrail(id);
    }
    if (!isLoaded) listeners.loaded(answer.kind);
    isLoaded = true;
  }

  function requestTrail(operationId: string): void {
    if (withTrail.has(operationId)) return;
    withTrail.add(operationId);
    queuedTrails.push(operationId);
    fetchTrails();
  }

  function fetchTrails(): void {
    while (openRequests < CONCURRENT_TRAILS) {
      const operationId = queuedTrails.shift();
      if (operationId === undefined) return;
      openRequests += 1;
      void fetchTrail(operationId).finally(() => {
        openRequests -= 1;
        fetchTrails();
      });
    }
  }

  async function fetchTrail(operationId: string): Promise<void> {
    const query = { operation_id: operationId, order: "-time", limit: TRAIL_RECORDS } as const;
    const [trail, operator] = await Promise.all([
      call(routes.listUaTelemetry, { query }),
      call(routes.listOperatorTelemetry, { query: { ...query, limit: 1 } }),
    ]);
    if (trail.kind === "ok") collection.applyTrail(operationId, trail.value);
    if (operator.kind === "ok") collection.applyOperator(operator.value);
    if (collection.tracks.get(operationId)?.operation) return;
    const operation = await call(routes.getOperation, { params: { operation_id: operationId } });
    if (operation.kind === "ok") collection.applyOperations([operation.value]);
  }

  return {
    kind: "live",
    collection,
    nowMs,
    setViewport: (viewport) => socket.setViewport(viewport),
    setOverview: (next) => {
      if (next === region) return;
      region = next;
      void refreshOverview();
    },
    apply,
    loadDetails: requestTrail,
    stop: () => {
      for (const timer of [sweepTimer, refreshTimer, overviewTimer]) clearInterval(timer);
      socket.close();
    },
  };
}

function sweep(collection: TrackCollection, withTrail: Set<string>, nowMs: number): void {
  collection.sweep(nowMs);
  for (const id of withTrail) if (!collection.tracks.has(id)) withTrail.delete(id);
}
